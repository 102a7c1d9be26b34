import { beforeEach, describe, expect, it } from 'vitest'
import { Run, World } from '#tests/support/downloadHarness.ts'
import { MemoryFolder, wav, wished } from '#tests/support/downloadParts.ts'
import { settle } from '#tests/support/fakeClock.ts'

let world: World
let run: Run
let folder: MemoryFolder
const bytes = wav(20_000)
const tags = { isrc: '', release: 'Strata', label: '', upc: '' }
const song = (id: string, fields = {}) => {
  world.song(id, { bytes, etag: '"1"' })
  return { ...wished(id), title: 'Song', tags, ...fields }
}
const bytesOf = async (path: string) => {
  const [sub = '', name = ''] = path.split('/')
  return new Uint8Array((await folder.folders.get(sub)?.files.get(name)?.arrayBuffer()) ?? new ArrayBuffer(0))
}

beforeEach(async () => {
  world = new World()
  run = new Run(world)
  folder = new MemoryFolder('Promo')
  world.folders.picked.set('p1', folder)
  await run.signIn()
})

it('a finished file lies in the sub-folder of its release, and nothing of it stays in the browser', async () => {
  await run.request(song('a'))
  await run.advance(100)
  expect(folder.paths).toEqual(['Strata/Artist - 1 - Song.wav'])
  expect(await bytesOf('Strata/Artist - 1 - Song.wav')).toEqual(bytes)
  expect(run.rows).toEqual(['job-a finished'])
  expect(run.stored('job-a')).toMatchObject({ folder: true, fileName: 'Artist - 1 - Song.wav' })
  expect(world.sinks.parts.size).toBe(0)
})

it('which folder it is and whether it may be written to is known', async () => {
  expect(run.told('download.folderChanged')).toEqual([{ name: 'Promo', access: 'granted' }])
  await run.engine.keepFolder(null)
  expect(run.told('download.folderChanged').at(-1)).toEqual({ name: null, access: 'none' })
})

it('without a folder the browser saves the file', async () => {
  await run.engine.keepFolder(null)
  await run.request(song('a'))
  await run.advance(100)
  expect(run.stored('job-a')?.folder).toBeUndefined()
  expect(run.rows).toEqual(['job-a loading'])
})

it('names are made unique, without case, also for files that are written at the same time', async () => {
  const strata = await folder.getDirectoryHandle('Strata', { create: true })
  strata.files.set('Artist - 1 - Song.wav', new Blob(['mine']))
  let open = () => {}
  strata.beforeClose = () => new Promise<void>((resolve) => (open = resolve))
  await run.request(song('a'), song('b', { title: 'SONG' }))
  await run.advance(100)
  for (let n = 0; n < 3; n++) {
    open()
    await settle()
  }
  expect(folder.paths).toEqual([
    'Strata/Artist - 1 - Song.wav',
    'Strata/Artist - 1 - Song (2).wav',
    'Strata/Artist - 1 - SONG (3).wav',
  ])
  expect(await strata.files.get('Artist - 1 - Song.wav')?.text()).toBe('mine')
})

describe('when the folder cannot be written to', () => {
  it('a permission withdrawn fails the job with its reason, keeps the bytes, and a restart brings it home', async () => {
    folder.permission = 'prompt'
    await run.request(song('a'))
    await run.advance(100)
    expect(run.failure('job-a')).toBe('folder')
    expect(run.told('download.folderChanged').at(-1)).toEqual({ name: 'Promo', access: 'prompt' })
    expect(folder.paths).toEqual([])
    folder.permission = 'granted'
    await run.engine.keepFolder(folder)
    await run.restart('job-a')
    await run.advance(100)
    expect(world.files.seen.at(-1)).toMatchObject({ range: `bytes=${bytes.length - 1}-` })
    expect(run.rows).toEqual(['job-a finished'])
  })

  it('a full disk is named and leaves no half file', async () => {
    folder.room = 100
    await run.request(song('a'))
    await run.advance(100)
    expect(run.failure('job-a')).toBe('quota')
    expect(folder.paths).toEqual([])
  })

  it('a write that breaks off leaves no half file', async () => {
    folder.beforeClose = () => Promise.reject(new DOMException('gone', 'InvalidStateError'))
    await run.request(song('a'))
    await run.advance(100)
    expect(run.failure('job-a')).toBe('folder')
    expect(folder.paths).toEqual([])
  })

  it('a removed job leaves nothing behind, however late', async () => {
    let open = () => {}
    folder.beforeClose = () => new Promise<void>((resolve) => (open = resolve))
    await run.request(song('a'))
    await run.advance(100)
    await run.remove('job-a')
    open()
    await settle()
    expect(folder.paths).toEqual([])
    expect(world.sinks.parts.size).toBe(0)
  })
})

it('what a crash left empty is removed in the next visit, and a file with bytes is not', async () => {
  const strata = await folder.getDirectoryHandle('Strata', { create: true })
  strata.files.set('half.wav', new Blob())
  strata.files.set('whole.wav', new Blob(['x']))
  strata.files.set('empty of mine.wav', new Blob())
  const places = ['half.wav', 'whole.wav', 'gone.wav'].map((name) => ({ folder: 'Strata', name }))
  await world.folders.setWriting('p1', places)
  run.die()
  await new Run(world).signIn()
  expect(folder.paths).toEqual(['Strata/whole.wav', 'Strata/empty of mine.wav'])
})

it('hostile release titles make a folder inside the picked one', async () => {
  await run.request(song('a', { tags: { ...tags, release: '../../CON' } }))
  await run.advance(100)
  expect([...folder.folders.keys()]).toEqual(['_.._CON'])
})
