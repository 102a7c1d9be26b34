/** State hashes of histories, wherever this runs: the page, a worker, Node. What makes histories is not in it. */
import type { AppDraft } from '#core/events/index.ts'
import { Order } from '#core/log/order.ts'
import { snapshotLines, storeOf } from '#core/log/snapshots/snapshot.ts'

/**
 * @param histories JSON of lists of drafts
 * @param resumes whether each is applied once more in two parts, with a snapshot between them
 * @returns one hash for each history, 16 hex digits
 * @throws Error naming the history whose parts lead elsewhere than the whole
 */
export function stateHashes(histories: string, resumes = false): string[] {
  return (JSON.parse(histories) as AppDraft[][]).map((drafts, nth) => {
    const whole = new Order()
    // Another place in each, the ends among them.
    const split = drafts.length === 0 ? 0 : (nth * 31) % (drafts.length + 1)
    let lines: readonly string[] = []
    const keep = (at: number) => {
      if (resumes && at === split) lines = snapshotLines(whole.store)
    }
    keep(0)
    drafts.forEach((draft, t) => {
      apply(whole, draft, t)
      keep(t + 1)
    })
    if (!resumes) return whole.hash()
    const resumed = new Order(storeOf(lines), split, split)
    drafts.slice(split).forEach((draft, t) => void apply(resumed, draft, split + t))
    const hash = whole.hash()
    if (resumed.hash() !== hash) throw new Error(`history ${nth}, split after ${split} events, leads elsewhere`)
    return hash
  })
}

const apply = (order: Order, draft: AppDraft, t: number) => order.append(draft, { source: 'platform', t, cause: null })
