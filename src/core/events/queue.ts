// What can happen to the play queue besides playing.
import * as z from 'zod/mini'
import { QueueUuid, ReleaseId, RequestId, TrackId } from '../model/ids.ts'
import { KeptQueue } from '../model/playback/keptQueue.ts'
import { defineEvent } from './define.ts'

/**
 * Put a release behind the current item (`next`) or at the end (`bottom`) (QUEUE-009, QUEUE-010); with
 * `trackid` that song of it alone (RELEASE-017).
 */
export const queueReleaseAdded = defineEvent(
  'queue.releaseAdded',
  () => ({
    releaseid: ReleaseId,
    itemId: QueueUuid,
    place: z.enum(['next', 'bottom']),
    trackid: z.optional(TrackId),
  }),
  { kind: 'wish' },
)
export const queueItemRemoved = defineEvent('queue.itemRemoved', () => ({ itemId: QueueUuid, requestId: RequestId }), {
  kind: 'wish',
  heard: true,
})
/** Take a song out of what plays, the one that plays too (QUEUE-014), or of an item that follows (QUEUE-018); the item stays while it has another song. */
export const queueSongRemoved = defineEvent(
  'queue.songRemoved',
  () => ({ itemId: QueueUuid, songId: QueueUuid, requestId: RequestId }),
  { kind: 'wish', heard: true },
)
/** Put back what the wish `requestId` took out of the queue (D-149). */
export const queueRemovalUndone = defineEvent('queue.removalUndone', () => ({ requestId: RequestId }), { kind: 'wish' })
/** Play this item of the queue now (QUEUE-006, QUEUE-013), from its first song or from `songId`. */
export const queueItemChosen = defineEvent(
  'queue.itemChosen',
  () => ({ itemId: QueueUuid, requestId: RequestId, songId: z.optional(QueueUuid) }),
  { kind: 'wish', heard: true },
)
/** Empty what follows and what was heard; what plays goes on (QUEUE-007, D-106). */
export const queueCleared = defineEvent('queue.cleared', () => ({}), { kind: 'wish' })
/** Put an item that has not come up yet in front of another; null is the end. */
export const queueItemMoved = defineEvent(
  'queue.itemMoved',
  () => ({ itemId: QueueUuid, before: z.nullable(QueueUuid) }),
  { kind: 'wish' },
)
/** The queue of the visit before, as this device kept it: paused where it stood (D-109). */
export const queueRestored = defineEvent('queue.restored', () => ({ queue: KeptQueue, requestId: RequestId }), {
  kind: 'fact',
})
