// H-137: a session that expires, over the real journal with a record for each tab.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Run, World } from '#tests/support/downloadHarness.ts'
import { wav, wished } from '#tests/support/downloadParts.ts'
import { MemoryStore } from '#tests/support/journals.ts'

let world: World
let first: Run
const bytes = wav(20_000)

/** A job of which 8192 bytes lie on the disk. */
async function begunIn(run: Run): Promise<void> {
  world.files.faults.push((seen, file) => world.files.answer(seen, file, { holdAt: 8192 }))
  await run.request(wished('a'))
  await run.advance(5000)
}

/** It goes on where it stood: nothing is fetched twice. */
async function goesOn(run: Run): Promise<void> {
  await run.restart('job-a')
  await run.advance(1000)
  expect(world.files.seen.map(({ range }) => range).slice(0, 2)).toEqual([null, 'bytes=8192-'])
  expect(await run.bytes('job-a')).toEqual(bytes)
}

beforeEach(async () => {
  world = new World()
  world.store = new MemoryStore()
  world.song('a', { bytes, etag: '"1"' })
  first = new Run(world, 'first')
  await first.signIn()
  await first.advance(100)
})

it('the list is there again however long it takes to be read, and whatever is said meanwhile', async () => {
  await begunIn(first)
  await first.signOut('expired')
  await first.advance(1000)
  const late = (ms: number) => new Promise<void>((resolve) => void world.clock.setTimer(resolve, ms))
  vi.spyOn(world.history, 'load').mockImplementationOnce(() => late(100).then(() => ['audio|x|wav']))
  vi.spyOn(world.folders, 'load').mockImplementation(() => late(2000).then(() => null))
  await first.signIn()
  await first.advance(5000)
  expect(first.rows).toEqual(['job-a failed'])
  vi.mocked(world.folders.load).mockRestore()
  await goesOn(first)
})

describe('with two tabs', () => {
  let second: Run

  beforeEach(async () => {
    second = new Run(world, 'second')
    await second.signIn()
    await second.advance(5000)
    await begunIn(first)
    expect(second.rows).toEqual(['job-a loading'])
  })

  it('whoever signs in again first has the jobs, with their bytes, and shows them in both', async () => {
    await first.signOut('expired')
    await second.signOut('expired')
    await second.advance(1000)
    await second.signIn()
    await first.signIn()
    await second.advance(5000)
    expect(second.rows).toEqual(['job-a failed'])
    expect(first.rows).toEqual(['job-a failed'])
    await goesOn(second)
  })

  it.each([0, 300, 2000])('one that leads for %d ms before it hears of the end spoils nothing', async (ms) => {
    await first.signOut('expired')
    await second.advance(ms)
    await second.signOut('expired')
    await second.advance(1000)
    await first.signIn()
    await first.advance(5000)
    expect(first.rows.map((row) => row.split(' ')[0])).toEqual(['job-a'])
    await goesOn(first)
  })

  it('what was removed before does not come again', async () => {
    await second.remove('job-a')
    await second.advance(1000)
    await first.signOut('expired')
    await second.advance(10)
    await second.signOut('expired')
    await second.advance(1000)
    await second.signIn()
    await first.signIn()
    await second.advance(5000)
    expect([first.rows, second.rows]).toEqual([[], []])
  })
})
