/**
 * What a person decided, as a stack: each wish for marks or downloads can be taken back, the newest first. Marks
 * go back once their calls are answered and their targets are free (D-117); until then the decision is leaving.
 * What takes one back is no decision itself, so undoing leads ever further back and never in a circle.
 */
import type { AppEvent, EventOf, PayloadOf } from '../../events/index.ts'
import type { DownloadJob } from '../../model/downloads/download.ts'
import { SELF } from '../../model/entities.ts'
import { DECISIONS_KEPT, type Decision, NO_DECISIONS } from '../../model/library/decision.ts'
import { type MarkChange, targetId } from '../../model/library/library.ts'
import type { ReadonlyStore, Store } from '../store.ts'

/** Runs behind the reducers of marks and downloads: what they refused was no decision. */
export function reduceDecisions(state: Store, event: AppEvent): void {
  switch (event.type) {
    case 'download.requested':
      // Another tab's decisions are taken back there.
      return event.source === 'tab' ? undefined : asked(state, event)
    case 'download.songsFound':
    case 'download.bundlePlanned':
      return found(
        state,
        event.payload.downloadID,
        event.payload.songs.map(({ downloadID }) => downloadID),
      )
    case 'download.mirrored':
      return mirrored(state, event.payload.jobs)
    case 'download.removed':
    case 'download.skipped':
      return lost(state, event.payload.downloadID)
    case 'decision.takenBack':
      return leave(state, event.payload)
    case 'session.ended':
      for (const id of [...state.ids('decision')]) state.drop('decision', id)
      return state.set('decisionOrder', SELF, NO_DECISIONS)
  }
}

/** A wish for marks began: it can be taken back. */
export function decided(state: Store, decision: Pick<Decision, 'id' | 'releaseid' | 'undo' | 'jobs'>): void {
  const order = state.single('decisionOrder')
  const ids = [...order.ids.filter((id) => id !== decision.id), decision.id]
  state.set('decision', decision.id, { ...decision, takenBackBy: null })
  for (const id of ids.slice(0, -DECISIONS_KEPT)) state.drop('decision', id)
  state.set('decisionOrder', SELF, { ...order, ids: ids.slice(-DECISIONS_KEPT) })
}

/** The calls of a wish are answered. @param undo the way back; empty when none of them came to anything */
export function answered(state: Store, id: string, undo: readonly MarkChange[]): void {
  if (undo.length === 0) forget(state, id)
  else state.patch('decision', id, { undo })
}

/** It cannot be taken back any more, because it was, or because nothing came of it. @returns whether there was one */
export function forget(state: Store, id: string): boolean {
  if (!state.get('decision', id)) return false
  state.drop('decision', id)
  const { ids, leaving } = state.single('decisionOrder')
  const others = (all: readonly string[]) => all.filter((other) => other !== id)
  state.set('decisionOrder', SELF, { ids: others(ids), leaving: others(leaving) })
  return true
}

/** Decisions that can be taken back now: their way is known, and nothing else is being done to what it leads over. */
export function free(state: ReadonlyStore): Readonly<Decision>[] {
  return state.single('decisionOrder').leaving.flatMap((id) => {
    const decision = state.get('decision', id)
    const isBusy = decision?.undo?.some((change) => (state.get('marking', targetId(change))?.marks.length ?? 0) > 0)
    return decision && decision.undo !== null && !isBusy ? [decision] : []
  })
}

function asked(state: Store, { payload }: EventOf<'download.requested'>): void {
  const added = payload.requests.filter(({ downloadID }) => state.get('job', downloadID))
  const [first] = added
  if (!first || state.get('decision', first.downloadID)) return
  const jobs = added.map(({ downloadID }) => downloadID)
  decided(state, { id: first.downloadID, releaseid: first.releaseid, undo: [], jobs })
}

/** Songs of a bundle that are fetched as files are downloads of the decision the bundle was. */
function found(state: Store, bundle: string, songs: readonly string[]): void {
  // A selection is asked for alone, and names its decision.
  const decision = state.get('decision', bundle)
  if (!decision) return
  const known = new Set(decision.jobs)
  const news = songs.filter((id) => {
    const job = state.get('job', id)
    return job !== undefined && job.place === undefined && !known.has(id)
  })
  if (news.length > 0) state.patch('decision', bundle, { jobs: [...decision.jobs, ...news] })
}

/** Another tab found them: a song is named by what brought it. */
function mirrored(state: Store, jobs: readonly Readonly<DownloadJob>[]): void {
  const songs = new Map<string, string[]>()
  for (const { downloadID } of jobs) {
    const end = downloadID.indexOf('.')
    if (end < 0) continue
    const bundle = downloadID.slice(0, end)
    const group = songs.get(bundle)
    if (group) group.push(downloadID)
    else songs.set(bundle, [downloadID])
  }
  for (const [bundle, ids] of songs) found(state, bundle, ids)
}

function lost(state: Store, job: string): void {
  const held: Readonly<Decision>[] = []
  state.each('decision', (decision) => {
    if (decision.jobs.includes(job)) held.push(decision)
  })
  for (const { id, jobs, takenBackBy } of held) {
    // All downloads of one that was taken back are being removed: the first stands for them.
    const left = takenBackBy === null ? jobs.filter((other) => other !== job) : []
    if (left.length === 0) forget(state, id)
    else state.patch('decision', id, { jobs: left })
  }
}

function leave(state: Store, { id, requestId, returns }: PayloadOf<'decision.takenBack'>): void {
  const decision = state.get('decision', id)
  const { ids, leaving } = state.single('decisionOrder')
  if (!decision || !ids.includes(id)) return
  // A file that is there is kept.
  const jobs = decision.jobs.filter((job) => state.get('job', job) && state.get('job', job)?.status !== 'finished')
  if (decision.jobs.length > 0 && jobs.length === 0) return void forget(state, id)
  state.set('decision', id, { ...decision, jobs, takenBackBy: requestId, ...(returns ? { returns } : {}) })
  state.set('decisionOrder', SELF, { ids: ids.filter((other) => other !== id), leaving: [...leaving, id] })
}
