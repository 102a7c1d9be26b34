// The benchmarks that need no browser, each over very little: what they compare is the same, and every peer is there.
// Times are not judged.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { check as events } from '../events.bench.ts'
import { check as imported } from '../import.bench.ts'
import { check as search } from '../search.bench.ts'
import { check as server } from '../server.bench.ts'

beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => {}))
afterEach(() => void vi.restoreAllMocks())

it.each(Object.entries({ events, import: imported, search, server }))(
  'the benchmark %s measures what it says',
  async (_, check) => {
    await check()
    expect(process.exitCode ?? 0).toBe(0)
  },
)
