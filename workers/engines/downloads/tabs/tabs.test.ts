import { beforeEach, describe, expect, it, vi } from 'vitest'
import { appOpened } from '#core/events/app.ts'
import { downloadMoved, downloadPaused, downloadRequested } from '#core/events/downloads.ts'
import { Run, World } from '#tests/support/downloadHarness.ts'
import { MemoryFolder, wav, wished } from '#tests/support/downloadParts.ts'
import { settle } from '#tests/support/fakeClock.ts'

let world: World
let first: Run
let second: Run
const bytes = wav(20_000)
const hold = (at: number) => world.files.faults.push((seen, file) => world.files.answer(seen, file, { holdAt: at }))

beforeEach(async () => {
  world = new World()
  first = new Run(world, 'first')
  await first.signIn()
  second = new Run(world, 'second')
  await second.signIn()
  for (const id of ['a', 'b', 'c', 'd']) world.song(id, { bytes, etag: '"1"' })
})

describe('two tabs', () => {
  it('one loads, the other shows the same rows and the same progress', async () => {
    hold(8192)
    await first.request(wished('a'), wished('b'))
    await first.advance(500)
    expect(first.rows).toEqual(['job-a loading', 'job-b loading'])
    expect(second.rows).toEqual(first.rows)
    expect(second.shown.get('job', 'job-a')).toMatchObject({ receivedBytes: 8192, totalBytes: bytes.length })
    expect(second.started).toEqual([])
  })

  it('both count the bytes of a file while it comes', async () => {
    const wait = () => new Promise<void>((resolve) => void world.clock.setTimer(resolve, 1000))
    world.files.faults.push((seen, file) => world.files.answer(seen, file, { piece: 4000, wait }))
    await first.request(wished('a'))
    const counts: (number | undefined)[] = []
    for (let n = 0; n < 3; n++) {
      await first.advance(1500)
      counts.push(second.shown.get('job', 'job-a')?.receivedBytes)
      expect(counts.at(-1)).toBe(first.shown.get('job', 'job-a')?.receivedBytes)
    }
    expect(new Set(counts).size).toBe(3)
  })

  it('a tab that is opened later shows what is under way', async () => {
    hold(100)
    await first.request(wished('a'))
    const third = new Run(world, 'third')
    await third.signIn()
    await third.advance(100)
    expect(third.rows).toEqual(['job-a loading'])
  })

  it('DOWNLOAD-014: three load at once over all tabs', async () => {
    for (let n = 0; n < 4; n++) hold(100)
    await first.request(wished('a'), wished('b'))
    await second.request(wished('c'), wished('d'))
    await first.advance(500)
    expect(world.files.open).toBe(3)
    expect(first.started).toEqual(['job-a', 'job-b', 'job-c'])
    expect(second.rows).toEqual(['job-a loading', 'job-b loading', 'job-c loading', 'job-d waiting'])
  })

  it('the other tab pauses, reorders and removes what the first one loads', async () => {
    for (let n = 0; n < 4; n++) hold(100)
    await first.parallel(1)
    await first.request(wished('a'), wished('b'), wished('c'))
    await first.advance(100)
    await second.say(downloadMoved({ downloadID: 'job-c', before: 'job-b' }))
    await second.say(downloadPaused({ downloadID: 'job-a' }))
    await first.advance(500)
    expect(first.started).toEqual(['job-a', 'job-c'])
    await second.remove('job-b')
    await first.advance(500)
    expect(first.rows).toEqual(['job-a paused', 'job-c loading'])
    expect(second.rows).toEqual(first.rows)
  })

  it('H-138: a folder that is picked in one is known to the other, which goes on with what waited for it', async () => {
    const full = new MemoryFolder('Music')
    full.room = 100
    await first.parallel(1)
    await first.engine.keepFolder(full as never)
    const ids = Array.from({ length: 12 }, (_, n) => `f${n}`)
    for (const id of ids) world.song(id, { bytes, etag: '"1"' })
    await first.request(...ids.map((id) => wished(id)))
    await first.advance(1000)
    expect(first.told('download.hindered')).toEqual([{ by: 'folderFull' }])
    expect(first.rows.at(-1)).toBe('job-f11 waiting')
    const good = new MemoryFolder('Other')
    await second.engine.keepFolder(good as never)
    await first.advance(5000)
    expect(first.shown.single('downloadFolder')).toEqual({ name: 'Other', access: 'granted' })
    expect(second.shown.single('downloadFolder')).toEqual({ name: 'Other', access: 'granted' })
    expect(first.rows.at(-1)).toBe('job-f11 finished')
  })

  it('H-156: why the line stands still is said in both, and once', async () => {
    world.sinks.disk = 10_000
    const ids = Array.from({ length: 12 }, (_, n) => `f${n}`)
    for (const id of ids) world.song(id, { bytes, etag: '"1"' })
    await second.request(...ids.map((id) => wished(id)))
    await first.advance(10_000)
    for (const run of [first, second]) expect(run.told('download.hindered')).toEqual([{ by: 'quota' }])
    expect(second.rows).toEqual(first.rows)
  })

  it('a playlist with nothing to download is said to be so where it was asked for', async () => {
    world.api.set('/playlists/r/tracks', () => Response.json({ songs: [] }))
    await second.request(wished('r', 'playlist'))
    await first.advance(2000)
    for (const run of [first, second]) expect(run.told('download.skipped')).toEqual([{ downloadID: 'job-r' }])
    expect(second.rows).toEqual([])
  })

  it('P7: a download the other one does not understand, of a newer build, is not said to be noted', async () => {
    await second.say({ ...downloadRequested({ requests: [wished('a')] }), v: 99 } as never)
    await second.advance(500)
    const said = world.tabs.said.map((message) => (message as { kind: string }).kind)
    expect(said).toContain('wish')
    expect(said).not.toContain('ack')
    expect(second.reports.flat().map(({ draft }) => draft.type)).not.toContain('download.noted')
  })

  it('one the other does not understand is done by the tab that wished it, once that has the jobs', async () => {
    await second.say({ ...downloadRequested({ requests: [wished('a')] }), v: 99 } as never)
    await first.request(wished('b'))
    await first.advance(5000)
    expect(second.rows).toEqual(['job-b loading'])
    first.die()
    await second.advance(5000)
    expect(second.rows).toEqual(['job-b loading', 'job-a loading'])
    expect(await second.bytes('job-a')).toEqual(bytes)
  })

  it('D-135: what the other tab is loading is not added again', async () => {
    hold(100)
    await first.request(wished('a'))
    await first.advance(100)
    await second.request({ ...wished('a'), downloadID: 'again' })
    await first.advance(500)
    expect(first.rows).toEqual(['job-a loading'])
    expect(second.rows).toEqual(['job-a loading'])
  })

  it('a restart and a clearing are done once, however often they are sent', async () => {
    const wish = {
      kind: 'wish',
      id: 'w1',
      draft: { type: 'download.requested', v: 1, payload: { requests: [wished('a')] } },
    }
    const stranger = world.tabs.of(second).channel('downloads p1', () => {})
    for (let n = 0; n < 2; n++) stranger.post(wish)
    await first.advance(500)
    await first.remove('job-a')
    stranger.post(wish)
    await settle()
    expect(first.rows).toEqual([])
  })
})

