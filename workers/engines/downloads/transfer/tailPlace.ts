/**
 * Where the second half of a file lies while it comes: in the browser in a part of its own, which begins at a byte that is
 * remembered before the first is there, so that a crash, a pause or a failure keeps both halves; in the picked folder in
 * the same file, of which a crash keeps nothing.
 */
import { untilAborted } from '../../waiting.ts'
import type { InnerTail, Part } from '../sinks/sink.ts'
import { type TailedSinks, tailOf } from '../sinks/tails.ts'

export interface TailPlace {
  /** Whether a second half is of any use here. */
  readonly canBe: boolean
  /** Where the one begins that an earlier visit or try left; null: there is none. */
  readonly from: number | null
  /** The one that was left. @returns null when somebody has it open */
  takeUp(): Promise<Part | null>
  /** An empty one that begins at `from`. @throws the signal's reason; Trouble `quota` or `storage` */
  open(from: number, signal: AbortSignal): Promise<Part>
  /** Nothing of it stays. */
  remove(): Promise<void>
  /** Both as one. */
  join(head: Part, tail: Part): Part
}

export interface TailPlaceJob {
  readonly id: string
  /** Where the second half begins that an earlier visit or try left; null: there is none. */
  readonly tail: number | null
  /** Remembers where a second half begins, and settles when that is safe; null: there is none any more. */
  splitAt(from: number | null): Promise<void>
}

export function tailPlace(head: Part, sinks: TailedSinks, job: TailPlaceJob): TailPlace {
  return head.innerTail ? within(head.innerTail, sinks, job) : beside(sinks, job)
}

function beside(sinks: TailedSinks, { id, tail, splitAt }: TailPlaceJob): TailPlace {
  const name = tailOf(id)
  return {
    canBe: sinks.kind !== 'blob',
    from: tail,
    takeUp: () => sinks.open(name).catch(() => null),
    async open(from, signal) {
      // In this order bytes of another tail are never taken for this one's, whenever a crash comes.
      await sinks.remove(name)
      await untilAborted(splitAt(from), signal)
      const part = await sinks.open(name)
      if (signal.aborted) {
        part.close()
        throw signal.reason
      }
      if (part.size > 0) part.truncate()
      return part
    },
    remove: () => sinks.remove(name),
    join: (head, end) => sinks.join(id, head, end),
  }
}

/** Nothing of it outlives the engine, as nothing of the file does before it is closed. */
function within(inner: InnerTail, sinks: TailedSinks, { id, tail }: TailPlaceJob): TailPlace {
  return {
    get canBe() {
      return !inner.isHeld
    },
    get from() {
      return inner.left?.from ?? null
    },
    takeUp: async () => inner.left?.part ?? null,
    open: async (from) => inner.open(from),
    async remove() {
      inner.drop()
      // One that lay in private storage before the folder was picked.
      if (tail !== null) await sinks.remove(tailOf(id))
    },
    join(part) {
      inner.join()
      return part
    },
  }
}
