// One request for a file, as every connection of a job makes it.
import type { Fetch } from '../../../api/transport/client.ts'
import { leadsElsewhere } from '../../../api/transport/redirect.ts'
import { untilAborted } from '../../waiting.ts'
import { ledElsewhere, Trouble, text } from '../trouble/trouble.ts'
import { type Asked, rangeHeaders } from './answer.ts'

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
    throw new Trouble('noConnection', text(cause), { again: true })
  })
  if (leadsElsewhere(response)) throw ledElsewhere()
  return response
}
