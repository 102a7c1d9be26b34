// Waits that end by time or by a signal.
import type { Clock, Timer } from '../../../api/transport/clock.ts'
import { beforeDeadline, untilAborted } from '../../waiting.ts'
import { Trouble } from './trouble.ts'

/** Why a wait or a transfer ended early: the job was cancelled. */
export class Cancelled extends Error {
  override name = 'Cancelled'
}

/** Waits `ms`; rejects with the signal's reason when it aborts first. */
export function sleep(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  let timer: Timer | undefined
  const waited = new Promise<void>((resolve) => {
    timer = clock.setTimer(resolve, ms)
  })
  return untilAborted(waited, signal).finally(() => {
    if (timer !== undefined) clock.clearTimer(timer)
  })
}

/** Settles with `work`, or fails with `Trouble('noAnswerInTime')` after `ms`: for calls to another worker, which may be dead. */
export function within<T>(clock: Clock, ms: number, work: Promise<T>, signal: AbortSignal): Promise<T> {
  const late = () => new Trouble('noAnswerInTime', `no answer within ${ms} ms`, { again: true })
  return untilAborted(beforeDeadline(clock, ms, work, late), signal)
}
