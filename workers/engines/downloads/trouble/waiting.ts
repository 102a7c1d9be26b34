// Waits that end by time or by a signal.
import type { Clock } from '../../../api/transport/clock.ts'
import { after, beforeDeadline, untilAborted } from '../../waiting.ts'
import { Trouble } from './trouble.ts'

/** Why a wait or a transfer ended early: the job was cancelled. */
export class Cancelled extends Error {
  override name = 'Cancelled'
}

/** Waits `ms`, be it asleep; rejects with the signal's reason when it aborts first. */
export function sleep(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  let stop = () => {}
  const waited = new Promise<void>((resolve) => {
    stop = after(clock, ms, resolve)
  })
  return untilAborted(waited, signal).finally(() => stop())
}

/** Settles with `work`, or fails with `Trouble('noAnswerInTime')` after `ms`: for calls to another worker, which may be dead. */
export function within<T>(clock: Clock, ms: number, work: Promise<T>, signal: AbortSignal): Promise<T> {
  const late = () => new Trouble('noAnswerInTime', `no answer within ${ms} ms`, { again: true })
  return untilAborted(beforeDeadline(clock, ms, work, late), signal)
}
