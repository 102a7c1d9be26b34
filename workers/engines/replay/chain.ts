/** The causes of an event and what it led to, laid out in columns to be drawn. */
import type { Chain, ChainNode } from '#core/contracts/replay.ts'
import type { AppEvent } from '#core/events/index.ts'
import { causeOf, causesOf, depthOf, effectSeqsOf, madeRoomOf } from '#core/log/finding/causes.ts'
import type { ReadLog } from '#core/log/reading/log.ts'
import { isFailure } from '#core/model/eventTypes.ts'
import { rowOf, type Said } from './listing.ts'

/** Columns before and after it. */
const BEFORE = 3
const AFTER = 3
/** Events of a column. */
const ROWS = 3
/** Effects are counted so far. */
const MOST = 10_000

/**
 * Of a long chain what is drawn alone is made of its text: the playhead lands on an event many times a second.
 * @param failed whether an event tells of a failure. Default: made and looked at
 */
export function chainOf(
  log: ReadLog,
  seq: number,
  said: Said,
  failed: (seq: number) => boolean = (one) => isFailure(eventAt(log, one).type),
): Chain {
  const event = seq > log.start ? log.events.at(seq - log.start - 1) : undefined
  if (!event) return { seq, before: 0, madeRoom: null, after: 0, isCapped: false, nodes: [] }
  const effects = effectSeqsOf(log, seq, MOST)
  const node = (one: AppEvent, column: number, row: number, more = 0): ChainNode => ({
    ...rowOf(log, one, said),
    column,
    row,
    summary: summaryOf(one),
    more,
  })
  return {
    seq,
    before: depthOf(log, seq),
    madeRoom: madeRoomOf(log, seq),
    after: effects.length,
    isCapped: effects.length === MOST,
    nodes: [
      ...causesOf(log, seq, BEFORE)
        .map((cause, at) => node(cause, -1 - at, 0))
        .reverse(),
      ...drawn(log, seq, effects, failed).map((one) => node(eventAt(log, one.seq), one.column, one.row, one.more)),
    ],
  }
}

const eventAt = (log: ReadLog, seq: number) => log.events.at(seq - log.start - 1) as AppEvent

interface Placed {
  readonly seq: number
  readonly column: number
  readonly row: number
  more: number
}

/** The event and, column by column, the first of its effects, those first that led to a failure. */
function drawn(log: ReadLog, seq: number, effects: readonly number[], failed: (seq: number) => boolean): Placed[] {
  const children = new Map<number, number[]>()
  for (const effect of effects) {
    const cause = causeOf(log, effect) ?? 0
    const known = children.get(cause)
    if (known) known.push(effect)
    else children.set(cause, [effect])
  }
  const failing = new Set<number>()
  // Effects ascend, and so a cause comes before what it led to.
  for (const effect of effects.toReversed())
    if (failing.has(effect) || failed(effect)) failing.add(effect).add(causeOf(log, effect) ?? 0)
  const all: Placed[] = [{ seq, column: 0, row: 0, more: 0 }]
  let column = all
  for (let at = 1; at <= AFTER && column.length > 0; at++) {
    const next: Placed[] = []
    for (const placed of column) {
      const own = (children.get(placed.seq) ?? []).toSorted(
        (a, b) => Number(failing.has(b)) - Number(failing.has(a)) || a - b,
      )
      for (const child of own)
        if (next.length < ROWS) next.push({ seq: child, column: at, row: next.length, more: 0 })
        else placed.more++
    }
    all.push(...next)
    column = next
  }
  for (const placed of column)
    placed.more = placed.column === AFTER ? (children.get(placed.seq)?.length ?? 0) : placed.more
  return all
}

/** The first plain fields of a payload, as `status: playing`. */
export function summaryOf({ payload }: AppEvent): string {
  const said: string[] = []
  const fields: unknown = payload
  if (typeof fields !== 'object' || fields === null) return ''
  for (const [name, value] of Object.entries(fields)) {
    if (said.length === 2) break
    if (typeof value === 'string' && value !== '') said.push(value.slice(0, 40))
    else if (typeof value === 'number' || typeof value === 'boolean') said.push(`${name} ${value}`)
    else if (Array.isArray(value)) said.push(`${name} ${value.length}`)
  }
  return said.join(', ')
}
