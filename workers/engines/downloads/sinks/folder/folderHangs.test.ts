// A picked folder on a disk that is gone without a word: its calls never settle.
import { beforeEach, expect, it } from 'vitest'
import { Run, World } from '#tests/support/downloadHarness.ts'
import { MemoryFolder, wav, wished } from '#tests/support/downloadParts.ts'
import { FOLDER_ANSWER_MS } from './folderPatience.ts'

let world: World
let run: Run
let folder: MemoryFolder
const bytes = wav(20_000)
const never = () => new Promise<never>(() => {})

beforeEach(async () => {
  world = new World()
  folder = new MemoryFolder('Promo')
  world.folders.picked.set('p1', folder)
  for (const id of ['a', 'b']) world.song(id, { bytes, etag: '"1"' })
  run = new Run(world)
})

/** Whatever is asked of the folder. */
const hang = () => {
  folder.queryPermission = never
  folder.getDirectoryHandle = never
  folder.getFileHandle = never
  folder.removeEntry = never
}
const other = async () => {
  const picked = new MemoryFolder('Other')
  world.folders.picked.set('p1', picked)
  return picked
}

it('a download into it fails, and the next one goes into another', async () => {
  await run.signIn()
  hang()
  await run.request(wished('a'))
  await run.advance(FOLDER_ANSWER_MS + 1000)
  expect(run.failure('job-a')).toBe('folder')
  const picked = await other()
  await run.request(wished('b'))
  await run.advance(1000)
  expect(run.rows).toEqual(['job-a failed', 'job-b finished'])
  expect(picked.paths).toHaveLength(1)
})

it('a name that was found too late is free', async () => {
  await run.signIn()
  let answer = () => {}
  const { getDirectoryHandle } = MemoryFolder.prototype
  folder.getDirectoryHandle = async (name, options) => {
    await new Promise<void>((resolve) => (answer = resolve))
    folder.getDirectoryHandle = (...of) => getDirectoryHandle.apply(folder, of)
    return getDirectoryHandle.call(folder, name, options)
  }
  const tags = { isrc: '', release: 'Strata', label: '', upc: '' }
  await run.request({ ...wished('a'), tags })
  await run.advance(FOLDER_ANSWER_MS + 1000)
  expect(run.failure('job-a')).toBe('folder')
  answer()
  await run.advance(1000)
  await run.restart('job-a')
  await run.advance(1000)
  expect(run.rows).toEqual(['job-a finished'])
  expect(folder.paths).toEqual(['Strata/Artist - 1 - Title a.wav'])
})

it('that says nothing of a name that has a plainer one is not asked for it again', async () => {
  await run.signIn()
  let asked = 0
  folder.getFileHandle = (name, options) => {
    if (!options?.create) return Promise.reject(new DOMException('none', 'NotFoundError'))
    if (!name.includes('’')) return never()
    asked += 1
    return never()
  }
  await run.request({ ...wished('a'), title: 'Rock ’n’ Roll, again!' })
  await run.advance(3 * FOLDER_ANSWER_MS)
  expect(run.failure('job-a')).toBe('folder')
  expect(asked).toBe(1)
})

it.each(['beforeWrite', 'beforeClose', 'beforeMove'] as const)('one that hangs %s fails in time', async (when) => {
  await run.signIn()
  folder[when] = never
  await run.request(wished('a'))
  await run.advance(5 * FOLDER_ANSWER_MS)
  expect(run.failure('job-a')).toBe('folder')
  await other()
  await run.request(wished('b'))
  await run.advance(1000)
  expect(run.rows).toEqual(['job-a failed', 'job-b finished'])
})

it('the list of an earlier visit is there after seconds', async () => {
  await run.signIn()
  world.files.faults.push((seen, file) => world.files.answer(seen, file, { holdAt: 8192 }))
  await run.request(wished('a'))
  await run.advance(1000)
  run.die()
  hang()
  const next = new Run(world, 'next')
  await next.signIn()
  await next.advance(6000)
  expect(next.rows).toEqual(['job-a failed'])
})

it('signing in again is not held up by what is thrown away', async () => {
  await run.signIn()
  world.files.faults.push((seen, file) => world.files.answer(seen, file, { holdAt: 8192 }))
  await run.request(wished('a'))
  await run.advance(1000)
  hang()
  await run.signOut('expired')
  await run.signIn()
  await run.advance(3 * FOLDER_ANSWER_MS)
  expect(run.rows).toEqual(['job-a failed'])
})
