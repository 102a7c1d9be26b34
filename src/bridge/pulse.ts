/**
 * Notices a worker that hangs: it holds its lock and answers nothing. Each is asked now and then, and one that left
 * several questions in a row unanswered is given up. A machine that slept asks once when it wakes. One that has not
 * begun yet is not asked.
 */
import type { Workers } from './joints.ts'
import type { Started } from './worker.ts'

/** From one question to the next, ms. */
export const ASK_EVERY_MS = 10_000
/** So many questions may stay unanswered: no task of a worker is that long. */
export const SILENT_MAX = 4

/** Begins to ask. @returns ends it */
export function takePulse(workers: Workers): () => void {
  const silent = new WeakMap<Started<object>, number>()
  const ask = () => {
    for (const started of Object.values(workers) as Started<object>[]) {
      if (started.worker.hasBegun === false) continue
      const questions = silent.get(started)
      if (questions === undefined)
        started.worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
          if (typeof data === 'object' && data !== null && 'lives' in data) silent.set(started, 0)
        })
      if ((questions ?? 0) >= SILENT_MAX) started.giveUp('the worker does not answer')
      silent.set(started, (questions ?? 0) + 1)
      started.worker.postMessage({ lives: true })
    }
  }
  const timer = setInterval(ask, ASK_EVERY_MS)
  return () => clearInterval(timer)
}
