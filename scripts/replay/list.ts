// The events of a log, one on a line.
import type { AppEvent } from '#core/events/index.ts'
import type { ReadLog } from '#core/log/reading/log.ts'
import { eventLine } from './print.ts'
import type { Answer } from './summary.ts'
import { EXIT } from './usage.ts'

/** @param filter words that all stand in a line, in any case; empty: all events */
export function list({ events }: ReadLog, filter: string): Answer {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const shown: AppEvent[] = []
  for (const event of events) if (words.length === 0 || holds(event, words)) shown.push(event)
  const lines = shown.map((event) => eventLine(event))
  return { value: { of: events.length, events: shown }, lines, exit: EXIT.agrees }
}

/** Whether all words stand in the line of an event, were it not cut. */
function holds(event: AppEvent, words: readonly string[]): boolean {
  const text = eventLine(event, Number.POSITIVE_INFINITY).toLowerCase()
  return words.every((word) => text.includes(word))
}
