/**
 * How long a disk is waited for that is not the browser's own: one in the network sleeps, or is gone without a word, and
 * then a call to it settles never.
 */
import { beforeDeadline } from '../../../waiting.ts'
import type { Timers } from '../../trouble/silence.ts'
import { Trouble } from '../../trouble/trouble.ts'

/** A disk that has to wake up first answers within this time, ms. */
export const FOLDER_ANSWER_MS = 60_000
/** The slowest disk that is worked with. */
const BYTES_PER_MS = 100

/** Nothing was heard of it for too long: who asks again waits as long once more. */
export class FolderSilence extends Trouble {}

/**
 * Settles with a call to the folder. What of it is done later is nobody's.
 * @param bytes what the disk has to take meanwhile
 * @throws FolderSilence when nothing was heard of it for too long
 */
export function fromFolder<T>(clock: Timers, work: Promise<T>, bytes = 0): Promise<T> {
  const ms = FOLDER_ANSWER_MS + bytes / BYTES_PER_MS
  return beforeDeadline(
    clock,
    ms,
    work,
    () => new FolderSilence('folderRefuses', `the folder said nothing for ${ms} ms`),
  )
}
