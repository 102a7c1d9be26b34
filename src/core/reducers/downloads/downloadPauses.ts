// Pausing and going on: of a job alone, and of a bundle with its songs.
import type { AppEvent } from '../../events/index.ts'
import { type DownloadJob, isHeld, isInterrupted } from '../../model/downloads/download.ts'
import type { Store } from '../store.ts'
import { type Groups, groupsOf, waitForBundle } from './bundles.ts'
import { eachJob, undelayed, waitAgain } from './downloadJobs.ts'

export function reduceDownloadPauses(state: Store, event: AppEvent): void {
  switch (event.type) {
    case 'download.paused':
      return withSongs(state, event.payload.downloadID, (groups) => pause(state, event.payload.downloadID, groups))
    case 'download.allPaused': {
      const groups = groupsOf(state)
      return eachJob(state, (id) => pause(state, id, groups))
    }
    case 'download.resumed':
      return withSongs(state, event.payload.downloadID, (groups) =>
        resume(state, event.payload.downloadID, groups, isPaused),
      )
    case 'download.allResumed': {
      const groups = groupsOf(state)
      const goesOn = event.payload.interrupted ? (job: DownloadJob) => isPaused(job) || isCut(job) : isPaused
      return eachJob(state, (id) => resume(state, id, groups, goesOn))
    }
  }
}

/** Most jobs have no songs to be looked for. */
function withSongs(state: Store, id: string, act: (groups: Groups) => void): void {
  act(state.get('job', id)?.type === 'bundle' ? groupsOf(state) : NO_GROUPS)
}

const NO_GROUPS: Groups = new Map()

const isPaused = ({ status }: DownloadJob) => status === 'paused'
export const isCut = (job: DownloadJob | undefined) => job !== undefined && isInterrupted(job)

/** What is a song of something has none of its own, not even itself, whatever a log or another tab says. */
const songsOf = (job: DownloadJob | undefined, groups: Groups): readonly string[] =>
  job === undefined || job.place ? [] : (groups.get(job.downloadID) ?? [])

/** A bundle stands still when its songs do. */
function pause(state: Store, id: string, groups: Groups): void {
  const job = state.get('job', id)
  const songs = songsOf(job, groups)
  for (const song of songs) pause(state, song, groups)
  // What is whole has nothing to wait for.
  if (!job || songs.length > 0 || isHeld(job)) return
  if (job.status !== 'waiting' && job.status !== 'loading') return
  state.set('job', id, undelayed({ ...job, token: null, url: null, isZipping: false, reason: null, status: 'paused' }))
}

/** Lets a job wait for its turn again where `goesOn` says so, and a bundle with its songs. */
function resume(state: Store, id: string, groups: Groups, goesOn: (job: DownloadJob) => boolean): void {
  const job = state.get('job', id)
  if (!job || !goesOn(job)) return
  if (job.type !== 'bundle') return waitAgain(state, job)
  const songs = songsOf(job, groups)
  for (const song of songs) resume(state, song, groups, goesOn)
  waitForBundle(state, job, songs.length)
}
