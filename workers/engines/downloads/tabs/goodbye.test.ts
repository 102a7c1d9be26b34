// H-623: somebody signs out in a tab that shows the downloads of another one, which hears of it late, or never (D-036).
import { beforeEach, expect, it } from 'vitest'
import { Run, World } from '#tests/support/downloadHarness.ts'
import { wav, wished } from '#tests/support/downloadParts.ts'
import { MemoryStore } from '#tests/support/journals.ts'

const MINUTE = 60_000
const bytes = wav(20_000)
let world: World
let store: MemoryStore
let leader: Run
let follower: Run

/** Ids of jobs the journal names, whoever's they are. */
const journaled = () =>
  [...JSON.stringify([...store.held.values()]).matchAll(/"downloadID":"([^"]+)"/g)].map(([, id]) => id)

async function begun(name: string): Promise<Run> {
  const run = new Run(world, name)
  await run.signIn()
  await run.advance(4000)
  return run
}

beforeEach(async () => {
  world = new World()
  store = new MemoryStore()
  world.store = store
  for (const id of ['a', 'b', 'new']) world.song(id, { bytes, etag: '"1"' })
  leader = await begun('leader')
  follower = await begun('follower')
  world.files.faults.push((seen, file) => world.files.answer(seen, file, { holdAt: 8192 }))
  await leader.request(wished('a'))
  await leader.advance(2000)
  expect(follower.rows).toEqual(['job-a loading'])
  expect(journaled()).toEqual(['job-a'])
})

it('H-623: leaves nothing of a tab that was suspended and then thrown away', async () => {
  leader.freeze()
  await follower.signOut()
  await follower.advance(100)
  expect(journaled()).toEqual([])
  leader.die()
  await follower.advance(MINUTE)
  expect([...world.sinks.parts.keys()]).toEqual([])
  const next = await begun('next')
  expect([next.rows, follower.rows]).toEqual([[], []])
})

it('H-623: who signs in again there begins with nothing, be the suspended tab there still', async () => {
  leader.freeze()
  await follower.signOut()
  await follower.advance(100)
  await follower.signIn()
  await follower.request(wished('new'))
  // It says nothing for so long that the downloads are taken from it.
  await follower.advance(MINUTE)
  expect(follower.rows).toEqual(['job-new loading'])
  expect(await follower.bytes('job-new')).toEqual(bytes)
  await leader.thaw()
  await leader.signOut('elsewhere')
  await follower.advance(5000)
  expect(follower.rows).toEqual(['job-new loading'])
  expect(journaled()).toEqual(['job-new'])
})

it('H-623: what the other tab was just saving is left for the minute the browser may need', async () => {
  await leader.request(wished('b'))
  await leader.advance(1000)
  await leader.saved('job-b')
  await leader.advance(1000)
  await follower.signOut()
  await leader.advance(100)
  await leader.signOut('elsewhere')
  await leader.advance(MINUTE - 2000)
  expect(world.sinks.parts.has('job-b')).toBe(true)
  await leader.advance(3000)
  expect([...world.sinks.parts.keys()]).toEqual([])
  expect(journaled()).toEqual([])
})

it('H-623: a goodbye that was said elsewhere takes nothing from the tab that has the jobs: the player may be back there', async () => {
  await follower.signOut('elsewhere')
  await follower.advance(2 * MINUTE)
  expect(journaled()).toEqual(['job-a'])
  expect(await leader.bytes('job-a')).toEqual(bytes)
})

it('H-623: an expiry is no goodbye: what another tab has stays', async () => {
  leader.freeze()
  await follower.signOut('expired')
  await follower.advance(2 * MINUTE)
  expect(journaled()).toEqual(['job-a'])
})
