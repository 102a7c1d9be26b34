import { expect, it } from 'vitest'
import type { DownloadJob } from '#core/model/downloads/download.ts'
import { newJob } from '#core/reducers/downloads/downloadJobs.ts'
import { FakeClock } from '#tests/support/fakeClock.ts'
import { aRequest } from '#tests/support/story.ts'
import type { JournalEntry } from '../journal/journal.ts'
import { tailOf } from '../sinks/tails.ts'
import { adopt, type TakingOverParts } from './takingOver.ts'

const known = { validator: '"1"', total: 100, sha256: null }
const left = (id: string, fields: Partial<DownloadJob>, more: Partial<JournalEntry> = {}): JournalEntry => ({
  job: { ...newJob(aRequest(id), id), ...fields },
  known,
  ...more,
})

/** How many bytes are said to be here of what earlier visits left, by id. */
async function said(entries: JournalEntry[], files: Record<string, number>): Promise<Record<string, number>> {
  const told: Record<string, number> = {}
  const parts = {
    clock: new FakeClock(),
    journal: { adopt: async () => entries },
    memory: { known: () => null, restored() {}, hold: () => () => {} },
    sinks: { file: async (id: string) => (id in files ? new Blob([new Uint8Array(files[id] ?? 0)]) : null) },
    jobs: () => [],
    send(facts: Parameters<TakingOverParts['send']>[0]) {
      for (const { draft } of facts)
        if (draft.type === 'download.restored')
          for (const job of draft.payload.jobs) told[job.downloadID] = job.receivedBytes
    },
  } as unknown as TakingOverParts
  await adopt(parts, { player: 'p', cause: 1, isOn: () => true }, new Set())
  return told
}

it('how far a job came that broke off is what lies on the disk, of both its halves', async () => {
  const entries = [
    left('one', { status: 'loading', receivedBytes: 10 }),
    left('two', { status: 'failed', receivedBytes: 10 }, { known: { ...known, tail: 50 } }),
    left('gone', { status: 'failed', receivedBytes: 1 }, { known: null }),
  ]
  const files = { one: 30, two: 20, [tailOf('two')]: 5, gone: 30 }
  expect(await said(entries, files)).toEqual({ one: 30, two: 25, gone: 0 })
})

it('of a job that has not begun, or is finished, nothing is looked up', async () => {
  const entries = [
    left('waiting', { status: 'waiting', receivedBytes: 0 }),
    left('finished', { status: 'finished', receivedBytes: 100 }),
  ]
  expect(await said(entries, { waiting: 30 })).toEqual({ waiting: 0, finished: 100 })
})
