/** State hashes of generated histories, wherever this runs: the page, a worker, Node. */
import fc from 'fast-check'
import { Order } from '#core/log/order.ts'
import { history } from './histories.ts'

/** @param seed of all of them @returns one hash for each history, 16 hex digits */
export function stateHashes(count: number, seed: number): string[] {
  return fc.sample(history(), { numRuns: count, seed }).map((drafts) => {
    const order = new Order()
    drafts.forEach((draft, t) => void order.append(draft, { source: 'platform', t, cause: null }))
    return order.hash()
  })
}
