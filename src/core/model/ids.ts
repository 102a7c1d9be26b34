// Ids as they stand on the wire: opaque, never empty, never longer than a path segment should be; and whole numbers.
import * as z from 'zod/mini'
import { later } from './later.ts'

const ID_MAX = 128

const Id = later(() => z.string().check(z.minLength(1), z.maxLength(ID_MAX)))

/** Whether an address can name something: nothing has another id, and no event takes one. */
export const isId = (text: string): boolean => text.length > 0 && text.length <= ID_MAX

export const ReleaseId = Id
export const TrackId = Id
export const PlayerId = Id
export const PlaylistId = Id
/** Id of a download job, minted by the client (a UUID). */
export const JobId = Id
/** Id of one entry of the play queue, minted by the client, so that a track may stand in the queue twice (QUEUE-018). */
export const QueueUuid = Id
/** Names a wish in what becomes of it, minted by the client. */
export const RequestId = Id

/** Of what is counted: never less than nothing. */
export const Whole = later(() => z.int().check(z.nonnegative()))
