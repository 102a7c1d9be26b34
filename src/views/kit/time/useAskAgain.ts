import { useEffect, useRef } from 'react'
import { moment } from './moment.ts'

/** How long after it could not be had it is asked for again, ms: at first, and after many times. */
export const AGAIN_MS = 10_000
const AGAIN_MAX_MS = 300_000
/** No server is waited for longer on its own word, ms: who says more is not the server. */
const NAMED_MAX_MS = 3_600_000
/** What fails once more this soon after it was no longer said to have failed has failed all the while, ms. */
const SAME_MS = 120_000

interface State {
  hasFailed: boolean
  /** Whether there is a connection. Without one nothing is asked for, and once it is back at once. */
  online: boolean
  /** For how long after it failed nobody needs to ask again, ms, as the server said. Default: it said nothing. */
  retryAfterMs?: number | undefined
}

/**
 * Asks again for what could not be had (H-134), for as long as the place is shown where it would stand: with growing pauses and
 * jitter, for others wait for the same server, and never before the time the server named (H-350).
 */
export function useAskAgain({ hasFailed, online, retryAfterMs = 0 }: State, ask: () => void): void {
  const latest = useRef(ask)
  latest.current = ask
  const tries = useRef(0)
  const namedAt = useRef(0)
  const leftAt = useRef(Number.NEGATIVE_INFINITY)
  const wasOnline = useRef(online)
  useEffect(() => {
    const isBack = online && !wasOnline.current
    wasOnline.current = online
    if (!hasFailed) return
    // Back online it is the same failure: its time runs from when it was told.
    if (!isBack && online) namedAt.current = moment() + Math.min(NAMED_MAX_MS, retryAfterMs)
    if (!online) return
    if (isBack || moment() - leftAt.current > SAME_MS) tries.current = 0
    const pauseMs = isBack ? 0 : Math.min(AGAIN_MAX_MS, AGAIN_MS * 2 ** tries.current++)
    const namedMs = Math.max(0, namedAt.current - moment())
    const ownMs = pauseMs * (0.75 + Math.random() / 2)
    const pause = Math.max(ownMs, namedMs * (1 + Math.random() / 4))
    let due = moment() + pause
    const timer = setTimeout(() => latest.current(), pause)
    // Timers stand still while the machine sleeps.
    const look = () => {
      if (document.visibilityState !== 'visible' || moment() < due) return
      clearTimeout(timer)
      due = Number.POSITIVE_INFINITY
      latest.current()
    }
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
      leftAt.current = moment()
    }
  }, [hasFailed, online, retryAfterMs])
}
