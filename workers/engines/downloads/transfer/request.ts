// One request for a file, as every connection of a job makes it.
import { REQUEST_TIMEOUT_MS } from '#core/model/constants.ts'
import { messageOf } from '#core/model/text/messageOf.ts'
import { ApiError } from '../../../api/transport/apiError.ts'
import type { Fetch } from '../../../api/transport/client.ts'
import type { Clock } from '../../../api/transport/clock.ts'
import { leadsElsewhere } from '../../../api/transport/redirect.ts'
import { wholeBody } from '../../../api/transport/wholeBody.ts'
import { untilAborted } from '../../waiting.ts'
import { ledElsewhere, Trouble } from '../trouble/trouble.ts'
import { type Asked, judge, rangeHeaders } from './answer.ts'
import { Watchdog } from './reading.ts'

/**
 * A few bytes of a file, from `offset` to `until`, whole. A slow line has the time it needs, as for a whole file.
 * @returns null when what came is not that
 * @throws Trouble as `requestFile`, and what an answer that is none means; the signal's reason when it aborts
 */
export async function requestBytes(
  { fetch, clock }: { readonly fetch: Fetch; readonly clock: Clock },
  address: string,
  asked: Asked & { readonly until: number },
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const exactly = { ...asked, isExact: true } as const
  const over = new AbortController()
  const both = AbortSignal.any([signal, over.signal])
  const watchdog = new Watchdog(clock, REQUEST_TIMEOUT_MS, (ms) =>
    over.abort(new Trouble('lineSilent', `no byte for ${ms} ms`, { again: true })),
  )
  try {
    const response = await requestFile(fetch, address, exactly, both)
    watchdog.touch()
    const { start, changed } = judge(response, exactly, clock.now())
    if (response.status !== 206 || start !== asked.offset || changed) return null
    const body = wholeBody(response, asked.until - asked.offset, () => watchdog.touch())
    return new Uint8Array(await untilAborted(body, both))
  } catch (cause) {
    if (both.aborted) throw both.reason
    // More bytes than were asked for, or fewer.
    if (cause instanceof ApiError) return null
    throw cause instanceof Trouble ? cause : new Trouble('lineCut', messageOf(cause), { again: true })
  } finally {
    watchdog.stop()
    // Whatever comes now is nobody's any more.
    over.abort()
  }
}

/** @throws Trouble `network` when no answer came, `server` when it leads elsewhere; the signal's reason when it aborts */
export async function requestFile(fetch: Fetch, address: string, asked: Asked, signal: AbortSignal): Promise<Response> {
  const sent = fetch(address, {
    headers: rangeHeaders(asked),
    signal,
    // Not followed; with `error` that could not be told from a connection that failed.
    redirect: 'manual',
    credentials: 'omit',
    // The cache would write every byte once more, and parallel ranges through it fail.
    cache: 'no-store',
  })
  const response = await untilAborted(sent, signal).catch((cause: unknown) => {
    if (signal.aborted) throw signal.reason
    throw new Trouble('noConnection', messageOf(cause), { again: true })
  })
  if (leadsElsewhere(response)) throw ledElsewhere()
  return response
}
