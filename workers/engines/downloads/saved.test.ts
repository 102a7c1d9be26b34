// Files that are whole, on their way to the browser.
import { beforeEach, expect, it } from 'vitest'
import { appOpened } from '#core/events/app.ts'
import { downloadAllPaused, downloadAllResumed } from '#core/events/downloads.ts'
import { Run, World } from '#tests/support/downloadHarness.ts'
import { MemoryFolder, wav, wished } from '#tests/support/downloadParts.ts'

let world: World
let run: Run
const bytes = wav(20_000)

beforeEach(async () => {
  world = new World()
  run = new Run(world)
  const opened = { startedAt: world.clock.now(), build: '1', language: 'en', width: 1, height: 1, online: true }
  await run.say(appOpened(opened), 'platform')
  world.song('a', { bytes, etag: '"1"' })
  await run.signIn()
})

it('a file that is stored and cannot be had does not come again', async () => {
  await run.request(wished('a'))
  expect(run.engine.comesAgain('job-a')).toBe(false)
  await run.advance(500)
  expect(run.stored('job-a')).toBeDefined()
  // The browser threw it away.
  world.sinks.parts.clear()
  expect(await run.engine.file('job-a')).toBeNull()
  expect(run.engine.comesAgain('job-a')).toBe(false)
})

it('one that loads comes again', async () => {
  world.files.faults.push((seen, file) => world.files.answer(seen, file, { holdAt: 8192 }))
  await run.request(wished('a'))
  expect(run.engine.comesAgain('job-a')).toBe(true)
})

it('one that was paused and resumed when it was whole can be had, and is fetched once', async () => {
  await run.request(wished('a'))
  await run.say([downloadAllPaused({}), downloadAllResumed({})])
  await run.advance(500)
  expect(await run.bytes('job-a')).toEqual(bytes)
  await run.saved('job-a')
  expect(world.files.seen).toHaveLength(1)
})

it('the journal says when a file came to its folder', async () => {
  world.folders.picked.set('p1', new MemoryFolder('Promo'))
  await run.advance(3_600_000)
  const before = world.clock.now()
  await run.request(wished('a'))
  await run.advance(1000)
  const savedAt = world.journal.records.get('p1')?.[0]?.job.savedAt ?? 0
  expect(savedAt).toBeGreaterThanOrEqual(before)
  expect(savedAt).toBeLessThanOrEqual(world.clock.now())
})
