/** Web Locks as the workers use them. Without them, and where they refuse, each page is its own. */
import { locksOf } from '#core/model/abilities.ts'
import { FOR_EVER } from './engines/held.ts'

const locks = locksOf(globalThis)

/** Held while a living page writes to this log. */
export const logLock = (logId: string): string => `log-${logId}`

/** A request that rejects wherever locks refuse, also where the call itself throws. */
async function request<T>(name: string, options: LockOptions, run: (lock: Lock | null) => T | Promise<T>): Promise<T> {
  if (!locks) throw new Error('no locks')
  return (await locks.request(name, options, run)) as T
}

/** Holds a lock until this worker ends, however it ends. @param held called once it is held */
export function holdForLife(name: string, held?: () => void, mode: LockMode = 'exclusive'): void {
  const forLife = () => {
    held?.()
    return FOR_EVER
  }
  void request(name, { mode }, forLife).catch(() => undefined)
}

/**
 * Takes a lock that nobody holds, until it is let go or this worker ends, however it ends.
 * @param signal whoever holds it is waited for until this ends; nobody is without one
 * @returns lets go of it, and is done when it is free again; null where somebody holds it, and where there are no locks
 */
export function takeLock(name: string, signal?: AbortSignal): Promise<(() => Promise<void>) | null> {
  return new Promise((resolve) => {
    const held = request(name, signal ? { signal } : { ifAvailable: true }, async (lock) => {
      if (!lock) return resolve(null)
      await new Promise<void>((over) => {
        resolve(async () => {
          over()
          await held
        })
      })
    }).catch(() => resolve(null))
  })
}

/** Whether nobody holds the lock. Nobody can say so without locks: then it counts as held, and nothing of others is touched. */
export function isFree(name: string): Promise<boolean> {
  return request(name, { ifAvailable: true }, (lock) => lock !== null).catch(() => false)
}

/** Whether any page holds the lock, as far as can be known. */
export async function isHeldByAny(name: string): Promise<boolean> {
  try {
    return (await locks?.query())?.held?.some((lock) => lock.name === name) ?? false
  } catch {
    return false
  }
}

/**
 * Runs one at a time over all pages, or at once where they have no locks.
 * @param until ends the waiting: the signal and with it the call; after `waitMs` the page that runs is taken for frozen,
 * and it is run all the same
 * @throws what `run` throws, or the reason of the signal
 */
export async function exclusively<T>(
  name: string,
  run: () => Promise<T>,
  until?: { readonly signal: AbortSignal; readonly waitMs: number },
): Promise<T> {
  let running: Promise<T> | undefined
  // A timer of our own: a signal that only a combination of signals leads to can be collected before it fires.
  const waiting = new AbortController()
  const giveUp = () => waiting.abort()
  const timer = until && setTimeout(giveUp, until.waitMs)
  until?.signal.addEventListener('abort', giveUp, { once: true })
  if (until?.signal.aborted) giveUp()
  try {
    const options = until ? { signal: waiting.signal } : {}
    await request(name, options, async () => {
      running = run()
      await running.catch(() => undefined)
    })
  } catch {
    // There are none, or they refuse, or it took too long.
  } finally {
    clearTimeout(timer)
    until?.signal.removeEventListener('abort', giveUp)
  }
  if (!running) until?.signal.throwIfAborted()
  return running ?? run()
}

/**
 * Leads among all pages that ask for the same name, one at a time, until the signal ends; the next one leads then.
 * Without locks, and where they refuse, each page leads.
 * @param lead called once this page does
 */
export function leadUntil(name: string, signal: AbortSignal, lead: () => void): void {
  const run = () => {
    if (signal.aborted) return
    lead()
    return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  }
  void request(name, { signal }, run).catch(() => {
    if (!signal.aborted) lead()
  })
}
