import type { Fetch } from '../../../api/transport/client.ts'
import { scriptAddress } from '../../scriptAddress.ts'
import { Trouble, troubleOfStatus } from '../trouble/trouble.ts'
import type { Ask } from './asking.ts'

/** What is here, by what loads it. */
const here = new Map<unknown, unknown>()

/**
 * A script of the build that this thread needs late. A thread remembers for good that an import failed (HTML standard,
 * module map), of a fetch it remembers nothing: so the file is fetched first, with the patience of transfers, and
 * imported once it lies in the browser's cache.
 * @param load imports it, by the address the build wrote there
 * @returns null where the server says that it is not there: the build is gone, or it cannot be run
 * @throws Trouble when the patience is over, the signal's reason when it aborts
 */
export async function lateScript<T>(load: () => Promise<T>, ask: Ask, fetch: Fetch): Promise<T | null> {
  if (here.has(load)) return here.get(load) as T
  const address = scriptAddress(load, import.meta.url)
  try {
    if (address !== null) await ask((signal) => bring(address, fetch, signal))
  } catch (error) {
    if (error instanceof Trouble && !error.again) return null
    throw error
  }
  const loaded = await load().catch(() => null)
  if (loaded !== null) here.set(load, loaded)
  return loaded
}

async function bring(address: string, fetch: Fetch, signal: AbortSignal): Promise<void> {
  const lost = (): never => {
    throw new Trouble('noConnection', `${address} does not come`, { again: true })
  }
  const answer = await fetch(address, { signal }).catch(lost)
  if (!answer.ok) throw troubleOfStatus(answer.status)
  // Only what was read to its end lies in the cache.
  await answer.arrayBuffer().catch(lost)
}
