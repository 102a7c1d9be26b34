// The events of a log, one on a line.
import type { AppEvent } from '#core/events/index.ts'
import type { ReadLog } from '#core/log/reading/log.ts'
import { lookedFor } from '#core/model/text/inJson.ts'
import { eventLine, harmless } from './print.ts'
import { eventOf, finish, type Io } from './running.ts'
import type { Answer } from './summary.ts'
import { EXIT } from './usage.ts'

/** Clears a line of a terminal on which it was told how far it is. */
const CLEARED = '\r\x1b[K'

/**
 * Says each line as it is found, unless all are wanted as one value.
 * @param filter words that all stand in a line, in any case; empty: all events
 * @throws Stopped when somebody wants that
 */
export async function list(io: Io, { events, start }: ReadLog, filter: string, isJson: boolean): Promise<Answer> {
  const words = filter.split(/\s+/).filter(Boolean).map(lookedFor)
  const shown: AppEvent[] = []
  const isSilent = isJson || words.length > 0
  const found = (event: AppEvent) => {
    if (isJson) return void shown.push(event)
    if (io.isTerminal && isSilent) io.note(CLEARED)
    io.say(harmless(eventLine(event)))
  }
  function* steps(): Generator<number, void> {
    for (const event of events) {
      if (words.length === 0 || holds(event, words)) found(event)
      yield event.seq
    }
  }
  // Where line follows line, they say themselves how far it is.
  const telling = { ...io, isTerminal: io.isTerminal && isSilent }
  await finish(telling, 'looking through the events', steps(), eventOf(start + events.length))
  return { value: { of: events.length, events: shown }, lines: [], exit: EXIT.agrees }
}

/** Whether all words stand in the line of an event, were it not cut. */
function holds(event: AppEvent, words: readonly ((said: string) => boolean)[]): boolean {
  const text = eventLine(event, Number.POSITIVE_INFINITY).toLowerCase()
  return words.every((stands) => stands(text))
}
