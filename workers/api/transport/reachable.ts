// Whether anybody answers at all: told apart from a server that is there and says no.
import type { Fetch } from './client.ts'

/** A call everybody may make and that costs next to nothing. Who does not know it says so, which is an answer too. */
const PATH = '/player.json'

/**
 * Whether this is the word of something that stands before a server which is not there: 502, 503 or 504, neither in
 * the API's own JSON nor with a time to come back.
 */
export function isNobody(status: number, headers: Headers): boolean {
  if (status !== 502 && status !== 503 && status !== 504) return false
  return !headers.has('retry-after') && !isJson(headers)
}

export const isJson = (headers: Headers) => /^application\/(\w+\+)?json\b/i.test(headers.get('content-type') ?? '')

/** A page, which is none of the server's answers: a filter, a network's own sign-in or a proxy sent it (H-332). */
export const isPage = (headers: Headers) =>
  /^(text\/html|application\/xhtml\+xml)\b/i.test(headers.get('content-type') ?? '')

/**
 * Asks whether the server is there.
 * @param once a text that no question had before: what stands between may keep the answer under its address, for a day
 * @throws the signal's reason when it aborts, and nothing else
 */
export async function serverAnswers(fetch: Fetch, base: string, once: string, signal: AbortSignal): Promise<boolean> {
  try {
    const address = `${base}${PATH}?once=${once}`
    const response = await fetch(address, { signal, redirect: 'error', credentials: 'omit', cache: 'no-store' })
    void response.body?.cancel().catch(() => {})
    return !(response.ok && isPage(response.headers)) && !isNobody(response.status, response.headers)
  } catch {
    signal.throwIfAborted()
    return false
  }
}
