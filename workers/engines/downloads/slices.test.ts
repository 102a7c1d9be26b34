// Many jobs are told of a few hundred at a time: no thread copies, parses or reduces ten thousand in one task.
import { beforeEach, describe, expect, it } from 'vitest'
import { Run, World } from '#tests/support/downloadHarness.ts'
import { wav, wished } from '#tests/support/downloadParts.ts'
import { SLICE, slices } from './slices.ts'

const JOBS = 2 * SLICE + 100
const ids = Array.from({ length: JOBS }, (_, n) => `job-${n}`)
const requests = ids.map((_, n) => wished(String(n)))

let world: World

beforeEach(() => {
  world = new World()
})

async function left(): Promise<void> {
  const before = new Run(world, 'before')
  await before.signIn()
  world.away = true
  await before.request(...requests)
  await before.advance(1000)
  before.die()
}

it('slices keep the order, and the last is what is left', () => {
  expect(slices([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]])
  expect(slices([], 2)).toEqual([])
})

describe('many jobs of an earlier visit', () => {
  it('DOWNLOAD-018: come back in their order, in several facts', async () => {
    await left()
    const now = new Run(world, 'now')
    await now.signIn()
    await now.advance(100)
    expect(now.rows).toEqual(ids.map((id) => `${id} failed`))
    expect(now.told('download.restored').map(({ jobs }) => jobs.length)).toEqual([100, SLICE, SLICE])
  })

  it('P2: are all in the journal still when the page is gone after the first of them', async () => {
    await left()
    const now = new Run(world, 'now')
    await now.signIn()
    const told = () => now.told('download.restored').length
    for (let ms = 0; ms < 50 && told() === 0; ms++) await now.advance(0)
    expect(told()).toBe(1)
    await now.signOut('expired')
    now.die()
    expect(world.journal.records.get('p1')?.map(({ job }) => job.downloadID)).toEqual(ids)
  })
})

describe('a tab beside one with many jobs', () => {
  let first: Run
  let second: Run

  beforeEach(async () => {
    first = new Run(world, 'first')
    await first.signIn()
    world.song('0', { bytes: wav(20_000), etag: '"1"' })
    world.files.faults.push((seen, file) => world.files.answer(seen, file, { holdAt: 100 }))
    await first.parallel(1)
    await first.request(...requests)
    await first.advance(500)
    second = new Run(world, 'second')
    await second.signIn()
    await second.advance(200)
  })

  it('shows all of them, in order', () => {
    expect(second.rows).toEqual(first.rows)
    expect(second.rows).toHaveLength(JOBS)
  })

  it('hears of a few hundred at a time', () => {
    const lengths = second.told('download.mirrored').map(({ jobs }) => jobs.length)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(SLICE)
  })

  it('forgets one that is removed', async () => {
    await first.remove('job-3')
    await second.advance(200)
    expect(second.rows).toEqual(first.rows)
    expect(second.rows).toHaveLength(JOBS - 1)
  })
})
