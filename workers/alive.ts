import { keepNothing } from './engines/storage.ts'

/**
 * Holds the lock the page waits for (bridge/worker). Every worker the page starts imports this first; when the worker
 * is gone, however it went, the lock is given back and the page knows. The same message says whether the page may keep
 * anything: it comes before all others, so nothing was read by then.
 */
import { holdForLife } from './locks.ts'

addEventListener('message', (message: MessageEvent<unknown>) => {
  const { data } = message
  // Whether it still gets to its messages at all (bridge/pulse).
  if (typeof data === 'object' && data !== null && 'lives' in data) return postMessage({ lives: true })
  if (typeof data !== 'object' || data === null || !('hold' in data) || typeof data.hold !== 'string') return
  if ('keepsNothing' in data && data.keepsNothing === true) keepNothing()
  const lock = data.hold
  holdForLife(lock, () => postMessage({ held: lock }))
})

// To the page an error nobody caught is an `error` alone, which a promise is none of: thrown on in a task of its own it is.
addEventListener('unhandledrejection', (event) => {
  event.preventDefault()
  setTimeout(() => {
    throw event.reason
  })
})
