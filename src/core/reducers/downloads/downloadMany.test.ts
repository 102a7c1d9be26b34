// What happens to ten thousand jobs at once looks at each of them a few times, and what happens to one at a few of them.
import { expect, it, vi } from 'vitest'
import { wished } from '#tests/support/downloadParts.ts'
import {
  downloadAllPaused,
  downloadAllResumed,
  downloadBundlePlanned,
  downloadFailed,
  downloadFailedRetried,
  downloadMirrored,
  downloadMoved,
  downloadProgressed,
  downloadRequested,
  downloadStarted,
  downloadStored,
} from '../../events/downloads.ts'
import type { AppDraft, AppEvent } from '../../events/index.ts'
import type { DownloadJob } from '../../model/downloads/download.ts'
import { type Entities, type Kind, SELF } from '../../model/entities.ts'
import { Store } from '../store.ts'
import { partsOf } from './bundles.ts'
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

const BUNDLES = 100
const songOf = (bundle: number, n: number) => `z-${bundle}.${n}`

/** A hundred bundles of a hundred songs. */
function bundled(): CountingStore {
  const state = new CountingStore()
  for (let bundle = 0; bundle < BUNDLES; bundle++) {
    const downloadID = `z-${bundle}`
    const songs = Array.from({ length: JOBS / BUNDLES }, (_, n) => ({
      ...wished(`${bundle}.${n}`),
      downloadID: songOf(bundle, n),
      place: { bundle: downloadID, folder: '' },
    }))
    const gather = { as: 'zip' as const, sources: [] }
    reduceDownloads(state, happened(downloadRequested({ requests: [{ ...wished(downloadID, 'bundle'), downloadID, gather }] }))) // biome-ignore format: one line
    reduceDownloads(state, happened(downloadBundlePlanned({ downloadID, songs, leftOut: 0 })))
  }
  return state
}

it('what one song of a bundle reports costs its bundle and not 10,000 jobs', () => {
  const state = bundled()
  const started = (n: number) => downloadStarted({ downloadID: songOf(5, n), totalBytes: 10, resumedAt: 0 })
  readsOf(state, started(0))
  for (const draft of [
    started(7),
    downloadFailed({ downloadID: songOf(5, 7), reason: 'network', receivedBytes: 5 }),
    downloadStored({ downloadID: songOf(5, 0), bytes: 10, sha256: null, fileName: 'a.wav', crc32: 1 }),
  ])
    expect(readsOf(state, draft)).toBeLessThan((2 * JOBS) / BUNDLES)
  expect(state.get('job', 'z-5')?.status).toBe('loading')
})

it('a song that another tab has in another bundle counts there, however often its bundles were asked for', () => {
  const state = bundled()
  reduceDownloads(state, happened(downloadStarted({ downloadID: songOf(5, 0), totalBytes: 10, resumedAt: 0 })))
  const song = state.get('job', songOf(5, 0)) as DownloadJob
  const place = { bundle: 'z-6', folder: '' }
  reduceDownloads(state, happened(downloadMirrored({ jobs: [{ ...song, place }], order: null })))
  expect([partsOf(state, 'z-5').length, partsOf(state, 'z-6').length]).toEqual([99, 101])
})

it('moving a bundle among 10,000 jobs does not look for each of them among its songs', () => {
  const state = bundled()
  const looks = vi.spyOn(Array.prototype, 'includes')
  reduceDownloads(state, happened(downloadMoved({ downloadID: 'z-0', before: null })))
  const times = looks.mock.calls.length
  looks.mockRestore()
  expect(times).toBeLessThan(10)
  expect(state.single('jobOrder').ids.slice(-101)).toEqual([
    'z-0',
    ...partsOf(state, 'z-0').map((one) => one.downloadID),
  ])
  expect(state.single('jobOrder').ids[0]).toBe('z-1')
})

it('songs whose jobs come after their order count as soon as they are there', () => {
  const state = bundled()
  const copy = new Store()
  copy.set('jobOrder', SELF, { ids: [...state.single('jobOrder').ids] })
  expect(partsOf(copy, 'z-5')).toEqual([])
  for (const id of state.single('jobOrder').ids) copy.set('job', id, state.get('job', id) as DownloadJob)
  expect(partsOf(copy, 'z-5')).toHaveLength(100)
})
