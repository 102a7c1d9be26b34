// The contract, asked of two servers in turn while one after the other is killed and comes back.
// @module-tag long
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Pair, startPair } from './pair.ts'
import { dev } from './people.ts'
import { onServer } from './stores.ts'
import { newDatabase } from './templates.ts'

/** Those that are about one process (faults, start, the clock itself) or wait for mails and media are not among them. */
const SUITES = {
  auth: () => import('./auth.contract.test.ts'),
  signup: () => import('./signup.contract.test.ts'),
  account: () => import('./account.contract.test.ts'),
  network: () => import('./network.contract.test.ts'),
  profile: () => import('./profile.contract.test.ts'),
  releases: () => import('./releases.contract.test.ts'),
  library: () => import('./library.contract.test.ts'),
  search: () => import('./search.contract.test.ts'),
  playlists: () => import('./playlists.contract.test.ts'),
  sharing: () => import('./sharing.contract.test.ts'),
}

let pair: Pair | undefined
const server = () => {
  if (!pair) throw new Error('the servers did not start')
  return pair
}

describe.skipIf(inject('postgresUrl') === '')('two servers on one PostgreSQL server', () => {
  beforeAll(async () => {
    pair = await startPair(await newDatabase(inject('postgresUrl')))
  }, 150_000)
  afterAll(() => pair?.stop(), 150_000)

  for (const [name, load] of Object.entries(SUITES)) {
    // biome-ignore lint/correctness/usePlaywrightValidDescribeCallback: the file is loaded while its group is collected
    describe(name, async () => {
      beforeAll(async () => {
        expect((await dev(server().url, 'reset')).status).toBe(204)
      })
      await onServer(server, load)
    })
  }

  it('API-GEN-004: both were killed and came back meanwhile', async () => {
    // A fast machine may have asked everything before.
    await expect.poll(() => server().restarts(), { timeout: 60_000 }).toBeGreaterThanOrEqual(2)
  })
})
