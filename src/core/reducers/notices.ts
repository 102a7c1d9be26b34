// Notifications: what other events are worth saying. Ids come from the events, so a replay says the same.

import type { AppEvent } from '../events/index.ts'
import type { DownloadJob } from '../model/downloads/download.ts'
import { type Notice, type PastNotice, SELF } from '../model/entities.ts'
import type { Decision } from '../model/library/decision.ts'
import type { Store } from './store.ts'

/** How many notifications the session remembers, and how many are shown and wait at most (D-059). */
const KEPT = 20

/**
 * @param job the download job the event names, as it was before the event
 * @param decision the decision the event takes back, as it was before the event
 */
export function reduceNotices(
  state: Store,
  event: AppEvent,
  job: Readonly<DownloadJob> | undefined,
  decision: Readonly<Decision> | undefined,
): void {
  switch (event.type) {
    case 'download.restarted':
    case 'download.failedRetried':
    case 'download.resumed':
    case 'download.allResumed':
      return state.single('app').downloadsLost ? addWorkerLost(state, 'downloads') : undefined
    case 'download.requested': {
      if (state.single('app').downloadsLost) return addWorkerLost(state, 'downloads')
      const added = event.payload.requests.filter((request) => state.get('job', request.downloadID))
      const first = added[0]
      if (first)
        addCounted(state, added.length, {
          id: `added.${first.downloadID}`,
          category: 'addDownloadQueue',
          notificationType: 'info',
          subject: first.title,
          decision: first.downloadID,
        })
      return
    }
    case 'decision.takenBack': {
      // Marks say themselves that they were taken back.
      const jobs = decision?.jobs ?? []
      // A selection that is fetched as files goes when its songs are known.
      const downloadID = jobs.find((id) => state.get('job', id)) ?? jobs[0]
      if (downloadID === undefined || state.single('decisionOrder').ids.includes(event.payload.id)) return
      const title = state.get('job', downloadID)?.title ?? ''
      const left = state.get('decision', event.payload.id)?.jobs.length ?? 0
      return addNotice(state, {
        id: `back.${event.payload.id}`,
        category: left > 0 ? 'downloadRemoved' : 'downloadKept',
        notificationType: 'info',
        subject: title,
        detail: left > 1 ? String(left) : '',
        decision: event.payload.requestId,
      })
    }
    case 'download.saved':
      // Said when the job finishes, not when it is said again that it has.
      if (!job || job.status === 'finished' || state.get('job', job.downloadID)?.status !== 'finished') return
      return addCounted(state, 1, {
        id: `finished.${job.downloadID}`,
        category: 'downloadFinished',
        notificationType: 'success',
        subject: job.title,
      })
    case 'download.skipped':
      if (!job) return
      return addNotice(state, {
        id: `skipped.${job.downloadID}`,
        category: 'hasError',
        notificationType: 'error',
        subject: job.title,
        detail: 'downloadEmpty',
      })
    case 'download.hindered':
      return addNotice(state, {
        id: `downloads.${event.payload.by}`,
        category: 'hasError',
        notificationType: 'error',
        subject: '',
        detail: `downloads.${event.payload.by}`,
      })
    case 'queue.itemRemoved':
    case 'queue.songRemoved': {
      const { requestId } = event.payload
      const removal = state.single('queueRemoved').removals.at(-1)
      if (removal?.id !== requestId) return
      return addNotice(state, {
        id: `unqueued.${requestId}`,
        category: 'removedFromQueue',
        notificationType: 'info',
        subject: (removal.kind === 'item' ? removal.item : removal.song).title,
        detail: removal.kind === 'song' ? 'song' : '',
        undoQueue: requestId,
      })
    }
    case 'queue.removalUndone':
      return dropNotices(state, [`unqueued.${event.payload.requestId}`])
    case 'app.logLost':
      return addNotice(state, {
        id: 'logLost',
        category: 'hasError',
        notificationType: 'error',
        subject: '',
        detail: `logLost.${event.payload.reason}`,
      })
    case 'app.workerRestarted':
    case 'app.workerFailed': {
      const { worker } = event.payload
      if (worker === 'state') return
      if (event.type === 'app.workerFailed') return addWorkerLost(state, worker)
      return addNotice(state, {
        id: `worker.${worker}`,
        category: 'hasError',
        notificationType: 'info',
        subject: '',
        detail: `workerRestarted.${worker}`,
      })
    }
    case 'notice.dismissed':
      return dropNotices(state, [event.payload.id])
    case 'notice.allRead': {
      const { entries } = state.single('noticeHistory')
      if (entries.every(({ read }) => read)) return
      return remember(
        state,
        entries.map((entry) => ({ ...entry, read: true })),
      )
    }
    case 'notice.allCleared':
      return remember(state, [])
    case 'session.ended':
      remember(state, [])
      return dropNotices(state, state.single('noticeOrder').ids)
  }
}

