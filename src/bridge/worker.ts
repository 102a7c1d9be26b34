/**
 * Starts a worker and notices when it is gone: each worker holds a Web Lock while it lives, and this page
 * waits in line for the same lock. Without Web Locks only what the worker throws is noticed. An error nobody caught counts as gone too, because what it left behind
 * cannot be trusted.
 */
import { type Remote, wrap } from 'comlink'
import { locksOf, mintIn } from '#core/model/abilities.ts'
import { withoutSecretShapes } from '#core/model/text/secretShapes.ts'
import type { LateWorker } from './lateWorker.ts'

export interface Started<T> {
  /** Its calls. Those it did not answer are rejected with `WorkerGone` when it is gone, and so is every later one. */
  readonly remote: Remote<T>
  readonly worker: LateWorker
  /** Gives it up, for a reason that is told as if it had died of it. */
  readonly giveUp: (message: string) => void
  /** Resolves when it is gone. */
  readonly gone: Promise<WorkerGone>
}

/** Why a worker ended that did not die: it made way for another tab's. */
export const YIELDED = 'the worker made way for that of another tab'

/** A call nobody will answer any more. */
export class WorkerGone extends Error {
  override name = 'WorkerGone'
}

/**
 * @param worker a worker that was just made, or begins later
 * @param died called once, with what is known of the reason, and whether its script came at all; the worker is ended by then
 * @param keepsNothing it may leave nothing on this device, nor read what lies there
 */
export function watch<T extends object>(
  worker: LateWorker,
  name: string,
  died: (message: string, hasLived: boolean) => void,
  keepsNothing: boolean,
): Started<T> {
  const waiting = new Set<(gone: WorkerGone) => void>()
  let gone: WorkerGone | null = null
  let hasLived = false
  let tellGone = (_: WorkerGone) => {}
  const whenGone = new Promise<WorkerGone>((resolve) => {
    tellGone = resolve
  })
  const giveUp = (said: string) => {
    if (gone) return
    // It is kept in the log, and what broke may have had anything in its hands.
    const message = withoutSecretShapes(said)
    gone = new WorkerGone(message)
    worker.terminate()
    died(message, hasLived)
    for (const reject of waiting) reject(gone)
    tellGone(gone)
  }
  worker.addEventListener('error', (event) => {
    // What throws has come.
    hasLived ||= event.message !== '' && event.message !== undefined
    giveUp(event.message || 'the worker could not be loaded')
  })
  const lock = `alive-${name}-${mintIn(globalThis)}`
  // Before its script ran the worker keeps messages in line, so the first one tells it which lock to hold.
  worker.postMessage({ hold: lock, keepsNothing })
  worker.addEventListener('message', (message: MessageEvent<unknown>) => {
    hasLived = true
    if (isYielding(message.data)) return giveUp(YIELDED)
    if (!isHeld(message.data, lock)) return
    void locksOf(globalThis)
      ?.request(lock, () => giveUp('the worker stopped'))
      .catch(() => undefined)
  })
  const called = wrap<Callable>(worker)
  const remote = new Proxy({} as Remote<T>, {
    // Nobody may take it for a promise.
    get(_, call) {
      if (typeof call !== 'string' || call === 'then') return undefined
      return async (...args: readonly unknown[]) => {
        if (gone) throw gone
        let end = (_: WorkerGone) => {}
        const ended = new Promise<never>((_, reject) => {
          end = reject
          waiting.add(end)
        })
        return Promise.race([(called as unknown as Callable)[call]?.(...args), ended]).finally(() =>
          waiting.delete(end),
        )
      }
    },
  })
  return { remote, worker, giveUp, gone: whenGone }
}

type Callable = Record<string, (...args: readonly unknown[]) => Promise<unknown>>

const isYielding = (data: unknown) => typeof data === 'object' && data !== null && 'yields' in data

function isHeld(data: unknown, lock: string): boolean {
  return typeof data === 'object' && data !== null && 'held' in data && data.held === lock
}
