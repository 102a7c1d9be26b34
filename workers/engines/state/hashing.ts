/**
 * Looks at what changed for the state hash while there is little else to do: a segment ends with it, and should have
 * little left to look at by then.
 */
import type { Order } from '#core/log/order.ts'
import type { Clock } from '#workers/api/transport/clock.ts'

const HASH_MS = 30

/**
 * @param chunk so many entities are hashed in one task
 * @param order of the log that runs now
 * @returns to be called when more than a chunk waits
 */
export function createHashing(clock: Pick<Clock, 'setTimer'>, chunk: number, order: () => Order): () => void {
  let isHashing = false

  function soon(): void {
    if (isHashing) return
    isHashing = true
    clock.setTimer(() => part(order(), order().unhashed), HASH_MS)
  }

  /** A part in each task of what had changed by then; what changes again meanwhile waits for the next time. */
  function part(own: Order, left: number): void {
    own.hashSome(chunk)
    isHashing = left - chunk > chunk
    if (isHashing) clock.setTimer(() => part(own, left - chunk), 0)
    else if (order().unhashed > chunk) soon()
  }

  return soon
}