/**
 * Orders in which nothing is past: known again after nearly every event. Whoever sets a notice makes the order anew, so
 * the same order stands for the same notices.
 */
const settled = new WeakSet<object>()

/** In a round of decisions the newest is said alone: what was decided before is counted, and taken back by key. After every event. */
export function keepNewest(state: Store): void {
  if (!state.single('triage').on) return
  const order = state.single('noticeOrder')
  if (settled.has(order)) return
  const decisions = order.ids.map((id) => state.get('notice', id)?.decision)
  const newest = decisions.findLast((decision) => decision !== undefined)
  const past = order.ids.filter((_, at) => decisions[at] !== undefined && decisions[at] !== newest)
  if (past.length === 0) settled.add(order)
  else dropNotices(state, past)
}

/**
 * Says it once for all that came close together: the newest title, and in `detail` how many there are.
 * Somebody who presses WAV row after row would otherwise press on notifications.
 */
function addCounted(state: Store, count: number, said: Omit<Notice, 'detail'>): void {
  const before = state
    .single('noticeOrder')
    .ids.map((id) => state.get('notice', id))
    .find((notice) => notice?.category === said.category)
  if (before) {
    dropNotices(state, [before.id])
    remember(state, others(state, before.id))
  }
  const all = count + (before ? Number(before.detail || 1) : 0)
  addNotice(state, { ...said, detail: all > 1 ? String(all) : '' })
}

function addWorkerLost(state: Store, worker: string): void {
  addNotice(state, {
    id: `worker.${worker}`,
    category: 'hasError',
    notificationType: 'error',
    subject: '',
    detail: `workerLost.${worker}`,
  })
}

/** Says that something may have been done, as no answer came (H-037). What it was about is read again. */
export const sayPerhaps = (state: Store, id: string): void =>
  addNotice(state, { id, category: 'hasError', notificationType: 'error', subject: '', detail: 'perhaps' })

/** Says it last; what was said under the same id before is replaced. */
export function addNotice(state: Store, notice: Notice): void {
  const ids = state.single('noticeOrder').ids.filter((id) => id !== notice.id)
  state.set('notice', notice.id, notice)
  state.set('noticeOrder', SELF, { ids: [...ids, notice.id] })
  if (ids.length >= KEPT) dropNotices(state, ids.slice(0, ids.length - KEPT + 1))
  const { id, category, notificationType, subject, detail, person } = notice
  const said = { id, category, notificationType, subject, detail, read: false }
  remember(state, [...others(state, id), said].slice(-KEPT), person === undefined ? {} : { [id]: person })
}

const others = (state: Store, id: string) => state.single('noticeHistory').entries.filter((entry) => entry.id !== id)

/** @param named whom the newest names, by its id */
function remember(state: Store, entries: readonly PastNotice[], named: Readonly<Record<string, string>> = {}): void {
  const before = state.single('noticeHistory')
  if (entries.length === 0 && before.entries.length === 0) return
  const known = { ...before.people, ...named }
  const people: Record<string, string> = {}
  for (const { id } of entries) if (known[id] !== undefined) people[id] = known[id]
  state.set('noticeHistory', SELF, { entries, people })
}

/** They are no longer shown; the list of the last ones keeps them. */
export function dropNotices(state: Store, gone: readonly string[]): void {
  const { ids } = state.single('noticeOrder')
  if (!gone.some((id) => ids.includes(id))) return
  for (const id of gone) state.drop('notice', id)
  state.set('noticeOrder', SELF, { ids: ids.filter((id) => !gone.includes(id)) })
}
