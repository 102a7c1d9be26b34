/**
 * Bundles: a job that stands for many songs, each of which is a job of its own behind it in the order. The songs
 * load as any other; what the bundle's own job shows follows from theirs, here and nowhere else. When every song is
 * held the engine makes the zip; the songs are finished when that is.
 */
import type { PayloadOf } from '../../events/index.ts'
import {
  type DownloadJob,
  type DownloadRequest,
  downloadKey,
  isHeld,
  isInterrupted,
  type JobStatus,
} from '../../model/downloads/download.ts'
import { type LeftOut, spokenName } from '../../model/downloads/leftOut.ts'
import { SELF } from '../../model/entities.ts'
import { uniqueName } from '../../model/text/wholeName.ts'
import type { ReadonlyStore, Store } from '../store.ts'
import { dropJobs, FAILED, finished, HANDLES, newJob, remember, startOver, waitAgain } from './downloadJobs.ts'

/** Ids of the songs of every bundle, in order, by bundle: one walk, for whoever asks for more than one. */
export type Groups = ReadonlyMap<string, readonly string[]>

/**
 * The songs as they were found last, by the order they were found in. An event that brings, drops or moves jobs, or gives
 * a song another bundle, makes another order: what happens to a song costs its bundle and not all jobs.
 */
const found = new WeakMap<readonly string[], Groups>()

/** @returns the songs of each bundle that has some */
export function groupsOf(state: ReadonlyStore): Groups {
  const { ids } = state.single('jobOrder')
  const known = found.get(ids)
  if (known) return known
  const groups = new Map<string, string[]>()
  let isWhole = true
  for (const id of ids) {
    const job = state.get('job', id)
    isWhole &&= job !== undefined
    if (!job?.place) continue
    const group = groups.get(job.place.bundle)
    if (group) group.push(id)
    else groups.set(job.place.bundle, [id])
  }
  // A job that is still to come may be anybody's song.
  if (isWhole) found.set(ids, groups)
  return groups
}

/** The songs of a bundle, in order. */
export function partsOf(state: ReadonlyStore, bundle: string): DownloadJob[] {
  return (groupsOf(state).get(bundle) ?? []).flatMap((id) => state.get('job', id) ?? [])
}

/** The songs are known: they become jobs, of the bundle or of their own. */
export function planBundle(state: Store, planned: PayloadOf<'download.bundlePlanned'>): void {
  const { downloadID, songs, leftOut, missing } = planned
  const bundle = state.get('job', downloadID)
  if (bundle?.status !== 'waiting' || !bundle.isZipping) return
  const asFiles = bundle.gather?.as === 'files'
  const { wanted, not } = withoutDoubles(state, songs, asFiles)
  // Of what is fetched as files some may have been found, or left out, before.
  if (wanted.length === 0 && !(asFiles && bundle.trackcount > 0)) {
    const known = foundOut(bundle)
    return state.set('job', downloadID, {
      ...bundle,
      ...FAILED,
      reason: 'empty',
      leftOut: known.leftOut + leftOut + not.length,
      ...(missing && { missing: [...known.missing, ...missing, ...not] }),
    })
  }
  if (asFiles) return endFiles(state, bundle, wanted, { leftOut, missing: missing ?? [] }, not)
  const named = missing && { missing: [...missing, ...not] }
  const choices = state.single('setting').downloads
  const names = new Map<string, Set<string>>()
  for (const song of wanted) {
    const job = newJob(song, bundle.batch, choices)
    const folder = song.place?.folder.toLowerCase() ?? ''
    const taken = names.get(folder) ?? new Set()
    names.set(folder, taken)
    state.set('job', song.downloadID, { ...job, fileName: uniqueName(job.fileName, taken) })
  }
  const ids = wanted.map((song) => song.downloadID)
  const { ids: order } = state.single('jobOrder')
  state.set('jobOrder', SELF, { ids: order.flatMap((id) => (id === downloadID ? [id, ...ids] : [id])) })
  const leave = songs.length - wanted.length + leftOut
  const foreseen = foreseenOf(wanted)
  state.set('job', downloadID, {
    ...bundle,
    isZipping: false,
    trackcount: wanted.length,
    leftOut: leave,
    ...(choices.zipLists && { lists: true }),
    ...named,
    ...(foreseen === null ? {} : { foreseen }),
  })
}

/** Bytes of all of them, about; null where that was not foreseen. */
function foreseenOf(songs: readonly DownloadRequest[]): number | null {
  return songs.every(({ foreseen }) => foreseen !== undefined)
    ? songs.reduce((all, { foreseen = 0 }) => all + foreseen, 0)
    : null
}

