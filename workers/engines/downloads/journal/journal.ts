/**
 * What the engine remembers between visits: the jobs, and what is known of the bytes that are already there.
 * One record for each tab; a record is taken over only when its tab is gone.
 */
import * as z from 'zod/mini'
import { DownloadJob } from '#core/model/downloads/download.ts'
import { later } from '#core/model/later.ts'

/** What belongs to a part: enough to go on where it ends (D-147). */
export const Continuation = later(() =>
  z.object({
    validator: z.nullable(z.string()),
    total: z.nullable(z.int()),
    sha256: z.nullable(z.string()),
    /** Where the second half begins that lies in a part of its own; null when there is none. */
    tail: z.exactOptional(z.nullable(z.int())),
  }),
)
export type Continuation = z.infer<typeof Continuation>

export const JournalEntry = later(() =>
  z.object({
    job: DownloadJob,
    known: z.nullable(Continuation),
    /** The job was removed, its bytes were not yet: whoever finds it removes them, once the browser has copied them. */
    removed: z.optional(z.boolean()),
  }),
)
export type JournalEntry = z.infer<typeof JournalEntry>

export const JournalRecord = later(() =>
  z.object({ owner: z.string(), tab: z.string(), entries: z.array(JournalEntry) }),
)
export type JournalRecord = z.infer<typeof JournalRecord>

export interface Journal {
  /**
   * Takes over what tabs that are gone left behind for this player, and answers it with what this tab's own record
   * holds. From now on all of it stands in this tab's record, but for entries that cannot be read, which stay where they
   * are. Never rejects: when the storage refuses, nothing is known.
   */
  adopt(owner: string): Promise<readonly JournalEntry[]>
  /** Replaces this tab's record. Never rejects. @returns whether it lies there now; if not, what lay there before does */
  write(owner: string, entries: readonly JournalEntry[]): Promise<boolean>
  /**
   * This tab has done with the player for now: what its record holds belongs to no living tab from then on, and whoever
   * runs the jobs next adopts it. Never rejects; what the storage refuses to move is found by this tab alone.
   */
  retire(owner: string): Promise<void>
  /** Forgets everything of this player, in every tab (D-036), and answers the ids of the jobs. */
  clear(owner: string): Promise<readonly string[]>
  /**
   * Ids of all jobs that any record names, whoever's: their parts are not orphans. Null when not all of them can be
   * read now. Never rejects.
   */
  known(): Promise<ReadonlySet<string> | null>
}

/** Whether both name the same bytes. */
export const isSameContinuation = (one: Continuation | null, other: Continuation | null) =>
  one === other ||
  (one !== null &&
    other !== null &&
    one.validator === other.validator &&
    one.total === other.total &&
    one.sha256 === other.sha256 &&
    one.tail === other.tail)
