import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-react'
import { AUDIO_FORMATS } from '#core/model/catalogue/release.ts'
import { type DownloadJob, downloadKey } from '#core/model/downloads/download.ts'
import type { Foreseen } from '#core/model/downloads/pace.ts'
import { entity, follow, peekState, single } from '../entity.ts'
import { type AllBytes, type BundleStanding, type Counts, DownloadTally, type FailureCount } from './downloadTally.ts'

const downloadOrder = single('jobOrder')
export const downloadJob = (downloadID: string) => entity('job', downloadID)

/** Where finished files go. */
export const downloadFolder = single('downloadFolder')

const app = single('app')
/** Whether nothing is loaded any more until the page is loaded anew. */
export const downloadsLost = computed(() => app.value.downloadsLost === true)

/** Whether files wait for a server that does not answer. */
export const downloadServer = single('downloadServer')

/** So many jobs are counted in one go: ten thousand that were all paused at once are, some tasks later. */
const AT_ONCE = 500

const tally = new DownloadTally()
const summary = signal({ ...tally.counts, progress: 0 }, { name: 'downloadSummary' })
const underWay = signal<Foreseen>(tally.underWay, { name: 'bytesUnderWay' })
const all = signal<AllBytes>(tally.all, { name: 'bytesListed' })
const failures = signal<readonly FailureCount[]>([], { name: 'downloadFailures' })
const bundles = new Map<string, Signal<BundleStanding>>()
/** Changed since they were counted last. */
const uncounted = new Set<string>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Keeps the rows of the list, which come with the list. */
export interface RowKeeper {
  /** The line is another one. @param line ids of all jobs */
  order(line: readonly string[]): void
  /** @param job what it is now; undefined: gone */
  note(id: string, job: Readonly<DownloadJob> | undefined): void
  show(): void
}
let keeper: RowKeeper | null = null

/** Tells it of every job there is, and from now on of what changes. */
export function keepRows(one: RowKeeper): void {
  keeper = one
  for (const id of tally.ids()) one.note(id, tally.job(id))
  one.order(downloadOrder.peek().ids)
  one.show()
}

/** What was counted since the figures were shown last, and its bundles. */
const touched = new Set<string>()

follow('jobOrder', () => {
  keeper?.order(downloadOrder.peek().ids)
  count()
})
follow('job', (ids) => {
  for (const id of ids ?? [...tally.ids(), ...peekState().ids('job')]) uncounted.add(id)
  count()
})

/** Few at once. Many in tasks of their own, after whoever changed them is done, and shown when all are counted. */
function count(): void {
  clearTimeout(timer)
  if (uncounted.size > AT_ONCE) timer = setTimeout(countSome)
  else countSome()
}

function countSome(): void {
  let left = AT_ONCE
  for (const id of uncounted) {
    if (left-- === 0) break
    uncounted.delete(id)
    const before = tally.job(id)
    const job = peekState().get('job', id)
    for (const bundle of [id, before?.place?.bundle, job?.place?.bundle]) if (bundle) touched.add(bundle)
    tally.note(id, job)
    keeper?.note(id, job)
  }
  if (uncounted.size > 0) timer = setTimeout(countSome)
  else batch(publish)
}

function publish(): void {
  const foreseen = tally.underWay
  if (!isSame(foreseen, underWay.peek())) underWay.value = foreseen
  const counts = { ...tally.counts, progress: percentOf(foreseen) }
  if (!isSame(counts, summary.peek())) summary.value = counts
  const listed = tally.all
  if (!isSame(listed, all.peek())) all.value = listed
  const why = tally.failures
  if (why.length !== failures.peek().length || why.some((one, n) => !isSame(one, failures.peek()[n] ?? {})))
    failures.value = why
  for (const id of touched) {
    const standing = bundles.get(id)
    if (standing) standing.value = tally.bundle(id)
    if (!tally.job(id)) bundles.delete(id)
  }
  touched.clear()
  keeper?.show()
}

const isSame = <T extends object>(one: T, other: Partial<T>) =>
  (Object.keys(one) as (keyof T)[]).every((key) => one[key] === other[key])

/** Why jobs failed, the most frequent first. */
export const downloadFailures: ReadonlySignal<readonly FailureCount[]> = failures

/** Bytes of everything that is listed. */
export const bytesListed: ReadonlySignal<AllBytes> = all

export type { BundleStanding }

export function bundleStanding(bundle: string): ReadonlySignal<BundleStanding> {
  const standing = bundles.get(bundle) ?? signal(tally.bundle(bundle), { name: `bundle/${bundle}` })
  bundles.set(bundle, standing)
  return standing
}

/** Counts by status, as the header and the popover's summary say them. */
export const downloadSummary: ReadonlySignal<Counts & { readonly progress: number }> = summary

/** Bytes of the batches that are under way: what is here, what is to come (null: unknown). */
export const bytesUnderWay: ReadonlySignal<Foreseen> = underWay

/** Bytes that came over the line since the page was opened, in any tab, as they are counted now. */
export const peekArrivedBytes = (): number => tally.arrived

function percentOf({ received, total }: Foreseen): number {
  return total ? Math.floor((received / total) * 100) : 0
}

const releaseKeys = (releaseid: string) =>
  AUDIO_FORMATS.map((format) => downloadKey({ type: 'release', mediaID: releaseid, format }))

/** Whether this player downloaded a song on this device before, in any format, alone or with its release. */
export function hasDownloadedSong(trackid: string, releaseid: string): ReadonlySignal<boolean> {
  const alone = AUDIO_FORMATS.map((format) => downloadKey({ type: 'song', mediaID: trackid, format }))
  return hasAny([...alone, ...releaseKeys(releaseid)])
}

/** The same of a video, which comes in no zip. */
export function hasDownloadedVideo(trackid: string): ReadonlySignal<boolean> {
  return hasAny([downloadKey({ type: 'video', mediaID: trackid, format: 'mp4' })])
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

/** The files that load now, for what measures them. */
export const peekLoading = (): readonly Readonly<DownloadJob>[] => tally.loading

/** The jobs as they are now, for a receipt. */
export const peekJobs = (): readonly Readonly<DownloadJob>[] =>
  downloadOrder.peek().ids.flatMap((id) => tally.job(id) ?? [])

/** Whether the downloads popover is open: state of this page alone. */
export const downloadsOpen = signal(false, { name: 'downloadsOpen' })
