import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import {
  downloadAllPaused,
  downloadFailed,
  downloadProgressed,
  downloadRemoved,
  downloadRequested,
  downloadStarted,
} from '#core/events/downloads.ts'
import type { AppDraft, AppEvent } from '#core/events/index.ts'
import type { Entities, Kind } from '#core/model/entities.ts'
import { reduceDownloads } from '#core/reducers/downloads/downloads.ts'
import { Store } from '#core/reducers/store.ts'
import { wished } from '#tests/support/downloadParts.ts'
import { attach, project } from '../entity.ts'
import { DownloadRowOrder } from './downloadRowOrder.ts'
import { downloadRows } from './downloadRows.ts'
import { bundleStanding, bytesUnderWay, downloadSummary, peekLoading } from './downloads.ts'

const JOBS = 10_000

class CountingStore extends Store {
  reads = 0

  override get<K extends Kind>(kind: K, id: string): Readonly<Entities[K]> | undefined {
    this.reads += 1
    return super.get(kind, id)
  }
}

let own: CountingStore

function happens(draft: AppDraft): number {
  reduceDownloads(own, { ...draft, seq: 1, t: 0, source: 'person', cause: null } as AppEvent)
  own.reads = 0
  project(own.takeTouched())
  return own.reads
}

/** Lets what is counted in later tasks be counted. */
function counted(): void {
  vi.runAllTimers()
}

beforeEach(() => {
  vi.useFakeTimers()
  own = new CountingStore()
  attach(own)
  counted()
  return () => vi.useRealTimers()
})

it('a figure that ticks costs one job, however many there are', () => {
  happens(downloadRequested({ requests: Array.from({ length: JOBS }, (_, n) => wished(String(n))) }))
  counted()
  happens(downloadStarted({ downloadID: 'job-3', totalBytes: 1000, resumedAt: 0 }))
  expect(happens(downloadProgressed({ downloadID: 'job-3', receivedBytes: 500 }))).toBeLessThan(10)
  expect(downloadSummary.peek()).toEqual({
    active: 1,
    waiting: JOBS - 1,
    paused: 0,
    interrupted: 0,
    kept: 0,
    failed: 0,
    finished: 0,
    progress: 0,
  })
  expect(bytesUnderWay.peek()).toEqual({ received: 500, total: 1000 * JOBS })
  expect(downloadRows.peek()).toHaveLength(JOBS)
})

it('ten thousand jobs that change at once are counted in goes of a few hundred', () => {
  happens(downloadRequested({ requests: Array.from({ length: JOBS }, (_, n) => wished(String(n))) }))
  counted()
  expect(happens(downloadAllPaused({}))).toBeLessThan(1000)
  counted()
  expect(downloadSummary.peek()).toMatchObject({ waiting: 0, paused: JOBS })
})

it('nobody makes out the rows while nobody looks at them', () => {
  happens(downloadRequested({ requests: [wished('a'), wished('b')] }))
  expect(downloadRows.peek()).toEqual(['job-a', 'job-b'])
  const asked = vi.spyOn(DownloadRowOrder.prototype, 'ids', 'get')
  onTestFinished(() => asked.mockRestore())
  happens(downloadRequested({ requests: [wished('c')] }))
  happens(downloadStarted({ downloadID: 'job-c', totalBytes: 10, resumedAt: 0 }))
  happens(downloadRemoved({ downloadID: 'job-a' }))
  expect(asked).not.toHaveBeenCalled()
  expect(downloadRows.peek()).toEqual(['job-c', 'job-b'])
  expect(asked).toHaveBeenCalledOnce()
  const stop = downloadRows.subscribe(() => {})
  happens(downloadProgressed({ downloadID: 'job-c', receivedBytes: 5 }))
  expect(asked).toHaveBeenCalledOnce()
  happens(downloadRemoved({ downloadID: 'job-c' }))
  expect(asked).toHaveBeenCalledTimes(2)
  stop()
})

it('the files that load are known without a look at the others', () => {
  happens(downloadRequested({ requests: [wished('z', 'bundle'), wished('a'), wished('b')] }))
  for (const id of ['job-a', 'job-b']) happens(downloadStarted({ downloadID: id, totalBytes: 10, resumedAt: 0 }))
  happens(downloadFailed({ downloadID: 'job-b', reason: 'missing', receivedBytes: 0 }))
  expect(peekLoading().map(({ downloadID }) => downloadID)).toEqual(['job-a'])
  happens(downloadRemoved({ downloadID: 'job-a' }))
  expect(peekLoading()).toEqual([])
})

it('the rows are the same list until one comes, goes or moves, and a song of a bundle has one when it failed', () => {
  const song = (n: number) => ({ ...wished(`s${n}`), place: { bundle: 'job-b', folder: '' } })
  const standing = bundleStanding('job-b')
  happens(downloadRequested({ requests: [wished('b', 'bundle'), wished('a'), song(1), song(2)] }))
  const before = downloadRows.peek()
  expect(before).toEqual(['job-b', 'job-a'])
  happens(downloadStarted({ downloadID: 'job-a', totalBytes: 10, resumedAt: 0 }))
  const loading = downloadRows.peek()
  expect(loading).toEqual(['job-a', 'job-b'])
  happens(downloadProgressed({ downloadID: 'job-a', receivedBytes: 5 }))
  expect(downloadRows.peek()).toBe(loading)
  happens(downloadFailed({ downloadID: 'job-s2', reason: 'missing', receivedBytes: 0 }))
  expect(downloadRows.peek()).toEqual(['job-a', 'job-b', 'job-s2'])
  expect(standing.peek()).toMatchObject({ songs: 2, held: 0, failed: 1, received: 0, total: null })
  happens(downloadRemoved({ downloadID: 'job-a' }))
  expect(downloadRows.peek()).toEqual(['job-b', 'job-s2'])
  attach(new Store())
  counted()
  expect(downloadRows.peek()).toEqual([])
  expect(downloadSummary.peek()).toMatchObject({ active: 0, waiting: 0, failed: 0 })
})

it('how far a bundle is, is let go of with the bundle', () => {
  const standing = bundleStanding('job-b')
  happens(downloadRequested({ requests: [wished('b', 'bundle')] }))
  expect(bundleStanding('job-b')).toBe(standing)
  happens(downloadRemoved({ downloadID: 'job-b' }))
  expect(bundleStanding('job-b')).not.toBe(standing)
})
