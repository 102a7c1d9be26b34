// What the engine keeps of a job ends with it.
import { expect, it, vi } from 'vitest'
import { Run, World } from '#tests/support/downloadHarness.ts'
import { wav, wished } from '#tests/support/downloadParts.ts'
import { PerJob } from './schedule/perJob.ts'

it('a job that is over is let go of: saved, or removed', async () => {
  const world = new World()
  const run = new Run(world)
  await run.signIn()
  const changed = vi.spyOn(PerJob.prototype, 'changed')
  for (const id of ['a', 'b']) world.song(id, { bytes: wav(20_000), etag: '"1"' })
  await run.request(wished('a'), wished('b'))
  await run.advance(1000)
  await run.saved('job-a')
  await run.remove('job-b')
  expect(changed.mock.calls.filter(([, status]) => status === undefined || status === 'finished')).toEqual([
    ['job-a', 'finished'],
    ['job-b', undefined],
  ])
  changed.mockRestore()
})
