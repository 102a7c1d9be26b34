// Wishes on their way into the journal: the page is told when they lie there, and brings back what it was left with.
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { downloadCompletedCleared } from '#core/events/downloads.ts'
import { settingDownloadsChosen } from '#core/events/settings.ts'
import { Run, World } from '#tests/support/downloadHarness.ts'
import { wav, wished } from '#tests/support/downloadParts.ts'
import { MemoryStore } from '#tests/support/journals.ts'
import { Wishes } from './wishes.ts'

let world: World
let run: Run

beforeEach(() => {
  world = new World()
  run = new Run(world)
})

const noted = (one = run) =>
  one.reports.flat().flatMap(({ draft }) => (draft.type === 'download.noted' ? draft.payload.ids : []))
const journaled = () => (world.journal.records.get('p1') ?? []).map(({ job }) => job.downloadID)
const left = (id: string, player = 'p1') => ({ player, request: wished(id) })

/** Somebody is signed in, and from now on the journal cannot be written. */
async function fullDisk(): Promise<MemoryStore> {
  const store = new MemoryStore()
  world.store = store
  run = new Run(world, 'full')
  await run.signIn()
  await run.advance(4000)
  store.isFull = true
  return store
}

it('a wish is noted once it lies in the journal, and not before', async () => {
  await run.signIn()
  const { write } = world.journal
  let letGo = () => {}
  world.journal.write = async (...args) => {
    await new Promise<void>((resolve) => {
      letGo = resolve
    })
    return write.apply(world.journal, args)
  }
  await run.request(wished('a'), wished('b'))
  await run.advance(300)
  expect(noted()).toEqual([])
  letGo()
  await run.advance(0)
  expect(noted()).toEqual(['job-a', 'job-b'])
  expect(journaled()).toEqual(['job-a', 'job-b'])
})

it('so is one that came to nothing, because it is here already', async () => {
  await run.signIn()
  await run.request(wished('a'))
  await run.request({ ...wished('a'), downloadID: 'job-twice' })
  await run.advance(1000)
  expect(noted()).toEqual(['job-a', 'job-twice'])
})

it('what a page was left with becomes rows that can be restarted, and only of whoever is signed in', async () => {
  world.song('a', { bytes: wav(5000), etag: '"1"' })
  run.engine.wished([left('a'), left('other', 'p2'), { no: 'wish' }, null])
  await run.signIn()
  await run.advance(1000)
  expect(run.rows).toEqual(['job-a failed'])
  expect(run.shown.get('job', 'job-a')?.reason).toBe('interrupted')
  expect(noted()).toEqual(['job-a'])
  expect(journaled()).toEqual(['job-a'])
  await run.restart('job-a')
  await run.advance(1000)
  expect(run.stored('job-a')).toBeDefined()
})

it('what a page was left with becomes rows however long the journal takes', async () => {
  const adopt = world.journal.adopt.bind(world.journal)
  vi.spyOn(world.journal, 'adopt').mockImplementationOnce(async (player) => {
    await new Promise<void>((resolve) => void world.clock.setTimer(resolve, 5000))
    return adopt(player)
  })
  await run.signIn()
  run.engine.wished([left('a')])
  await run.advance(8000)
  expect(run.rows).toEqual(['job-a failed'])
})

it('H-097: what a page was left with has in its zips what was chosen, and is one batch', async () => {
  run.engine.wished([left('a'), { player: 'p1', request: wished('r', 'release') }])
  await run.say(settingDownloadsChosen({ choices: { zipLists: true, nameTemplate: '{title}' } }))
  await run.signIn()
  await run.advance(1000)
  const [song, zip] = ['job-a', 'job-r'].map((id) => run.shown.get('job', id))
  expect(zip).toMatchObject({ lists: true, batch: 'job-a' })
  expect([song?.batch, song?.lists, song?.fileName]).toEqual(['job-a', undefined, 'Title a.wav'])
})

it('what lies in the journal already does not come twice', async () => {
  await run.signIn()
  await run.request(wished('a'))
  await run.advance(1000)
  run.die()
  run = new Run(world, 'after')
  await run.signIn()
  run.engine.wished([left('a'), left('b')])
  await run.advance(5000)
  expect(new Set(run.rows)).toEqual(new Set(['job-a failed', 'job-b failed']))
  expect(new Set(noted())).toEqual(new Set(['job-a', 'job-b']))
})

it('a tab that has not the jobs asks the one that has, which loads them', async () => {
  for (const id of ['a', 'b']) world.song(id, { bytes: wav(5000), etag: '"1"' })
  await run.signIn()
  const follower = new Run(world, 'follower')
  await follower.signIn()
  follower.engine.wished([left('a')])
  await follower.advance(5000)
  expect(run.stored('job-a')).toBeDefined()
  expect(noted(follower)).toEqual(['job-a'])
  await follower.request(wished('b'))
  await follower.advance(1000)
  expect(noted(follower)).toEqual(['job-a', 'job-b'])
})

it('a row that was removed in the moment the page was left does not come back, nor do its bytes', async () => {
  world.song('a', { bytes: wav(5000), etag: '"1"' })
  await run.signIn()
  await run.request(wished('a'))
  await run.advance(1000)
  expect(journaled()).toEqual(['job-a'])
  // The page is gone before the journal heard of the removal.
  run.die()
  const later = new Run(world, 'next')
  later.engine.wished([left('a'), { player: 'p1', removed: 'job-a' }])
  await later.signIn()
  await later.advance(2000)
  expect(journaled()).toEqual([])
  expect(noted(later)).toContain('job-a')
  expect(world.sinks.parts.has('job-a')).toBe(false)
})

