/** Something that failed for want of a server is tried again for as long as somebody needs it. */

/** The first pause, and the longest one, ms. */
export const PAUSE_MS = 1000
export const PAUSE_MAX_MS = 30_000

/**
 * Tries it until it works: with growing pauses and jitter, for others wait for the same server, and at once when the
 * browser has a connection again.
 * @param act rejects when it has failed once more
 * @returns how to stop
 */
export function tryAgain(act: () => Promise<unknown>): () => void {
  let pauseMs = PAUSE_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  let isActing = false
  let isOver = false
  const wait = () => {
    timer = setTimeout(go, pauseMs * (0.75 + Math.random() / 2))
    pauseMs = Math.min(PAUSE_MAX_MS, 2 * pauseMs)
  }
  const go = () => {
    if (isActing) return
    isActing = true
    clearTimeout(timer)
    void act().then(stop, () => {
      isActing = false
      if (!isOver) wait()
    })
  }
  const online = () => {
    pauseMs = PAUSE_MS
    go()
  }
  const stop = () => {
    isOver = true
    clearTimeout(timer)
    removeEventListener('online', online)
  }
  addEventListener('online', online)
  wait()
  return stop
}
