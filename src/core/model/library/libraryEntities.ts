/** Tables of the library: marks under way. */
import type { Mark } from './library.ts'

/** A release or a song whose mark is being changed. It stays until its whole wish is settled. */
export interface Marking {
  requestId: string
  releaseid: string
  trackid: string | null
  /** Calls still to be answered, the one on its way first; none when this target is settled. */
  marks: readonly Mark[]
  /** Calls that were answered. */
  done: readonly Mark[]
  /**
   * Flags as they were before the first call on a whole release that changed them; null before it. `rest`: songs that
   * had none though their release had.
   */
  before: {
    readonly release: boolean
    readonly any: boolean
    readonly tracks: readonly string[]
    readonly rest?: readonly string[]
  } | null
  /** The connection had fallen before its last call was refused. */
  fell?: true
  /** The call never had an answer: it may have been carried out. */
  lost?: true
  /** Of a wish that takes something back: calls that came to nothing. */
  missed?: readonly Mark[]
}

/** A wish for marks that is under way. */
export interface MarkRequest {
  /** Targets that are not settled. */
  left: number
  /** The decision it takes back, and the release that is about: it can be taken back again where that comes to nothing. */
  takesBack?: { readonly id: string; readonly releaseid: string | null }
  /** What waits of it lies on this device, for the next visit. */
  kept?: true
}