it('a wish is not noted while the journal cannot be written, which is said once', async () => {
  const store = await fullDisk()
  await run.request(wished('a'))
  await run.advance(1000)
  await run.request(wished('b'))
  await run.advance(1000)
  expect(noted()).toEqual([])
  expect(run.told('download.hindered')).toEqual([{ by: 'journal' }])
  store.isFull = false
  await run.request(wished('c'))
  await run.advance(1000)
  expect(new Set(noted())).toEqual(new Set(['job-a', 'job-b', 'job-c']))
})

it('H-624: while the journal cannot be written, a wish is done with its download, and a second tab does not repeat it', async () => {
  for (const id of ['a', 'b']) world.song(id, { bytes: wav(5000), etag: '"1"' })
  await fullDisk()
  await run.request(wished('a'))
  await run.advance(1000)
  await run.offline()
  await run.request(wished('b'), wished('c'))
  await run.saved('job-a')
  expect(noted()).toEqual(['job-a'])
  await run.say(downloadCompletedCleared({}))
  await run.remove('job-b')
  await run.advance(1000)
  // That a row was removed has to be known: what lay in the journal before names it still.
  expect(noted()).toEqual(['job-a'])
  const second = new Run(world, 'second')
  // What is not noted stands in the list of the page that lives.
  second.engine.wished(
    [left('a'), { player: 'p1', removed: 'job-b' }].filter(
      (one) => !('request' in one) || !noted().includes(one.request.downloadID),
    ),
  )
  await second.signIn()
  await second.advance(5000)
  expect(world.files.seen.filter(({ path }) => path === '/api/audio/a/download')).toHaveLength(1)
  expect(run.rows).toEqual(['job-c waiting'])
})

it('H-624: so is one whose row goes without a file: a playlist in which there is nothing', async () => {
  world.api.set('/playlists/q/tracks', () => Response.json({ songs: [] }))
  world.api.set('/playlists/q/zipper', () => Response.json({ code: 'EMPTY', message: '' }, { status: 404 }))
  await fullDisk()
  world.song('b', { bytes: wav(5000), etag: '"1"' })
  world.files.faults.push((seen, file) => world.files.answer(seen, file, { holdAt: 1000 }))
  await run.request(wished('b'), wished('q', 'playlist'))
  await run.advance(1000)
  expect(run.told('download.skipped')).toEqual([{ downloadID: 'job-q' }])
  expect(noted()).toEqual(['job-q'])
})

it('H-624: a download that is done while the journal is being written, in vain, is not asked for again', async () => {
  const told: string[][] = []
  const wishes = new Wishes({
    has: () => true,
    player: () => 'p1',
    noted: (ids) => void told.push([...ids]),
    restore() {},
    remove() {},
  })
  wishes.heard(['job-a', 'job-b'])
  const written = wishes.writing()
  wishes.heard(['job-c'])
  const again = wishes.writing()
  wishes.done('job-a')
  wishes.done('job-c')
  wishes.done('job-other')
  expect(told).toEqual([['job-a'], ['job-c']])
  written(false)
  again(false)
  wishes.done('job-a')
  expect(told).toHaveLength(2)
  wishes.writing()(true)
  expect(told).toEqual([['job-a'], ['job-c'], ['job-b']])
})

it('no list is looked through for each wish of a thousand, granted or left', () => {
  const noted: string[] = []
  const wishes = new Wishes({
    has: () => false,
    player: () => 'p1',
    noted: (ids) => void noted.push(...ids),
    restore() {},
    remove() {},
  })
  const all = Array.from({ length: 1000 }, (_, n) => `${n}`)
  const ids = all.map((id) => `job-${id}`)
  wishes.left(all.map((id) => left(id)))
  wishes.left(ids.slice(0, 999).map((removed) => ({ player: 'p1', removed })))
  wishes.heard([...ids, 'job-later'])
  let looked = 0
  for (const name of ['includes', 'filter'] as const) {
    const original = Array.prototype[name] as (...of: unknown[]) => never
    const spy = vi.spyOn(Array.prototype, name).mockImplementation(function (this: unknown[], ...of: unknown[]) {
      looked += this.length
      return original.apply(this, of)
    } as never)
    onTestFinished(() => spy.mockRestore())
  }
  wishes.granted(ids.slice(0, 500))
  for (const id of ids.slice(500)) wishes.granted([id])
  const { requests, removed } = wishes.takeLeft()
  const seen = looked
  vi.restoreAllMocks()
  expect(seen).toBeLessThan(10_000)
  expect([requests.map(({ downloadID }) => downloadID), removed.length]).toEqual([['job-999'], 999])
  wishes.writing()(true)
  expect(noted).toEqual([...ids, 'job-later'])
})

it('of what was left those alone become rows that lie in no journal, and all of it is noted', () => {
  const told: string[] = []
  const restored: string[] = []
  const wishes = new Wishes({
    has: (id) => id === 'job-a',
    player: () => 'p1',
    noted: (ids) => void told.push(...ids),
    restore: (requests) => void restored.push(...requests.map(({ downloadID }) => downloadID)),
    remove() {},
  })
  wishes.left([left('a'), left('b')])
  wishes.restoreLeft()
  wishes.writing()(true)
  expect([restored, told]).toEqual([['job-b'], ['job-a', 'job-b']])
})
