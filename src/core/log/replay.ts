/**
 * Feeds a log to the reducers with the engines silent. The same log gives the same state hash in the
 * browser, in a worker and in Node; every checkpoint of the log is compared on the way.
 */
import type { AppEvent } from '../events/index.ts'
import type { Store } from '../reducers/store.ts'
import { hashVersionOf } from './hash.ts'
import { Order } from './order.ts'
import type { ReadLog } from './reading/log.ts'

export interface ReplayResult {
  readonly store: Store
  /** Sequence number of the last event that was applied. */
  readonly seq: number
  readonly state: string
  readonly checkpoints: number
  /** The first checkpoint whose state differs from the recorded one, or null. */
  readonly difference: { readonly seq: number; readonly recorded: string; readonly replayed: string } | null
}

/**
 * Replays a log up to and including an event.
 * @param to last sequence number to apply; the whole log by default
 * @param onEvent called after each event was applied
 */
export function replay(log: ReadLog, to = Number.POSITIVE_INFINITY, onEvent?: (event: AppEvent) => void): ReplayResult {
  const order = new Order(log.base?.copy(), log.start, 0, hashVersionOf(log.header))
  let checkpoints = 0
  let difference: ReplayResult['difference'] = null
  const compare = () => {
    for (let next = log.checkpoints[checkpoints]; next?.seq === order.seq; next = log.checkpoints[++checkpoints]) {
      const replayed = order.hash()
      if (replayed !== next.state) difference ??= { seq: next.seq, recorded: next.state, replayed }
    }
  }
  compare()
  for (const event of log.events) {
    if (event.seq > to) break
    if (log.skipped.has(event.seq)) order.pass(event)
    else order.replay(event)
    onEvent?.(event)
    compare()
  }
  return { store: order.store, seq: order.seq, state: order.hash(), checkpoints, difference }
}
