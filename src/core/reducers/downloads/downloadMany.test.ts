// What happens to ten thousand jobs at once looks at each of them a few times, and what happens to one at a few of them.
import { expect, it } from 'vitest'
import { wished } from '#tests/support/downloadParts.ts'
import {
  downloadAllPaused,
  downloadAllResumed,
  downloadFailed,
  downloadFailedRetried,
  downloadProgressed,
  downloadRequested,
  downloadStarted,
} from '../../events/downloads.ts'
import type { AppDraft, AppEvent } from '../../events/index.ts'
import type { Entities, Kind } from '../../model/entities.ts'
import { Store } from '../store.ts'
import { reduceDownloads } from './downloads.ts'

const JOBS = 10_000

class CountingStore extends Store {
  reads = 0

  override get<K extends Kind>(kind: K, id: string): Readonly<Entities[K]> | undefined {
    this.reads += 1
    return super.get(kind, id)
  }
}

const happened = (draft: AppDraft) => ({ ...draft, seq: 1, t: 0, source: 'person', cause: null }) as AppEvent
const idOf = (n: number) => `job-${n}`

function full(): CountingStore {
  const state = new CountingStore()
  const requests = Array.from({ length: JOBS }, (_, n) => wished(String(n)))
  reduceDownloads(state, happened(downloadRequested({ requests })))
  return state
}

function readsOf(state: CountingStore, draft: AppDraft): number {
  state.reads = 0
  reduceDownloads(state, happened(draft))
  return state.reads
}

const statuses = (state: Store) => {
  const all = state.single('jobOrder').ids.map((id) => state.get('job', id)?.status ?? 'none')
  return Object.fromEntries([...new Set(all)].map((status) => [status, all.filter((one) => one === status).length]))
}

it('restarting 5,000 of 10,000 jobs looks at each a few times', () => {
  const state = full()
  for (let n = 0; n < JOBS / 2; n++)
    reduceDownloads(state, happened(downloadFailed({ downloadID: idOf(n), reason: 'network', receivedBytes: 0 })))
  expect(readsOf(state, downloadFailedRetried({}))).toBeLessThan(8 * JOBS)
  expect(statuses(state)).toEqual({ waiting: JOBS })
  expect(state.single('jobOrder').ids.slice(0, 1)).toEqual([idOf(JOBS / 2)])
})

it('pausing and resuming all of 10,000 jobs looks at each a few times', () => {
  const state = full()
  expect(readsOf(state, downloadAllPaused({}))).toBeLessThan(8 * JOBS)
  expect(statuses(state)).toEqual({ paused: JOBS })
  expect(readsOf(state, downloadAllResumed({}))).toBeLessThan(8 * JOBS)
  expect(statuses(state)).toEqual({ waiting: JOBS })
})

it('what one of 10,000 jobs reports is that job alone', () => {
  const state = full()
  for (const draft of [
    downloadStarted({ downloadID: idOf(7), totalBytes: 10, resumedAt: 0 }),
    downloadProgressed({ downloadID: idOf(7), receivedBytes: 5 }),
    downloadFailed({ downloadID: idOf(7), reason: 'network', receivedBytes: 5 }),
  ])
    expect(readsOf(state, draft)).toBeLessThan(10)
})
