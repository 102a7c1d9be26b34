// One event of a log, or what lies between two; and what stands at a path of the state.

import { type Change, changesOf, touching } from '#core/log/changes.ts'
import { causesOf, effectsOf, madeRoomOf } from '#core/log/finding/causes.ts'
import { hashState, hashVersionOf } from '#core/log/hash.ts'
import { parsePath, valueAt } from '#core/log/path.ts'
import type { ReadLog } from '#core/log/reading/log.ts'
import { Timeline } from '#core/log/timeline.ts'
import type { ReadonlyStore, Store } from '#core/reducers/store.ts'
import { UsageError } from './arguments.ts'
import { changeLines, count, eventLine, harmless, oneLine, seconds, shortJson } from './print.ts'
import { eventOf, finish, type Io } from './running.ts'
import { type Answer, threwLine } from './summary.ts'
import { EXIT } from './usage.ts'

/** So many effects are listed. */
const EFFECTS_SHOWN = 10
/** The state is sought in steps of so many events, so that it can be stopped. */
const STRIDE = 256

/** @param walked a timeline of this log that was there already, so that nothing is replayed again */
export async function at(io: Io, log: ReadLog, seq: number, walked?: Timeline): Promise<Answer> {
  const timeline = walked ?? new Timeline(log)
  held(timeline, seq, 1)
  const event = timeline.event(seq)
  const before = walked?.frozen(seq - 1) ?? (await stateAt(io, timeline, seq - 1))
  const state = timeline.frozen(seq)
  const causes = causesOf(log, seq)
  const madeRoom = madeRoomOf(log, seq)
  const effects = effectsOf(log, seq)
  const changes = changesOf(before, state)
  const hash = hashState(state as Store, hashVersionOf(log.header))
  const why = log.skipped.get(seq) ?? (timeline.applies(seq) ? undefined : 'for what a reducer threw')
  const lines = [
    `event       ${seq} of ${timeline.last}, line ${log.lineOf(seq)}`,
    `time        ${seconds(event.t)}`,
    `source      ${event.source}`,
    `type        ${oneLine(event.type)}, version ${event.v}`,
    `payload     ${shortJson(event.payload, 4000)}`,
    ...(why === undefined ? [] : [`not applied ${oneLine(why)}`]),
    `causes      ${causes.length}`,
    ...causes.map((cause) => `  ${eventLine(cause, 120)}`),
    ...(madeRoom === null ? [] : [`led by      event ${madeRoom}, which made room`]),
    `effects     ${count(effects.length)}`,
    ...effects.slice(0, EFFECTS_SHOWN).map((effect) => `  ${eventLine(effect, 120)}`),
    ...(effects.length > EFFECTS_SHOWN ? [`  and ${count(effects.length - EFFECTS_SHOWN)} more`] : []),
    'changed',
    ...changeLines(changes),
    `state       ${hash}`,
  ]
  const value = {
    event,
    line: log.lineOf(seq),
    causes,
    madeRoom,
    effects: effects.map((effect) => effect.seq),
    changes: told(changes),
    state: hash,
  }
  return { value, lines, exit: ended(io, timeline, EXIT.agrees) }
}

export async function diff(io: Io, log: ReadLog, from: number, to: number): Promise<Answer> {
  const timeline = new Timeline(log)
  held(timeline, from)
  held(timeline, to)
  const [first, second] = from <= to ? [from, to] : [to, from]
  const before = await stateAt(io, timeline, first)
  const after = await stateAt(io, timeline, second, first)
  const changes = from <= to ? changesOf(before, after) : changesOf(after, before)
  const lines = [`changed between event ${from} and event ${to}`, ...changeLines(changes)]
  const exit = changes.length === 0 ? EXIT.agrees : EXIT.differs
  return { value: { from, to, changes: told(changes) }, lines, exit: ended(io, timeline, exit) }
}

/**
 * @param seq null: the end
 * @param walked as `at` takes it
 */
export async function standing(
  io: Io,
  log: ReadLog,
  path: string,
  seq: number | null,
  walked?: Timeline,
): Promise<Answer> {
  const parsed = parsePath(path)
  const timeline = walked ?? new Timeline(log)
  const place = seq ?? timeline.last
  held(timeline, place)
  const found = valueAt(walked?.frozen(place) ?? (await stateAt(io, timeline, place)), parsed)
  const value = { path, seq: place, value: found }
  const exit = ended(io, timeline, EXIT.agrees)
  if (found === undefined)
    return { value, lines: [`nothing stands at ${path} after event ${place}`], exit: EXIT.differs }
  return { value, lines: [JSON.stringify(found, null, 2)], exit }
}

/** The events that changed what stands at a path. */
export async function touched(io: Io, log: ReadLog, path: string): Promise<Answer> {
  const parsed = parsePath(path)
  const timeline = new Timeline(log)
  const found = await finish(io, 'looking', touching(timeline, parsed), eventOf(timeline.last))
  const lines = found.flatMap(({ seq, before, after }) => [
    eventLine(timeline.event(seq), 120),
    `       ${shortJson(before, 160)} -> ${shortJson(after, 160)}`,
  ])
  const value = { path, touching: found.map(({ seq, before = null, after = null }) => ({ seq, before, after })) }
  return {
    value,
    lines: lines.length > 0 ? lines : [`no event changed what stands at ${path}`],
    exit: ended(io, timeline, EXIT.agrees),
  }
}

/**
 * How a command ends that looked at states of a log. Where a reducer threw on the way that is said on the other stream,
 * for what is told then is the state before it.
 */
export function ended(io: Io, timelines: Timeline | readonly Timeline[], exit: number): number {
  const threw = [timelines].flat().flatMap((timeline) => timeline.threw ?? [])
  for (const one of threw) io.note(`${harmless(threwLine(one))}\n`)
  return threw.length > 0 && exit === EXIT.agrees ? EXIT.differs : exit
}

/** The state after an event, to keep. @param from where the timeline stands. Default: its beginning */
export async function stateAt(io: Io, timeline: Timeline, seq: number, from = timeline.first): Promise<ReadonlyStore> {
  await finish(io, 'replaying', way(timeline, seq, from), eventOf(seq))
  return timeline.frozen(seq)
}

function* way(timeline: Timeline, seq: number, from: number): Generator<number, void> {
  for (let place = from; place < seq; place += STRIDE) {
    timeline.seek(place)
    yield place
  }
}

/** @throws UsageError when the log holds no such event */
function held({ first, last }: Timeline, seq: number, after = 0): void {
  if (seq < first + after || seq > last)
    throw new UsageError(`there is no event ${seq}: the log holds ${first + 1} to ${last}`)
}

export const told = (changes: readonly Change[]): readonly unknown[] =>
  changes.map(({ kind, id, before = null, after = null }) => ({ kind, id, before, after }))
