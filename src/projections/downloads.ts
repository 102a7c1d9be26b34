import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import { type DownloadJob, downloadKey, isHeld } from '#core/model/download.ts'
import { foresee } from '#core/model/pace.ts'
import type { AudioFormat } from '#core/model/release.ts'
import { entity, peekState, single } from './entity.ts'

export const downloadOrder = single('jobOrder')
export const downloadJob = (downloadID: string) => entity('job', downloadID)

/** Where finished files go. */
export const downloadFolder = single('downloadFolder')

export const downloadSettings = computed(() => entity('setting', 'self').value?.downloads)

/** Looked up when the order changes, not with each figure that ticks. */
const signalsOfJobs = computed(() => downloadOrder.value.ids.map(downloadJob))

/** Every job, in the order they start in. */
const jobs = computed(() => signalsOfJobs.value.flatMap((job) => job.value ?? []))

let rowsBefore: readonly string[] = []

/**
 * What has a row of its own: every job but the songs of a bundle, of which those that failed are named. The same list
 * until it is another one.
 */
export const downloadRows = computed(() => {
  const rows = jobs.value.filter((job) => !job.place || job.status === 'failed').map((job) => job.downloadID)
  const isSame = rows.length === rowsBefore.length && rows.every((id, n) => id === rowsBefore[n])
  rowsBefore = isSame ? rowsBefore : rows
  return rowsBefore
})

/** How far a bundle is: its songs by what became of them, and its bytes (total null: unknown). */
export interface BundleStanding {
  readonly songs: number
  readonly held: number
  readonly failed: number
  readonly received: number
  readonly total: number | null
}

export const bundleStanding = (bundle: string): ReadonlySignal<BundleStanding> =>
  computed(() => {
    const parts = jobs.value.filter((job) => job.place?.bundle === bundle)
    return {
      songs: parts.length,
      held: parts.filter(isHeld).length,
      failed: parts.filter((job) => job.status === 'failed').length,
      ...foresee(parts.map((job) => (job.status === 'failed' ? { ...job, receivedBytes: 0 } : job))),
    }
  })

/** Counts by status, as the header and the popover's summary say them. */
export const downloadSummary = computed(() => {
  const counts = { active: 0, waiting: 0, paused: 0, failed: 0, finished: 0 }
  for (const { status, place } of jobs.value) if (!place) counts[status === 'loading' ? 'active' : status]++
  return { ...counts, progress: percentOf(bytesUnderWay.value) }
})

/** Bytes of the batches that are under way: what is here, what is to come (null: unknown). */
export const bytesUnderWay = computed(() => {
  const batches = new Set<string>()
  // What a bundle holds is loading; whether anything comes is the bundle's to say.
  for (const { status, batch, place } of jobs.value)
    if (!place && (status === 'loading' || status === 'waiting')) batches.add(batch)
  return foresee(jobs.value.filter((job) => batches.has(job.batch) && counts(job)))
})

/** What failed or stands still is not waited for. */
const counts = ({ status, type }: Readonly<DownloadJob>) =>
  status !== 'failed' && status !== 'paused' && type !== 'bundle'

function percentOf({ received, total }: { received: number; total: number | null }): number {
  return total ? Math.floor((received / total) * 100) : 0
}

const AUDIO_FORMATS: readonly AudioFormat[] = ['wav', 'mp3']

const releaseKeys = (releaseid: string) =>
  AUDIO_FORMATS.map((format) => downloadKey({ type: 'release', mediaID: releaseid, format }))

/** Whether this player downloaded a song or video on this device before, in any format, alone or with its release. */
export function hasDownloadedSong(trackid: string, releaseid: string): ReadonlySignal<boolean> {
  const keys = [
    ...AUDIO_FORMATS.map((format) => downloadKey({ type: 'song', mediaID: trackid, format })),
    downloadKey({ type: 'video', mediaID: trackid, format: 'mp4' }),
    ...releaseKeys(releaseid),
  ]
  return hasAny(keys)
}

/** Whether this player downloaded a release as a whole on this device before, in either format. */
export function hasDownloadedRelease(releaseid: string): ReadonlySignal<boolean> {
  return hasAny(releaseKeys(releaseid))
}

/** The same as it is now, for the gallery's slots. */
export function peekDownloadedRelease(releaseid: string): boolean {
  const state = peekState()
  return releaseKeys(releaseid).some((key) => state.get('downloaded', key) !== undefined)
}

function hasAny(keys: readonly string[]): ReadonlySignal<boolean> {
  const held = keys.map((key) => entity('downloaded', key))
  return computed(() => held.some((one) => one.value !== undefined))
}

/** The jobs as they are now, for a receipt and for what measures them. */
export const peekJobs = (): readonly Readonly<DownloadJob>[] => jobs.peek()

/** Whether the downloads popover is open: state of this page alone. */
export const downloadsOpen = signal(false, { name: 'downloadsOpen' })