describe('a server that does not answer', () => {
  const away = (run: Run) => run.shown.single('downloadServer').retryAt
  const lost = async () => {
    world.files.faults.push((seen, file) => {
      world.away = true
      return world.files.answer(seen, file, { breakAt: 9000 })
    })
    await first.request(wished('a'))
    await first.advance(500)
  }

  it('is said in every tab, and when it is asked again', async () => {
    await lost()
    expect(away(first)).not.toBeNull()
    expect(away(second)).toBe(away(first))
    world.away = false
    await first.advance(40_000)
    expect([away(first), away(second)]).toEqual([null, null])
  })

  it('is said in a tab that is opened later', async () => {
    await lost()
    const third = new Run(world, 'third')
    await third.signIn()
    await third.advance(100)
    expect(third.told('download.serverLost')).toEqual([{ retryInMs: 500 }])
  })

  it('is found out anew by the tab that takes over', async () => {
    // Not so soon that it was a reload.
    await second.advance(4000)
    await lost()
    first.die()
    world.away = false
    await second.advance(5000)
    expect(away(second)).toBeNull()
    expect(await second.bytes('job-a')).toEqual(bytes)
  })
})

describe('when the tab that loads is closed', () => {
  it('the other takes over and goes on at the byte on the disk', async () => {
    hold(8192)
    await first.parallel(1)
    await first.request(wished('a'), wished('b'))
    await first.advance(5000)
    first.die()
    await second.advance(4000)
    expect(world.files.seen.find(({ range }) => range !== null)).toMatchObject({ range: 'bytes=8192-', ifRange: '"1"' })
    expect(await second.bytes('job-a')).toEqual(bytes)
    expect(await second.bytes('job-b')).toEqual(bytes)
  })

  it('what is removed while the other takes over stays removed, and so do its bytes', async () => {
    hold(8192)
    hold(8192)
    await first.request(wished('a'), wished('b'))
    await first.advance(5000)
    const adopt = world.journal.adopt.bind(world.journal)
    vi.spyOn(world.journal, 'adopt').mockImplementationOnce(async (player) => {
      const entries = await adopt(player)
      await second.remove('job-a')
      return entries
    })
    first.die()
    await second.advance(8000)
    expect(second.rows).toEqual(['job-b loading'])
    expect([...world.sinks.parts.keys()]).toEqual(['job-b'])
  })

  it('what is removed while a record is looked for once more stays removed', async () => {
    hold(8192)
    await first.request(wished('a'))
    await first.advance(1000)
    const adopt = world.journal.adopt.bind(world.journal)
    vi.spyOn(world.journal, 'adopt').mockImplementationOnce(async (player) => {
      const entries = await adopt(player)
      await first.remove('job-a')
      return entries
    })
    await first.advance(8000)
    expect(first.rows).toEqual([])
  })

  it('what the first one was saving is kept for the browser by the other, and then removed', async () => {
    const opened = { startedAt: world.clock.now(), build: '1', language: 'en', width: 1, height: 1, online: true }
    await first.say(appOpened(opened), 'platform')
    await first.request(wished('a'))
    await first.advance(500)
    await first.saved('job-a')
    await first.advance(500)
    expect(second.rows).toEqual(['job-a finished'])
    first.die()
    await second.advance(world.sinks.keepMs - 2000)
    expect([...world.sinks.parts.keys()]).toEqual(['job-a'])
    await second.advance(4000)
    expect(world.sinks.parts.size).toBe(0)
  })

  it('what a follower wished while nobody was there is not lost', async () => {
    const third = new Run(world, 'third')
    await third.signIn()
    await third.advance(5000)
    first.freeze()
    hold(100)
    await third.request(wished('c'))
    first.die()
    await second.advance(1000)
    expect(second.rows).toEqual(['job-c loading'])
    expect(third.rows).toEqual(['job-c loading'])
  })

  it('DOWNLOAD-018: a tab that was reloaded finds its jobs failed, although the old one was still there', async () => {
    hold(8192)
    second.die()
    await first.request(wished('a'))
    await first.advance(1000)
    const reloaded = new Run(world, 'reloaded')
    await reloaded.signIn()
    await reloaded.advance(100)
    first.die()
    await reloaded.advance(500)
    expect(reloaded.rows).toEqual(['job-a failed'])
    await reloaded.restart('job-a')
    await reloaded.advance(1000)
    expect(world.files.seen.at(-1)).toMatchObject({ range: 'bytes=8192-' })
    expect(await reloaded.bytes('job-a')).toEqual(bytes)
  })

  it('DOWNLOAD-018: one restarted before the old tab lets go of its record goes on where its bytes end', async () => {
    hold(8192)
    second.die()
    await first.request(wished('a'))
    await first.advance(1000)
    const reloaded = new Run(world, 'reloaded')
    await reloaded.signIn()
    await reloaded.advance(100)
    const record = structuredClone(world.journal.records.get('p1') ?? [])
    let asked = 0
    vi.spyOn(world.journal, 'adopt').mockImplementation(async () => (++asked < 4 ? [] : record))
    first.die()
    await reloaded.advance(50)
    expect(reloaded.rows).toEqual(['job-a failed'])
    await reloaded.restart('job-a')
    await reloaded.advance(2000)
    expect(world.files.seen.map(({ range }) => range)).toEqual([null, 'bytes=8192-'])
    expect(await reloaded.bytes('job-a')).toEqual(bytes)
  })

  it('signing out in the tab that loads leaves the others nothing to go on with', async () => {
    hold(8192)
    await first.request(wished('a'))
    await first.advance(1000)
    await second.signOut('elsewhere')
    await first.signOut()
    await first.advance(5000)
    expect(world.sinks.parts.size).toBe(0)
    expect(world.journal.records.size).toBe(0)
  })
})

