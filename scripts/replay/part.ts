// Where two logs part.
import type { AppEvent } from '#core/events/index.ts'
import { changesOf } from '#core/log/changes.ts'
import type { ReadLog } from '#core/log/reading/log.ts'
import { Timeline } from '#core/log/timeline.ts'
import { isEqual } from '#core/reducers/equal.ts'
import { ended, stateAt, told } from './at.ts'
import { changeLines, eventLine } from './print.ts'
import { eventOf, finish, type Io } from './running.ts'
import type { Answer } from './summary.ts'
import { EXIT } from './usage.ts'

/**
 * Compares event by event, but for the time they happened at, and the states after the first that differ. Events are
 * those of one number: a log whose oldest events made room is compared from where it begins.
 */
export async function part(io: Io, mine: ReadLog, other: ReadLog): Promise<Answer> {
  const first = Math.max(mine.start, other.start)
  const last = Math.max(endOf(mine), endOf(other))
  if (Math.min(endOf(mine), endOf(other)) < first) return apart(mine, other)
  const timelines = [new Timeline(mine), new Timeline(other)] as const
  const [begin, begun] = [await stateAt(io, timelines[0], first), await stateAt(io, timelines[1], first)]
  // Where both begin with nothing, or with what they hold themselves, there is nothing to compare.
  const standing = mine.start === 0 && other.start === 0 ? [] : changesOf(begin, begun)
  if (standing.length > 0)
    return {
      value: { parts: 0, from: first, events: [], changes: told(standing) },
      lines: [`they part   before event ${first + 1}: their states differ there by`, ...changeLines(standing)],
      exit: ended(io, timelines, EXIT.differs),
    }
  const seq = await finish(io, 'comparing', steps(mine, other, first + 1, last), eventOf(last))
  const same = seq - 1 - first
  const since = first > 0 ? ` from event ${first + 1} on, before which one of them holds none` : ''
  if (seq > last)
    return {
      value: { parts: null, from: first, events: same },
      lines: [`they hold the same ${same} events${since}`],
      exit: ended(io, timelines, EXIT.agrees),
    }
  const before = await stateAt(io, timelines[0], seq - 1, first)
  const sides = []
  for (const [at, log] of [mine, other].entries()) {
    const event = eventAt(log, seq)
    const timeline = timelines[at] as Timeline
    const state = await stateAt(io, timeline, event ? seq : seq - 1, first)
    sides.push({ event, changes: changesOf(before, state), state })
  }
  const [here, there] = sides
  const changes = here && there ? changesOf(here.state, there.state) : []
  const line = (event: AppEvent | undefined) => (event ? eventLine(event, 400) : '  nothing: the log ends')
  const lines = [
    `they part   behind ${same} events they both hold${since}`,
    'the one',
    `  ${line(here?.event)}`,
    ...changeLines(here?.changes ?? []),
    'the other',
    `  ${line(there?.event)}`,
    ...changeLines(there?.changes ?? []),
    'the states then differ by',
    ...changeLines(changes),
  ]
  const value = {
    parts: same,
    from: first,
    events: [here?.event ?? null, there?.event ?? null],
    changes: told(changes),
  }
  return { value, lines, exit: ended(io, timelines, EXIT.differs) }
}

/** @returns number of the first event they do not share, or the one behind the last. Yields where it is */
function* steps(mine: ReadLog, other: ReadLog, from: number, last: number): Generator<number, number> {
  let seq = from
  for (; seq <= last && isSame(eventAt(mine, seq), eventAt(other, seq)); seq++) yield seq
  return seq
}

/** Number of the last event. */
const endOf = ({ start, events }: ReadLog): number => start + events.length

const eventAt = ({ start, events }: ReadLog, seq: number): AppEvent | undefined => events.at(seq - start - 1)

/** Two that hold no event of the same number, and do not lead to each other either. */
function apart(mine: ReadLog, other: ReadLog): Answer {
  const of = (log: ReadLog) => `events ${log.start + 1} to ${endOf(log)}`
  return {
    value: { parts: null, from: null, events: 0 },
    lines: [`they hold no event in common: the one ${of(mine)}, the other ${of(other)}`],
    exit: EXIT.differs,
  }
}

function isSame(a: AppEvent | undefined, b: AppEvent | undefined): boolean {
  return (
    a !== undefined &&
    b !== undefined &&
    a.type === b.type &&
    a.source === b.source &&
    a.cause === b.cause &&
    isEqual(a.payload, b.payload)
  )
}
