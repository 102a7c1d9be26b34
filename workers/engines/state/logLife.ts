/** The log that is written now: when it began, as a clock tells that only goes on, and who writes it. */
import type { AppDraft } from '#core/events/index.ts'
import type { Order } from '#core/log/order.ts'
import { snapshotLines } from '#core/log/snapshots/snapshot.ts'
import { headerOf } from '#core/log/upcast.ts'
import type { Clock } from '#workers/api/transport/clock.ts'
import { type LogPort, LogWriter } from './logWriter.ts'

/** A clock that is put right by less is let be, ms. */
const PUT_BACK_MS = 1000

export type Opened = Extract<AppDraft, { type: 'app.opened' }>

export interface LogLifeParts {
  readonly clock: Clock
  /** The same, but that it goes on when somebody puts the device's clock back. */
  readonly time: Clock
  readonly log: LogPort
  readonly mint: () => string
  /** The log can no longer be stored. */
  readonly lost: (reason: 'quota' | 'refused') => void
}

export interface LogLife {
  /** Null before the first log. */
  readonly writer: LogWriter | null
  /** Begins a log; the last segment of the one before is cut here, with the state hash of its own order. @param own its order */
  begin(opened: Opened, own: Order): void
  /** A time of the device's clock, in ms since the log began. One that was read before the clock was put back is no later than now. */
  timeOf(at: number): number
  /** By how much the clock was put back since this was asked last, ms; 0: not by enough to be said. */
  putBack(): number
}

export function createLogLife({ clock, time, log, mint, lost }: LogLifeParts): LogLife {
  let writer: LogWriter | null = null
  /** By that time the log began. */
  let began = 0
  /** By so much the clock was put back since it began to run, ms, as the state of this log knows. */
  let known = 0

  function steadyOf(at: number): number {
    const now = time.now()
    return Math.min(now, at + now - clock.now())
  }

  /** By how much the clock was put back since this worker began, ms. */
  const inAll = () => time.now() - clock.now()

  return {
    get writer() {
      return writer
    },
    begin({ payload: { startedAt, build } }, own) {
      const after = writer?.close() ?? Promise.resolve()
      began = steadyOf(startedAt)
      known = inAll()
      writer = new LogWriter({
        log,
        clock,
        header: headerOf(mint(), build, startedAt),
        hash: () => own.hash(),
        snapshot: () => snapshotLines(own.store),
        after,
        lost,
      })
    },
    timeOf: (at) => steadyOf(at) - began,
    putBack() {
      const byMs = inAll() - known
      if (byMs < PUT_BACK_MS) return 0
      known += byMs
      return byMs
    },
  }
}
