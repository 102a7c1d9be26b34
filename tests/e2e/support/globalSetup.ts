/**
 * One built server with the demo catalogue for the whole run. `E2E_URL` names one that runs already,
 * `E2E_CATALOGUE` another catalogue; both are for working on the tests.
 */
import { startServer } from '#tests/contract/server.ts'

export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_URL) return undefined
  const started = performance.now()
  // Encoding MP3 takes the processors from the tests; of it a song of three quarters of a minute shows all that one of
  // four shows.
  const server = await startServer({
    isBusy: true,
    env: { DEMO_SONG_PERCENT: '18' },
    args: ['--catalogue', process.env.E2E_CATALOGUE ?? 'demo'],
  })
  console.log(`server with a new catalogue after ${((performance.now() - started) / 1000).toFixed(1)} s`)
  process.env.E2E_URL = server.url
  return async () => {
    await server.stop()
  }
}
