/**
 * Makes room in a log that grew too long: its oldest events are replayed and stand as a snapshot from then on. What is
 * kept is kept as it was; only its place in the chain is said anew (`rechain`).
 */
import { gzipSync, strToU8 } from 'fflate'
import { eachFrame, encodeFrame } from '../codec.ts'
import { Order } from '../order.ts'
import { eventOfLine } from '../readEvent.ts'
import { snapshotLines, storeOf } from './snapshot.ts'

export interface Rotated {
  /** The frame of the snapshot. */
  readonly frame: Uint8Array<ArrayBuffer>
  /** Hash the frame behind it must name. */
  readonly hash: string
  /** Where what it stands for ends, bytes. */
  readonly cut: number
}

/**
 * @param bytes the frames of a log that this build wrote
 * @param start hash the first of them names, which the snapshot's names too
 * @param keep bytes of the newest frames that stay as events, about
 * @param rest lets other tasks come first
 * @returns null when there is nothing to gain, or its events do not lead to the state that was recorded
 */
export async function rotate(
  bytes: Uint8Array,
  start: string,
  keep: number,
  rest: () => Promise<void>,
): Promise<Rotated | null> {
  let order: Order | null = null
  let state = ''
  let t = 0
  let cut = 0
  for (const { frame, end } of eachFrame(bytes, start)) {
    if (end > bytes.length - keep) break
    const { head, lines } = frame
    if (head.snapshot !== undefined) {
      t = head.snapshot
      order = new Order(storeOf(lines), head.first - 1, t)
    } else {
      order ??= new Order()
      t = replayLines(order, lines, head.first)
    }
    state = head.state
    cut = end
    await rest()
  }
  if (!order || order.hash() !== state) return null
  const lines = snapshotLines(order.store)
  const snapshot = { first: order.seq + 1, count: lines.length, lines, state, snapshot: t }
  const made = encodeFrame(snapshot, start, gzipSync(strToU8(lines.join('\n'))))
  return made.bytes.length < cut ? { frame: made.bytes, hash: made.hash, cut } : null
}

/** @returns time of the last, ms */
function replayLines(order: Order, lines: readonly string[], first: number): number {
  let t = 0
  lines.forEach((line, nth) => {
    const { event } = eventOfLine(line, first + nth, t)
    order.replay(event)
    t = event.t
  })
  return t
}
