// A script that a worker cannot do without, however long it takes to come.
import type { Clock } from './api/transport/clock.ts'
import { scriptAddress } from './engines/scriptAddress.ts'

/** A file that did not come in so long, ms, is asked for again after this pause, ms: the line may be another one by then. */
const PATIENCE_MS = 15_000
const PAUSE_MS = 500
/** Both are twice as long with each try, up to so many times. */
const TIMES_MAX = 16

/**
 * A script of the build that a worker needs late. A worker remembers for good that an import failed (HTML standard,
 * module map), of a fetch it remembers nothing: so the file is fetched first, until it comes, and imported once it lies
 * in the browser's cache.
 * @param load imports it, by the address the build wrote there
 * @throws Error when the server says that it is not there: the build is gone
 */
export async function whenItComes<T>(
  load: () => Promise<T>,
  fetch: typeof globalThis.fetch,
  clock: Pick<Clock, 'setTimer'>,
): Promise<T> {
  const url = scriptAddress(load, import.meta.url)
  if (url === null) return load()
  for (let times = 1; !(await isHere(url, fetch, PATIENCE_MS * times)); times = Math.min(times * 2, TIMES_MAX))
    await new Promise<void>((done) => clock.setTimer(done, PAUSE_MS * times))
  return load()
}

async function isHere(url: string, fetch: typeof globalThis.fetch, patienceMs: number): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(patienceMs) }).catch(() => null)
  if (answer?.status === 404 || answer?.status === 410) throw new Error(`${answer.status}: ${url}`)
  // Only what was read to its end lies in the cache.
  return Boolean(answer?.ok && (await answer.arrayBuffer().catch(() => null)))
}
