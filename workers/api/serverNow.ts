// What time it is where links and codes are judged.
import { languages } from './languages.ts'
import type { Api } from './transport/client.ts'
import type { Clock } from './transport/clock.ts'

/** Somebody waits for a page meanwhile, ms. */
const WAIT_MS = 3000

/** The server's wall clock, ms since 1970, by the `Date` of an answer; null when none came in time, or it cannot be read. */
export async function serverNow(api: Api, clock: Clock): Promise<number | null> {
  let told = Number.NaN
  const asked = languages(api, (headers) => {
    told = Date.parse(headers.get('Date') ?? '')
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
