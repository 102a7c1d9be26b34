// Pausing and going on: of a job alone, and of a bundle with its songs.
import { type DownloadJob, isHeld, isInterrupted } from '../../model/downloads/download.ts'
import type { Store } from '../store.ts'
import { type Groups, groupsOf, waitForBundle } from './bundles.ts'
import { undelayed, waitAgain } from './downloadJobs.ts'

/** Most jobs have no songs to be looked for. */
export function withSongs(state: Store, id: string, act: (groups: Groups) => void): void {
  act(state.get('job', id)?.type === 'bundle' ? groupsOf(state) : NO_GROUPS)
}

const NO_GROUPS: Groups = new Map()

export const isPaused = ({ status }: DownloadJob) => status === 'paused'
export const isCut = (job: DownloadJob | undefined) => job !== undefined && isInterrupted(job)

/** What is a song of something has none of its own, not even itself, whatever a log or another tab says. */
const songsOf = (job: DownloadJob | undefined, groups: Groups): readonly string[] =>
  job === undefined || job.place ? [] : (groups.get(job.downloadID) ?? [])

/** A bundle stands still when its songs do. */
export function pause(state: Store, id: string, groups: Groups): void {
  const job = state.get('job', id)
  const songs = songsOf(job, groups)
  for (const song of songs) pause(state, song, groups)
  // What is whole has nothing to wait for.
  if (!job || songs.length > 0 || isHeld(job)) return
  if (job.status !== 'waiting' && job.status !== 'loading') return
  state.set('job', id, undelayed({ ...job, token: null, url: null, isZipping: false, reason: null, status: 'paused' }))
}

/** Lets a job wait for its turn again where `goesOn` says so, and a bundle with its songs. */
export function resume(state: Store, id: string, groups: Groups, goesOn: (job: DownloadJob) => boolean): void {
  const job = state.get('job', id)
  if (!job || !goesOn(job)) return
  if (job.type !== 'bundle') return waitAgain(state, job)
  const songs = songsOf(job, groups)
  for (const song of songs) resume(state, song, groups, goesOn)
  waitForBundle(state, job, songs.length)
}
