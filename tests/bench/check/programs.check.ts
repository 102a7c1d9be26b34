// The benchmarks that need no browser, each over very little: what they compare is the same, and every peer is there.
// Times are not judged.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { check as events } from '../events.bench.ts'
import { check as imported } from '../import.bench.ts'
import { check as search } from '../search.bench.ts'
import { check as server } from '../server.bench.ts'

beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => {}))
afterEach(() => void vi.restoreAllMocks())

async function measures(_: string, check: () => Promise<void> | void): Promise<void> {
  await check()
  expect(process.exitCode ?? 0).toBe(0)
}

it.each(Object.entries({ import: imported, search }))('the benchmark %s measures what it says', measures)
// About ten seconds each, whatever they have to do.
it.each(Object.entries({ events, server }))(
  'the benchmark %s measures what it says, in its time',
  { tags: ['long'] },
  measures,
)
