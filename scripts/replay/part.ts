// Where two logs part.
import type { AppEvent } from '#core/events/index.ts'
import { changesOf, isEqual } from '#core/log/changes.ts'
import type { ReadLog } from '#core/log/reading/log.ts'
import { Timeline } from '#core/log/timeline.ts'
import { stateAt, told } from './at.ts'
import { changeLines, eventLine } from './print.ts'
import type { Io } from './running.ts'
import type { Answer } from './summary.ts'
import { EXIT } from './usage.ts'

/** Compares event by event, but for the time they happened at, and the states after the first that differ. */
export async function part(io: Io, mine: ReadLog, other: ReadLog): Promise<Answer> {
  const length = Math.max(mine.events.length, other.events.length)
  let same = 0
  while (same < length && isSame(mine.events.at(same), other.events.at(same))) same++
  if (same === length)
    return {
      value: { parts: null, events: length },
      lines: [`they hold the same ${length} events`],
      exit: EXIT.agrees,
    }
  const before = await stateAt(io, new Timeline(mine), mine.start + same)
  const [here, there] = await Promise.all(
    [mine, other].map(async (log) => {
      const event = log.events.at(same)
      const state = await stateAt(io, new Timeline(log), log.start + same + (event ? 1 : 0))
      return { event, changes: changesOf(before, state), state }
    }),
  )
  const changes = here && there ? changesOf(here.state, there.state) : []
  const line = (event: AppEvent | undefined) => (event ? eventLine(event, 400) : '  nothing: the log ends')
  const lines = [
    `they part   behind ${same} events they both hold`,
    'the one',
    `  ${line(here?.event)}`,
    ...changeLines(here?.changes ?? []),
    'the other',
    `  ${line(there?.event)}`,
    ...changeLines(there?.changes ?? []),
    'the states then differ by',
    ...changeLines(changes),
  ]
  const value = { parts: same, events: [here?.event ?? null, there?.event ?? null], changes: told(changes) }
  return { value, lines, exit: EXIT.differs }
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
