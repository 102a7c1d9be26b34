// The events of a log, one on a line.
import type { ReadLog } from '#core/log/read.ts'
import { eventLine } from './print.ts'
import type { Answer } from './summary.ts'
import { EXIT } from './usage.ts'

/** @param filter words that all stand in a line, in any case; empty: all events */
export function list({ events }: ReadLog, filter: string): Answer {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const all = events.map((event) => ({ event, text: eventLine(event, Number.POSITIVE_INFINITY) }))
  const shown = all.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)))
  const lines = shown.map(({ event }) => eventLine(event))
  return { value: { of: events.length, events: shown.map(({ event }) => event) }, lines, exit: EXIT.agrees }
}
