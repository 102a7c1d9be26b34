/** Logs as they are read, made of drafts by the reducers themselves. */

import { type AppDraft, type AppEvent, definitionOf, type Source } from '#core/events/index.ts'
import { HASH_VERSION } from '#core/log/hash.ts'
import { Order } from '#core/log/order.ts'
import type { ReadLog } from '#core/log/reading/log.ts'

/** @param apart a checkpoint stands after so many events */
export function recordedLog(
  drafts: readonly (AppDraft | { draft: AppDraft; cause?: number | null; source?: Source; t?: number })[],
  apart = 256,
): ReadLog {
  const order = new Order()
  const events: AppEvent[] = []
  const checkpoints: { seq: number; state: string }[] = []
  for (const given of drafts) {
    const { draft, cause = null, source, t = events.length * 100 } = 'draft' in given ? given : { draft: given }
    const own = definitionOf(draft).kind === 'wish' ? 'person' : 'platform'
    const event = order.append(draft, { source: source ?? own, t, cause })
    if (event.seq === 0) continue
    events.push(event)
    if (event.seq % apart === 0) checkpoints.push({ seq: event.seq, state: order.hash() })
  }
  if (checkpoints.at(-1)?.seq !== order.seq) checkpoints.push({ seq: order.seq, state: order.hash() })
  const header = {
    format: 'evlog',
    version: 2,
    logId: 'log-1',
    build: 'test',
    startedAt: 1_700_000_000_000,
    stateHash: HASH_VERSION,
  } as const
  return {
    header,
    start: 0,
    startT: 0,
    base: null,
    events,
    checkpoints,
    skipped: new Map(),
    cut: null,
    lineOf: (seq) => seq + 1,
  }
}

/** Runs a generator to its end. */
export function finished<R>(steps: Generator<unknown, R>): R {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
