/**
 * Starts a worker and notices when it is gone: each worker holds a Web Lock while it lives, and this page
 * waits in line for the same lock. Without Web Locks only what the worker throws is noticed. An error nobody caught counts as gone too, because what it left behind
 * cannot be trusted.
 */
import { type Remote, wrap } from 'comlink'
import { locksOf, mintIn } from '#core/model/abilities.ts'

export interface Started<T> {
  readonly remote: Remote<T>
  readonly worker: Worker
}

/**
 * @param worker a worker that was just made
 * @param died called once, with what is known of the reason
 * @param keepsNothing it may leave nothing on this device, nor read what lies there
 */
export function watch<T>(
  worker: Worker,
  name: string,
  died: (message: string) => void,
  keepsNothing: boolean,
): Started<T> {
  let told = false
  const once = (message: string) => {
    if (told) return
    told = true
    died(message)
  }
  worker.addEventListener('error', (event) => once(event.message || 'the worker could not be loaded'))
  const lock = `alive-${name}-${mintIn(globalThis)}`
  // Before its script ran the worker keeps messages in line, so the first one tells it which lock to hold.
  worker.postMessage({ hold: lock, keepsNothing })
  worker.addEventListener('message', (message: MessageEvent<unknown>) => {
    if (!isHeld(message.data, lock)) return
    void locksOf(globalThis)
      ?.request(lock, () => once('the worker stopped'))
      .catch(() => undefined)
  })
  return { remote: wrap<T>(worker), worker }
}

function isHeld(data: unknown, lock: string): boolean {
  return typeof data === 'object' && data !== null && 'held' in data && data.held === lock
}
