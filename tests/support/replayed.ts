/** A log replayed as the page and `npm run replay` do it: the engines silent, every checkpoint compared on the way. */
import type { ReadLog } from '#core/log/reading/log.ts'
import { Timeline } from '#core/log/timeline.ts'
import type { Store } from '#core/reducers/store.ts'
import { finished } from './recordedLog.ts'

/** @throws Error when a reducer throws at an event */
export function replay(log: ReadLog) {
  const timeline = new Timeline(log)
  const { threw, ...verdict } = finished(timeline.prepare())
  if (threw) throw new Error(`event ${threw.seq}, ${threw.type}: ${threw.message}`)
  return { ...verdict, seq: timeline.last, store: timeline.frozen(timeline.last) as Store }
}
