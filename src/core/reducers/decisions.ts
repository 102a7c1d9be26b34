/**
 * What a person decided, as a stack: each wish for marks or downloads can be taken back, the newest first. Marks
 * go back once their calls are answered and their targets are free (D-117); until then the decision is leaving.
 * What takes one back is no decision itself, so undoing leads ever further back and never in a circle.
 */
import type { AppEvent, EventOf } from '../events/index.ts'
import { SELF } from '../model/entities.ts'
import { DECISIONS_KEPT, type Decision, NO_DECISIONS } from '../model/library/decision.ts'
import { type MarkChange, targetId } from '../model/library/library.ts'
import type { ReadonlyStore, Store } from './store.ts'

/** Runs behind the reducers of marks and downloads: what they refused was no decision. */
export function reduceDecisions(own: Store, event: AppEvent): void {
  switch (event.type) {
    case 'download.requested':
      // Another tab's decisions are taken back there.
      return event.source === 'tab' ? undefined : asked(own, event)
    case 'download.removed':
    case 'download.skipped':
      return lost(own, event.payload.downloadID)
    case 'decision.takenBack':
      return leave(own, event.payload.id, event.payload.requestId)
    case 'session.ended':
      for (const id of [...own.ids('decision')]) own.drop('decision', id)
      return own.set('decisionOrder', SELF, NO_DECISIONS)
  }
}

/** A wish for marks began: it can be taken back. */
export function decided(own: Store, decision: Pick<Decision, 'id' | 'releaseid' | 'undo' | 'jobs'>): void {
  const order = own.single('decisionOrder')
  const ids = [...order.ids.filter((id) => id !== decision.id), decision.id]
  own.set('decision', decision.id, { ...decision, takenBackBy: null })
  for (const id of ids.slice(0, -DECISIONS_KEPT)) own.drop('decision', id)
  own.set('decisionOrder', SELF, { ...order, ids: ids.slice(-DECISIONS_KEPT) })
}

/** The calls of a wish are answered. @param undo the way back; empty when none of them came to anything */
export function answered(own: Store, id: string, undo: readonly MarkChange[]): void {
  if (undo.length === 0) forget(own, id)
  else own.patch('decision', id, { undo })
}

/** It cannot be taken back any more, because it was, or because nothing came of it. @returns whether there was one */
export function forget(own: Store, id: string): boolean {
  if (!own.get('decision', id)) return false
  own.drop('decision', id)
  const { ids, leaving } = own.single('decisionOrder')
  const others = (all: readonly string[]) => all.filter((other) => other !== id)
  own.set('decisionOrder', SELF, { ids: others(ids), leaving: others(leaving) })
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

function asked(own: Store, { payload }: EventOf<'download.requested'>): void {
  const added = payload.requests.filter(({ downloadID }) => own.get('job', downloadID))
  const [first] = added
  if (!first || own.get('decision', first.downloadID)) return
  const jobs = added.map(({ downloadID }) => downloadID)
  decided(own, { id: first.downloadID, releaseid: first.releaseid, undo: [], jobs })
}

function lost(own: Store, job: string): void {
  for (const id of [...own.ids('decision')]) {
    const decision = own.get('decision', id)
    if (!decision?.jobs.includes(job)) continue
    const jobs = decision.jobs.filter((other) => other !== job)
    if (jobs.length === 0) forget(own, id)
    else own.patch('decision', id, { jobs })
  }
}

function leave(own: Store, id: string, requestId: string): void {
  const decision = own.get('decision', id)
  const { ids, leaving } = own.single('decisionOrder')
  if (!decision || !ids.includes(id)) return
  // A file that is there is kept.
  const jobs = decision.jobs.filter((job) => own.get('job', job) && own.get('job', job)?.status !== 'finished')
  if (decision.jobs.length > 0 && jobs.length === 0) return void forget(own, id)
  own.set('decision', id, { ...decision, jobs, takenBackBy: requestId })
  own.set('decisionOrder', SELF, { ids: ids.filter((other) => other !== id), leaving: [...leaving, id] })
}
