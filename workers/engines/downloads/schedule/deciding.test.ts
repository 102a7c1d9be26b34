// How often the engine decides what to do next: when something happened that it has to answer.
import { beforeEach, expect, it, vi } from 'vitest'
import { downloadProgressed } from '#core/events/downloads.ts'
import { Run, World } from '#tests/support/downloadHarness.ts'
import { wav, wished } from '#tests/support/downloadParts.ts'

const decided = vi.hoisted(() => ({ times: 0 }))
vi.mock('./plan.ts', async (original) => {
  const real = await original<typeof import('./plan.ts')>()
  return {
    ...real,
    plan: (...args: Parameters<typeof real.plan>) => {
      decided.times += 1
      return real.plan(...args)
    },
  }
})

let world: World
let run: Run

beforeEach(async () => {
  world = new World()
  run = new Run(world)
  await run.signIn()
})

it('progress makes it decide nothing, neither its own nor what another tab tells', async () => {
  world.song('s', { bytes: wav(20_000), etag: '"1"' })
  world.files.faults.push((seen, file) => world.files.answer(seen, file, { holdAt: 9000 }))
  await run.request(wished('s'))
  // By then a tab has heard of the others.
  await run.advance(1000)
  const before = decided.times
  expect(before).toBeGreaterThan(0)
  const progressed = downloadProgressed({ downloadID: 'job-s', receivedBytes: 9000 })
  for (let n = 0; n < 20; n++) await run.say(progressed, 'downloads')
  for (let n = 0; n < 20; n++) await run.say(progressed, 'tab')
  await run.advance(1000)
  expect(decided.times).toBe(before)
})