/** Some songs of a bundle that is fetched as files are known: jobs of their own. What is looked for stands behind them. */
export function addFound(state: Store, told: PayloadOf<'download.songsFound'>): void {
  const { downloadID, songs, sources, missing = [] } = told
  const bundle = state.get('job', downloadID)
  if (bundle?.status !== 'waiting' || !bundle.isZipping || bundle.gather?.as !== 'files') return
  const { wanted, not } = withoutDoubles(state, songs, true)
  addBefore(state, bundle, wanted)
  const known = foundOut(bundle).missing.length
  const { sure = known, ...before } = bundle
  const isPart = !!sources && sources === bundle.found
  state.set('job', downloadID, {
    ...before,
    trackcount: bundle.trackcount + wanted.length,
    ...(sources !== undefined && { found: sources }),
    ...lacking(bundle, { leftOut: missing.length, missing }, not),
    ...(isPart && { sure }),
  })
}

/** The last songs are known. A bundle of which something cannot be had stays, and says what. */
function endFiles(
  state: Store,
  bundle: DownloadJob,
  songs: readonly DownloadRequest[],
  left: Required<Pick<DownloadJob, 'leftOut' | 'missing'>>,
  not: readonly LeftOut[],
): void {
  addBefore(state, bundle, songs)
  const trackcount = bundle.trackcount + songs.length
  const done = { ...finished(bundle), status: 'finished', isZipping: false, progress: 100, trackcount } as const
  const all = lacking(bundle, left, not)
  if (all.leftOut) state.set('job', bundle.downloadID, { ...done, ...all })
  else dropJobs(state, (job) => job.downloadID === bundle.downloadID)
}

/** What cannot be had as a file, with what was found out before. A song that comes once lacks nowhere. */
function lacking(
  bundle: DownloadJob,
  { leftOut = 0, missing = [] }: Pick<DownloadJob, 'leftOut' | 'missing'>,
  not: readonly LeftOut[],
): Pick<DownloadJob, 'leftOut' | 'missing'> {
  const known = foundOut(bundle)
  const more = not.filter(({ why }) => why !== 'double')
  return {
    leftOut: known.leftOut + leftOut + more.length,
    missing: [...known.missing, ...missing, ...more],
  }
}

/** What the search under way found out already. What was told of one before it is found out anew. */
function foundOut({ found, leftOut = 0, missing = [] }: DownloadJob): { leftOut: number; missing: LeftOut[] } {
  return found === undefined ? { leftOut: 0, missing: [] } : { leftOut, missing }
}

/** What a search broke off within is looked for again from its beginning; within its first source: all of it. */
function searchAgain(state: Store, { downloadID, found, sure, missing }: DownloadJob): void {
  const nothing = { sure: undefined, found: undefined, leftOut: undefined, missing: undefined }
  if (found === 0) state.patch('job', downloadID, nothing)
  else if (sure !== undefined)
    state.patch('job', downloadID, { sure: undefined, leftOut: sure, missing: missing?.slice(0, sure) })
}

function addBefore(state: Store, bundle: DownloadJob, songs: readonly DownloadRequest[]): void {
  const choices = state.single('setting').downloads
  for (const song of songs) state.set('job', song.downloadID, newJob(song, bundle.batch, choices))
  const ids = songs.map((song) => song.downloadID)
  const { ids: order } = state.single('jobOrder')
  state.set('jobOrder', SELF, { ids: order.flatMap((id) => (id === bundle.downloadID ? [...ids, id] : [id])) })
}

/** Each song once in each folder, and nothing that is here already where only new things are wanted. */
function withoutDoubles(
  state: Store,
  songs: readonly DownloadRequest[],
  asFiles: boolean,
): { wanted: DownloadRequest[]; not: LeftOut[] } {
  const { onlyNew } = state.single('setting').downloads
  const seen = new Set(asFiles ? unfinishedItems(state) : [])
  const ids = new Set<string>()
  const not: LeftOut[] = []
  const wanted = songs.filter((song) => {
    const key = downloadKey(song)
    const placed = `${song.place?.folder ?? ''}\n${key}`
    const isHere =
      onlyNew &&
      (state.get('downloaded', key) ||
        state.get('downloaded', downloadKey({ ...song, type: 'release', mediaID: song.releaseid ?? '' })))
    const isOwn = ids.has(song.downloadID) || !!state.get('job', song.downloadID)
    if (isHere || isOwn || seen.has(asFiles ? key : placed)) {
      // What a search fetched itself before it was held up is not left out of it.
      not.push({ name: spokenName(song), why: isHere && !(asFiles && isOwn) ? 'here' : 'double' })
      return false
    }
    ids.add(song.downloadID)
    seen.add(asFiles ? key : placed)
    return true
  })
  return { wanted, not }
}

/** For fewer items than this every job is held against each; for more, a key is made of every job. */
const FEW = 4

/**
 * The items that are waiting or loading now, by type, id and format. The songs of a bundle are its own.
 * @param asked whoever asks for these alone need not know of others
 */
