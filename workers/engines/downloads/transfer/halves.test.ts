import { expect, it } from 'vitest'
import { MemorySinks, wav } from '#tests/support/downloadParts.ts'
import { tailOf, withTails } from '../sinks/tails.ts'
import { Halves, type HalvesJob } from './halves.ts'

const bytes = wav(3_000_000)
const MIDDLE = 500_000
const known = { validator: '"1"', total: bytes.length, sha256: null }

/** The first half of a file, whose second one an earlier visit left. */
async function taken(): Promise<Halves> {
  const store = new MemorySinks()
  store.put('a', bytes.slice(0, MIDDLE))
  store.put(tailOf('a'), bytes.slice(MIDDLE))
  const sinks = withTails(store)
  const job = { id: 'a', tail: MIDDLE, splitAt: async () => {} } as unknown as HalvesJob
  const halves = new Halves({ sinks } as never, job, await sinks.open('a'))
  await halves.takeUp(known)
  return halves
}

/** Adds up what it sees. @param seen called with each piece */
const hasher = (seen: (bytes: Uint8Array) => void) => ({ update: seen }) as never

it('the second half is hashed behind the first, all of it', async () => {
  const halves = await taken()
  let length = 0
  expect(
    await halves.join(
      hasher((piece) => (length += piece.length)),
      new AbortController().signal,
    ),
  ).toBe(true)
  expect([halves.part.size, length]).toEqual([bytes.length, bytes.length - MIDDLE])
})

it('hashing a second half ends with the job', async () => {
  const halves = await taken()
  const stop = new AbortController()
  let pieces = 0
  const joined = halves.join(
    hasher(() => {
      pieces += 1
      stop.abort('removed')
    }),
    stop.signal,
  )
  await expect(joined).rejects.toBe('removed')
  expect(pieces).toBe(1)
})
