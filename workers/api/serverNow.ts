// What time it is where links, codes and tokens are judged.
import { languages } from './languages.ts'
import type { Api } from './transport/client.ts'
import type { Clock } from './transport/clock.ts'

/** Somebody waits for a page meanwhile, ms. */
const WAIT_MS = 3000

/** What stands between may have kept the answer, and says for how many seconds (RFC 9111, 5.1). */
const dateOf = (headers: Headers): number =>
  Date.parse(headers.get('Date') ?? '') + 1000 * (Number(headers.get('Age')) || 0)

/** Hears by the `Date` of answers how far this machine's clock is ahead of the server's. */
export function createAhead(clock: Clock) {
  let ms = 0
  return {
    hear(headers: Headers): void {
      const told = dateOf(headers)
      if (!Number.isNaN(told)) ms = clock.now() - told
    },
    /** Ms, below 0 where it is behind; 0 until an answer said it. */
    ahead: () => ms,
  }
}

/** The server's wall clock, ms since 1970, by the `Date` of an answer; null when none came in time, or it cannot be read. */
export async function serverNow(api: Api, clock: Clock): Promise<number | null> {
  let told = Number.NaN
  const asked = languages(api, (headers) => {
    told = dateOf(headers)
  })
  await new Promise<void>((resolve) => {
    const timer = clock.setTimer(resolve, WAIT_MS)
    const done = () => {
      clock.clearTimer(timer)
      resolve()
    }
    asked.then(done, done)
  })
  return Number.isNaN(told) ? null : told
}
