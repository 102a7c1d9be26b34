// H-520: the tab that has the downloads is suspended by the system, and keeps its lock, its files and its record.
import { beforeEach, describe, expect, it } from 'vitest'
import { downloadFailedRetried } from '#core/events/downloads.ts'
import { Run, World } from '#tests/support/downloadHarness.ts'
import { wav, wished } from '#tests/support/downloadParts.ts'
import { MemoryStore } from '#tests/support/journals.ts'

const bytes = wav(20_000)
let world: World
let first: Run
let second: Run

/** The tab is there again with a worker that follows, as after a death. */
async function again(dead: Run): Promise<Run> {
  const run = new Run(world, `${dead.name} again`)
  await run.signIn()
  return run
}

const saidBy = (kind: string) => world.tabs.said.filter((message) => (message as { kind: string }).kind === kind).length

beforeEach(async () => {
  world = new World()
  world.store = new MemoryStore()
  for (const id of ['a', 'b', 'c']) world.song(id, { bytes, etag: '"1"' })
  first = new Run(world, 'first')
  await first.signIn()
  second = new Run(world, 'second')
  await second.signIn()
  await second.advance(5000)
})

describe('H-520: a suspended owner of the downloads', () => {
  it('is robbed by a tab that wishes something, once it left three questions unanswered', async () => {
    first.freeze()
    await second.request(wished('a'))
    await second.advance(14_000)
    expect(second.rows).toEqual(['job-a waiting'])
    await second.advance(10_000)
    expect(second.rows).toEqual(['job-a loading'])
    expect(await second.bytes('job-a')).toEqual(bytes)
  })

  it('is robbed by a tab that shows what it was loading', async () => {
    world.files.faults.push(() => new Promise<Response>(() => {}))
    await first.parallel(1)
    await first.request(wished('a'), wished('b'))
    await first.advance(1000)
    first.freeze()
    await second.advance(25_000)
    expect(second.started).toEqual(['job-b'])
  })

  it('holds files nobody else can open, which their rows say, and gives them up when it wakes', async () => {
    world.files.faults.push((seen, file) => world.files.answer(seen, file, { holdAt: 8192 }))
    await first.request(wished('a'))
    await first.advance(1000)
    first.freeze()
    await second.request(wished('b'))
    await second.advance(25_000)
    expect(await second.bytes('job-b')).toEqual(bytes)
    expect(second.failure('job-a')).toBe('held')
    await first.thaw()
    expect(first.dead).toBe(true)
    const woken = await again(first)
    await woken.advance(5000)
    expect(woken.rows).toEqual(second.rows)
    await second.say(downloadFailedRetried({}))
    await second.advance(5000)
    expect(world.files.seen.at(-1)).toMatchObject({ range: 'bytes=8192-' })
    expect(await second.bytes('job-a')).toEqual(bytes)
  })

  it('brings nothing back that was removed meanwhile, and nothing is lost that the other tab never saw', async () => {
    world.files.faults.push((seen, file) => world.files.answer(seen, file, { holdAt: 8192 }))
    await first.request(wished('a'))
    await first.advance(1000)
    // The second hears of this one no more.
    second.freeze()
    world.files.faults.push((seen, file) => world.files.answer(seen, file, { holdAt: 8192 }))
    await first.request(wished('c'))
    await first.advance(1000)
    first.freeze()
    await second.thaw()
    await second.request(wished('b'))
    await second.advance(25_000)
    await second.remove('job-a')
    await second.advance(1000)
    await first.thaw()
    const woken = await again(first)
    await woken.advance(5000)
    expect(second.rows).toEqual(['job-c failed', 'job-b loading'])
    expect(woken.rows).toEqual(second.rows)
  })

  it('is not robbed while it answers, whatever it makes of what is wished', async () => {
    await second.say({ ...wishOf(wished('a')), v: 99 } as never)
    await second.advance(120_000)
    expect(first.dead).toBe(false)
    expect(saidBy('lead')).toBe(1)
    // One of each tab as it began.
    expect(saidBy('hello')).toBe(2)
  })

  it('is asked nothing while nothing waits for it', async () => {
    first.freeze()
    await second.advance(120_000)
    expect(saidBy('ping')).toBe(0)
  })

  it('is not robbed by a tab that slept itself: it may have slept as well', async () => {
    first.freeze()
    await second.request(wished('a'))
    for (let n = 0; n < 6; n++) await world.clock.sleep(60_000)
    expect(saidBy('lead')).toBe(1)
    await second.advance(25_000)
    expect(saidBy('lead')).toBe(2)
  })
})

const wishOf = (request: ReturnType<typeof wished>) => ({
  type: 'download.requested',
  payload: { requests: [request] },
})
