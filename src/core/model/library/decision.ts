/** Tables of what a person decided about releases, and of going through many of them one after the other. */
import type { MarkChange } from './library.ts'

/** Something that can be taken back: a wish for marks, or for downloads. */
export interface Decision {
  /** The wish's requestId, or the id of its first job. */
  id: string
  /** The release it is about, of several the first; null for what is of no release. */
  releaseid: string | null
  /** The changes that take marks back; null until the calls are answered. */
  undo: readonly MarkChange[] | null
  /** Downloads it added that are still there. */
  jobs: readonly string[]
  /** The requestId under which it shall be taken back, once that can be done. */
  takenBackBy: string | null
  /** What of that comes to nothing can be taken back again. */
  returns?: true
}

/** What can be taken back, the newest last, and what is being taken back. */
export interface DecisionOrder {
  ids: readonly string[]
  leaving: readonly string[]
}

export const NO_DECISIONS: DecisionOrder = { ids: [], leaving: [] }

/** How many decisions can be taken back. */
export const DECISIONS_KEPT = 200

/** Going through releases by keys: whether that is on, and what came of it since it was switched on. */
export interface TriageState {
  on: boolean
  /** Releases of this round. */
  heard: number
  flagged: number
  archived: number
  downloaded: number
  /** The release of the decision that was taken back last, and the wish that did it: there the round goes on. */
  back: { readonly releaseid: string; readonly requestId: string } | null
}

export const NO_TRIAGE: TriageState = { on: false, heard: 0, flagged: 0, archived: 0, downloaded: 0, back: null }

/** What this round made of one release. */
export interface Triaged {
  heard: boolean
  flagged: boolean
  archived: boolean
  /** Downloads it was asked for in, without those that were removed. */
  jobs: readonly string[]
}