export function unfinishedItems(state: Store, asked?: readonly DownloadRequest[]): Set<string> {
  const items = new Set<string>()
  const isAsked = ({ type, mediaID, format }: DownloadJob) =>
    asked?.some((one) => one.mediaID === mediaID && one.type === type && one.format === format)
  const areFew = asked !== undefined && asked.length < FEW
  state.each('job', (job) => {
    if (job.place || job.status === 'finished' || job.status === 'failed') return
    if (!areFew || isAsked(job)) items.add(downloadKey(job))
  })
  return items
}

/**
 * What bundles are, from what their songs are. A failure of its own stays until it is restarted.
 * @param only the one bundle a change can have reached; undefined: any
 */
export function settleBundles(state: Store, only?: string): void {
  if (only !== undefined) return settleOne(state, only, partsOf(state, only))
  for (const [id, songs] of groupsOf(state))
    settleOne(
      state,
      id,
      songs.map((song) => state.get('job', song) as DownloadJob),
    )
}

function settleOne(state: Store, id: string, parts: readonly DownloadJob[]): void {
  const bundle = state.get('job', id)
  if (bundle && bundle.status !== 'finished' && parts.length > 0) settle(state, bundle, parts)
}

function settle(state: Store, bundle: DownloadJob, parts: readonly DownloadJob[]): void {
  const isHere = (status: JobStatus) => parts.some((part) => part.status === status && !isHeld(part))
  const all = parts.every(isHeld)
  if (all && bundle.status === 'failed' && bundle.reason !== 'parts' && bundle.reason !== 'interrupted') return
  const begun = isHere('loading') || parts.some(isHeld)
  const isUnderWay = isHere('loading') || isHere('waiting')
  const status: JobStatus = isUnderWay
    ? begun
      ? 'loading'
      : 'waiting'
    : isHere('paused')
      ? 'paused'
      : isHere('failed')
        ? 'failed'
        : 'loading'
  // A song that a reload cut off goes on when somebody says so: as long as there is one, so does the bundle.
  const reason = status !== 'failed' ? null : parts.some(isInterrupted) ? 'interrupted' : 'parts'
  const isOwn = bundle.reason !== 'parts' && bundle.reason !== 'interrupted'
  if (status === bundle.status && (isOwn || reason === bundle.reason)) return
  state.set('job', bundle.downloadID, { ...bundle, ...HANDLES, status, reason })
}

/** The zip lies where it belongs, and with it each of its songs. */
export function finishParts(state: Store, bundle: string, savedAt: number): void {
  for (const part of partsOf(state, bundle)) {
    const job = { ...finished(part), status: 'finished' as const, reason: null, savedAt }
    state.set('job', part.downloadID, job)
    remember(state, job)
  }
}

/** A bundle that failed waits again with the songs of it that failed; those that are held stay. */
export function restartBundle(state: Store, bundle: DownloadJob, songs: readonly string[]): void {
  const parts = songs.map((id) => state.get('job', id) as DownloadJob)
  for (const part of parts) if (part.status === 'failed') state.set('job', part.downloadID, startOver(part))
  const fresh = { ...startOver(bundle), leftOut: bundle.leftOut, isZipping: parts.length === 0 }
  state.set('job', bundle.downloadID, fresh)
  // One that came to nothing does so, too: another choice may find more.
  searchAgain(state, bundle.trackcount === 0 && bundle.found ? { ...fresh, found: 0 } : fresh)
}

/** A bundle that was held up before its songs were known asks for them again. @param songs how many it has */
export function waitForBundle(state: Store, bundle: DownloadJob, songs: number): void {
  waitAgain(state, bundle)
  const isZipping = songs === 0
  state.patch('job', bundle.downloadID, { isZipping })
  searchAgain(state, bundle)
}

/** Drops the songs of a bundle that failed: it is made of what is left. Without anything left it goes itself. */
export function trimBundle(state: Store, bundle: string, which: (part: DownloadJob) => boolean): void {
  const job = state.get('job', bundle)
  const parts = partsOf(state, bundle)
  const left = parts.filter(which)
  const gone = left.length
  if (!job || gone === 0) return
  dropJobs(state, (one) => (one.place?.bundle === bundle && which(one)) || (gone === parts.length && one === job))
  if (gone === parts.length) return
  const why = (part: DownloadJob) => (part.status === 'failed' ? 'failed' : 'removed')
  const names = left.map((part): LeftOut => ({ name: spokenName(part), why: why(part) }))
  state.set('job', bundle, {
    ...job,
    trackcount: parts.length - gone,
    leftOut: (job.leftOut ?? 0) + gone,
    // In logs of before nobody was named.
    ...(job.missing && { missing: [...job.missing, ...names] }),
    ...(job.foreseen !== undefined && { foreseen: job.foreseen - (foreseenOf(left) ?? 0) }),
  })
}
