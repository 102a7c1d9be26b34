import { REQUEST_TIMEOUT_MS } from '#core/model/constants.ts'
import type { Fetch } from '../../../api/transport/client.ts'
import { scriptAddress } from '../../scriptAddress.ts'
import { Semaphore } from '../../semaphore.ts'
import { untilAborted } from '../../waiting.ts'
import { Trouble, troubleOfStatus } from '../trouble/trouble.ts'
import { type AskParts, patiently } from './asking.ts'
import { ReadBuffer, readBody, Watchdog } from './reading.ts'

/** What is here, by what loads it. */
const here = new Map<unknown, unknown>()

/** Hears of waits that are no news of a job: it has its file. */
const NOBODY = () => undefined

export interface LateScriptParts extends Omit<AskParts, 'turns'> {
  readonly fetch: Fetch
}

/**
 * A script of the build that this thread needs late. A thread remembers for good that an import failed (HTML standard,
 * module map), of a fetch it remembers nothing: so the file is fetched first, with the patience of transfers, and
 * imported once it lies in the browser's cache. It takes no turn from the calls of jobs.
 * @param load imports it, by the address the build wrote there
 * @returns null where the server says that it is not there: the build is gone, or it cannot be run
 * @throws Trouble when the patience is over, the signal's reason when it aborts
 */
export async function lateScript<T>(
  load: () => Promise<T>,
  parts: LateScriptParts,
  signal: AbortSignal,
): Promise<T | null> {
  if (here.has(load)) return here.get(load) as T
  const address = scriptAddress(load, import.meta.url)
  const ask = patiently({ ...parts, turns: new Semaphore(1) }, signal, NOBODY)
  try {
    if (address !== null) await ask((inner) => bring(address, parts, inner))
  } catch (error) {
    if (error instanceof Trouble && !error.again) return null
    throw error
  }
  const loaded = await load().catch(() => null)
  if (loaded !== null) here.set(load, loaded)
  return loaded
}

/** Only what was read to its end lies in the cache. */
async function bring(address: string, { fetch, clock }: LateScriptParts, signal: AbortSignal): Promise<void> {
  const silent = new AbortController()
  const both = AbortSignal.any([signal, silent.signal])
  const watchdog = new Watchdog(clock, REQUEST_TIMEOUT_MS, (ms) =>
    silent.abort(new Trouble('lineSilent', `no byte for ${ms} ms`, { again: true })),
  )
  const buffer = new ReadBuffer()
  try {
    const answer = await untilAborted(fetch(address, { signal: both }), both).catch(() => {
      if (both.aborted) throw both.reason
      throw new Trouble('noConnection', `${address} does not come`, { again: true })
    })
    if (!answer.ok) throw troubleOfStatus(answer.status)
    watchdog.touch()
    const body = answer.body as ReadableStream<Uint8Array<ArrayBuffer>> | null
    if (body) await readBody(body, buffer, watchdog, both, async () => {})
  } finally {
    watchdog.stop()
    buffer.free()
  }
}
