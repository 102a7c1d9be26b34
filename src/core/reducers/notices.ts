// Notifications: what other events are worth saying. Ids come from the events, so a replay says the same.

import type { AppEvent } from '../events/index.ts'
import type { DownloadJob } from '../model/downloads/download.ts'
import { type Notice, SELF } from '../model/entities.ts'
import type { Decision } from '../model/library/decision.ts'
import type { Store } from './store.ts'

/** How many notifications the session remembers (D-059). */
const KEPT = 20

/**
 * @param job the download job the event names, as it was before the event
 * @param decision the decision the event takes back, as it was before the event
 */
export function reduceNotices(
  own: Store,
  event: AppEvent,
  job: Readonly<DownloadJob> | undefined,
  decision: Readonly<Decision> | undefined,
): void {
  say(own, event, job, decision)
  if (own.single('triage').on) keepNewest(own)
}

function say(
  own: Store,
  event: AppEvent,
  job: Readonly<DownloadJob> | undefined,
  decision: Readonly<Decision> | undefined,
): void {
  switch (event.type) {
    case 'download.requested': {
      const added = event.payload.requests.filter((request) => own.get('job', request.downloadID))
      const first = added[0]
      if (first)
        addCounted(own, added.length, {
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
      const [downloadID] = decision?.jobs ?? []
      if (downloadID === undefined || own.single('decisionOrder').ids.includes(event.payload.id)) return
      const title = own.get('job', downloadID)?.title ?? ''
      const left = own.get('decision', event.payload.id)?.jobs.length ?? 0
      return addNotice(own, {
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
      if (job?.status !== 'loading') return
      return addCounted(own, 1, {
        id: `finished.${job.downloadID}`,
        category: 'downloadFinished',
        notificationType: 'success',
        subject: job.title,
      })
    case 'download.skipped':
      if (!job) return
      return addNotice(own, {
        id: `skipped.${job.downloadID}`,
        category: 'hasError',
        notificationType: 'error',
        subject: job.title,
        detail: 'downloadEmpty',
      })
    case 'queue.itemRemoved':
    case 'queue.songRemoved': {
      const { requestId } = event.payload
      const removal = own.single('queueRemoved').removals.at(-1)
      if (removal?.id !== requestId) return
      return addNotice(own, {
        id: `unqueued.${requestId}`,
        category: 'removedFromQueue',
        notificationType: 'info',
        subject: (removal.kind === 'item' ? removal.item : removal.song).title,
        detail: removal.kind === 'song' ? 'song' : '',
        undoQueue: requestId,
      })
    }
    case 'queue.removalUndone':
      return drop(own, [`unqueued.${event.payload.requestId}`])
    case 'app.logLost':
      return addNotice(own, {
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
      const isLost = event.type === 'app.workerFailed'
      return addNotice(own, {
        id: `worker.${worker}`,
        category: 'hasError',
        notificationType: isLost ? 'error' : 'info',
        subject: '',
        detail: `${isLost ? 'workerLost' : 'workerRestarted'}.${worker}`,
      })
    }
    case 'notice.dismissed':
      return drop(own, [event.payload.id])
    case 'session.ended':
      return drop(own, own.single('noticeOrder').ids)
  }
}

/** In a round of decisions the newest is said alone: what was decided before is counted, and taken back by key. */
function keepNewest(own: Store): void {
  const { ids } = own.single('noticeOrder')
  const decisions = ids.map((id) => own.get('notice', id)?.decision)
  const newest = decisions.findLast((decision) => decision !== undefined)
  drop(
    own,
    ids.filter((_, at) => decisions[at] !== undefined && decisions[at] !== newest),
  )
}

/**
 * Says it once for all that came close together: the newest title, and in `detail` how many there are.
 * Somebody who presses WAV row after row would otherwise press on notifications.
 */
function addCounted(own: Store, count: number, said: Omit<Notice, 'detail'>): void {
  const before = own
    .single('noticeOrder')
    .ids.map((id) => own.get('notice', id))
    .find((notice) => notice?.category === said.category)
  if (before) drop(own, [before.id])
  const all = count + (before ? Number(before.detail || 1) : 0)
  addNotice(own, { ...said, detail: all > 1 ? String(all) : '' })
}

/** Says it last; what was said under the same id before is replaced. */
export function addNotice(own: Store, notice: Notice): void {
  const ids = own.single('noticeOrder').ids.filter((id) => id !== notice.id)
  own.set('notice', notice.id, notice)
  own.set('noticeOrder', SELF, { ids: [...ids, notice.id] })
  if (ids.length >= KEPT) drop(own, ids.slice(0, ids.length - KEPT + 1))
}

function drop(own: Store, gone: readonly string[]): void {
  const { ids } = own.single('noticeOrder')
  if (!gone.some((id) => ids.includes(id))) return
  for (const id of gone) own.drop('notice', id)
  own.set('noticeOrder', SELF, { ids: ids.filter((id) => !gone.includes(id)) })
}