describe('what another tab says', () => {
  it('H-500: shows what it can read, in the order of all, where a later build says of one what is not known here', async () => {
    for (let n = 0; n < 3; n++) hold(100)
    await first.request(wished('a'), wished('b'), wished('c'))
    await first.advance(500)
    const jobs = ['job-c', 'job-b', 'job-a'].map((id) => first.shown.get('job', id))
    const [c, b, a] = jobs.map((job) => ({ ...job, token: null, url: null, totalBytes: 1 }))
    const later = { ...b, status: 'failed', reason: 'something new' }
    const channel = world.tabs.of(first).channel('downloads p1', () => {})
    channel.post({ kind: 'jobs', jobs: [c, later, a], order: ['job-c', 'job-b', 'job-a'] })
    await second.advance(100)
    expect(second.rows).toEqual(['job-c loading', 'job-b loading', 'job-a loading'])
    expect(second.shown.get('job', 'job-a')).toMatchObject({ totalBytes: 1 })
    expect(second.shown.get('job', 'job-b')).toMatchObject({ totalBytes: bytes.length, reason: null })
  })

  it.each([
    ['nonsense', { kind: 'jobs', jobs: [{ downloadID: 1 }], order: null }],
    ['an unknown kind', { kind: 'eval', code: 'alert(1)' }],
    ['no object', 'lead'],
  ])('is ignored when it is %s', async (_, message) => {
    const channel = world.tabs.of(first).channel('downloads p1', () => {})
    const before = second.facts.length
    channel.post(message)
    await second.advance(100)
    expect(second.facts).toHaveLength(before)
  })

  it('grants wishes about downloads and nothing else', async () => {
    const channel = world.tabs.of(second).channel('downloads p1', () => {})
    const wish = (draft: unknown, id: string) => channel.post({ kind: 'wish', id, draft })
    wish({ type: 'session.signOutRequested', v: 1, payload: {} }, '1')
    wish({ type: 'download.stored', v: 1, payload: { downloadID: 'x', bytes: 1, sha256: null, fileName: 'x' } }, '2')
    wish({ type: 'download.removed', v: 1, payload: {} }, '3')
    await first.advance(100)
    expect(first.facts).toEqual([])
  })

  it('holds no address and no token', async () => {
    await first.request(wished('a'))
    await first.advance(1000)
    expect(JSON.stringify(world.tabs.said)).toContain('job-a')
    expect(JSON.stringify(world.tabs.said)).not.toMatch(/token1|"h\d+"/)
  })
})

it('another player in another tab is a queue of its own', async () => {
  const other = new Run(world, 'other')
  await other.signIn('p2')
  hold(100)
  await first.request(wished('a'))
  await other.request(wished('b'))
  await other.advance(500)
  expect([first.rows, other.rows]).toEqual([['job-a loading'], ['job-b loading']])
})
