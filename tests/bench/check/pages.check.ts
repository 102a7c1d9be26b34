// The benchmarks that drive a browser or ask the built server, each with very little to do: every row comes to a figure, files are right, and no
// peer is missing. Times are not judged.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { check as downloads } from '../downloads.bench.ts'
import { check as gallery } from '../gallery.bench.ts'
import { check as load } from '../load.bench.ts'
import { check as log } from '../log.bench.ts'
import { answerPeople, check as network } from '../network.bench.ts'
import { check as player } from '../player.bench.ts'
import { check as press } from '../press.bench.ts'
import { check as quiet } from '../quiet.bench.ts'
import { check as replay } from '../replay.bench.ts'
import { check as memory } from '../server-memory.bench.ts'
import { closeStage, openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage(answerPeople)
})
afterAll(() => closeStage(stage))
beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => {}))
afterEach(() => void vi.restoreAllMocks())

async function measures(_: string, check: (stage: Stage) => Promise<void>): Promise<void> {
  await check(stage)
  expect(process.exitCode ?? 0).toBe(0)
}

it.each(Object.entries({ load, network, press, 'server-memory': memory }))(
  'the benchmark %s measures what it says',
  measures,
)
// About ten seconds each and more, whatever they have to do.
it.each(Object.entries({ downloads, gallery, log, player, quiet, replay }))(
  'the benchmark %s measures what it says, in its time',
  { tags: ['long'] },
  measures,
)
