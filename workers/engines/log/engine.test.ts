import { gunzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import type { LogHeader, LogWorker, Segment } from '#core/contracts/log.ts'
import { appNavigated } from '#core/events/app.ts'
import { downloadHistoryRestored } from '#core/events/downloads.ts'
import type { AppDraft } from '#core/events/index.ts'
import { sessionStarted } from '#core/events/people/session.ts'
import { playerVolumeChanged } from '#core/events/player.ts'
import { encodeEvents, rechain } from '#core/log/codec.ts'
import { Order } from '#core/log/order.ts'
import { rotate } from '#core/log/snapshots/rotate.ts'
import { snapshotLines } from '#core/log/snapshots/snapshot.ts'
import { hashText } from '#core/log/textHash.ts'
import { Timeline } from '#core/log/timeline.ts'
import { headerOf } from '#core/log/upcast.ts'
import { joined } from '#core/model/bytes/bytes.ts'
import { SETTINGS_DEFAULT } from '#core/model/settings.ts'
import { promised } from '#tests/components/promised.ts'
import { parseLog } from '#tests/support/parsedLog.ts'
import { replay } from '#tests/support/replayed.ts'
import { someClaims } from '#tests/support/story.ts'
import { createLogEngine, type LogParts } from './engine.ts'
import type { Kept } from './kept.ts'
import { memoryStorage, type SegmentStorage, StorageError } from './storage.ts'

const DAY_MS = 86_400_000
const header = (logId: string, startedAt = 1000): LogHeader => headerOf(logId, '1', startedAt)

/** A device: its disk and index outlive the pages. */
/** @param rotateBytes a log that grows beyond this makes room */
function device(rotateBytes?: number) {
  const disk: SegmentStorage = { ...memoryStorage(), kind: 'opfs' }
  const index = new Map<string, unknown>()
  const held = new Set<string>()
  const faults: { append?: 'quota' | 'refused'; put?: boolean; remove?: boolean } = {}
  let pause = async () => {}
  let now = 1000
  let rests = 0
  let rotations = 0
  let keeps = true
  const parts: LogParts = {
    storage: {
      ...disk,
      async append(logId, bytes) {
        if (faults.append) throw new StorageError(faults.append)
        await disk.append(logId, bytes)
      },
      async remove(logId) {
        if (faults.remove && (await disk.read(logId)).length > 0) throw new Error('refused')
        await disk.remove(logId)
      },
    },
    index: {
      entries: async () => [...index],
      put: async (logId, kept) => {
        if (faults.put) throw new Error('full')
        index.set(logId, kept)
      },
      remove: async (logId) => void index.delete(logId),
    },
    hold: (logId) => void held.add(logId),
    isFree: async (logId) => !held.has(logId),
    mayKeep: () => keeps,
    keepNothing() {
      keeps = false
    },
    now: () => now,
    rotator:
      async () =>
      (...asked) => {
        rotations++
        return rotate(...asked)
      },
    ...(rotateBytes === undefined ? {} : { rotateBytes }),
    rest: async () => void rests++,
    pause: () => pause(),
  }
  return {
    disk,
    index,
    held,
    faults,
    rests: () => rests,
    /** How often a log was asked to make room. */
    rotations: () => rotations,
    kept: (logId: string) => index.get(logId) as Kept | undefined,
    wait(ms: number) {
      now += ms
    },
    page: (other: Partial<LogParts> = {}) => createLogEngine({ ...parts, ...other }),
    /** A page that has looked through the logs of the others. */
    async tidy(head: LogHeader) {
      const engine = createLogEngine(parts)
      await engine.open(head)
      await engine.list(null)
    },
    /** What is waited for takes until somebody says so. @returns says so */
    stand() {
      let goOn = () => {}
      const over = new Promise<void>((resolve) => {
        goOn = resolve
      })
      pause = () => over
      return () => goOn()
    },
    /** The page is gone, its locks with it. */
    die: () => held.clear(),
  }
}

/** Writes events into a log as the state worker does. */
function writing(engine: LogWorker, order = new Order()) {
  const write = async (...drafts: AppDraft[]) => {
    const events = drafts.map((draft) => order.append(draft, { source: 'person', t: 0, cause: null }))
    const segment: Segment = {
      first: events[0]?.seq ?? 0,
      count: events.length,
      lines: encodeEvents(events),
      state: order.hash(),
    }
    return engine.append(segment)
  }
  return { order, write }
}

const volume = (value: number) => playerVolumeChanged({ volume: value })
const text = (bytes: Uint8Array) => gunzipSync(bytes).toString('utf8')
const seqs = (bytes: Uint8Array) => [...parseLog(text(bytes)).events].map(({ seq }) => seq)

describe('export', () => {
  test('is one gzip stream that replays to the state of the running log', async () => {
    const engine = device().page()
    await engine.open(header('a'))
    const { order, write } = writing(engine)
    await write(volume(1), volume(2))
    await write(volume(3))
    const log = parseLog(text(await engine.export(null, null)))
    expect(log.header).toEqual({ ...header('a'), masked: true })
    expect(replay(log)).toMatchObject({ difference: null, checkpoints: 2, seq: 3, state: order.hash() })
  })
  test('replaces people by stand-ins unless they are to be kept, and replays to the same state', async () => {
    const engine = device().page()
    await engine.open(header('a'))
    const { order, write } = writing(engine)
    await write(
      sessionStarted({ claims: someClaims(), accessToken: 'a', refreshToken: 'r', restored: true }),
      volume(3),
    )
    const { email } = someClaims()
    const masked = text(await engine.export(null, null, { personal: false }))
    const kept = text(await engine.export(null, null, { personal: true }))
    expect(masked).not.toContain(email)
    expect(kept).toContain(email)
    expect(parseLog(masked).header.masked).toBe(true)
    expect(parseLog(kept).header.masked).toBeUndefined()
    for (const log of [masked, kept])
      expect(replay(parseLog(log))).toMatchObject({ difference: null, checkpoints: 1, state: order.hash() })
  })
  test('says in its header how the device is set, without a text somebody typed', async () => {
    const engine = device().page()
    await engine.open(header('a'))
    await writing(engine).write(volume(1))
    const downloads = { ...SETTINGS_DEFAULT.downloads, nameTemplate: 'Ana {title}' }
    const settings = { ...SETTINGS_DEFAULT, volume: 7, downloads }
    const masked = parseLog(text(await engine.export(null, null, { personal: false, settings })))
    expect(masked.header).toMatchObject({ build: '1', settings: { volume: 7, downloads: { nameTemplate: 'masked' } } })
    const kept = parseLog(text(await engine.export(null, null, { personal: true, settings })))
    expect(kept.header.settings).toEqual(settings)
  })
  test('is for the owner alone, while the log runs and after it was closed', async () => {
    const engine = device().page()
    await engine.open(header('a'))
    const { write } = writing(engine)
    await engine.own('p1')
    await write(volume(1))
    await expect(engine.export(null, 'p2')).rejects.toThrow('not yours')
    await expect(engine.export(null, null)).rejects.toThrow('not yours')
    await engine.close()
    await engine.open(header('b'))
    await expect(engine.export('a', null)).rejects.toThrow('not yours')
    await expect(engine.export('a', 'p2')).rejects.toThrow('not yours')
    expect(seqs(await engine.export('a', 'p1'))).toEqual([1])
  })
  test('of another page that nobody owns is masked whatever is asked for: who typed into it is not known', async () => {
    const home = device()
    const typed = home.page()
    await typed.open(header('a'))
    const claims = someClaims()
    await writing(typed).write(sessionStarted({ claims, accessToken: 'a', refreshToken: 'r', restored: true }))
    // To the one before whom it was typed it may be given as it is.
    expect(text(await typed.export('a', null, { personal: true }))).toContain(claims.email)
    const next = home.page()
    await next.open(header('b'))
    expect((await next.list(null)).map(({ logId }) => logId)).toContain('a')
    const settings = { ...SETTINGS_DEFAULT, downloads: { ...SETTINGS_DEFAULT.downloads, nameTemplate: 'Ana' } }
    for (const player of [null, 'p2']) {
      const masked = text(await next.export('a', player, { personal: true, settings }))
      expect(masked).not.toContain(claims.email)
      expect(parseLog(masked).header).toMatchObject({
        masked: true,
        settings: { downloads: { nameTemplate: 'masked' } },
      })
    }
  })
  test('of another page of the device knows its owner', async () => {
    const home = device()
    const engine = home.page()
    await engine.open(header('a'))
    await engine.own('p1')
    await writing(engine).write(volume(1))
    home.die()
    const later = home.page()
    await later.open(header('b', 2000))
    await expect(later.export('a', 'p2')).rejects.toThrow('not yours')
    expect(seqs(await later.export('a', 'p1'))).toEqual([1])
    expect((await later.list('p1')).map((entry) => entry.logId)).toEqual(['a'])
    expect(await later.list('p2')).toEqual([])
  })
  test('of a log that is not there says so', async () => {
    const engine = device().page()
    await expect(engine.export(null, null)).rejects.toThrow('unknown log')
    await engine.open(header('a'))
    await expect(engine.export('zzz', null)).rejects.toThrow('unknown log')
  })
})

describe('a worker that died and was started again', () => {
  test('goes on with the log behind its last whole segment, and stores nothing twice', async () => {
    const home = device()
    const engine = home.page()
    await engine.open(header('a'))
    await engine.own('p1')
    const { order, write } = writing(engine)
    await write(volume(1), volume(2))
    const before = await home.disk.read('a')
    await write(volume(3))
    // It died while it wrote: half of the last segment lies on the disk.
    await home.disk.truncate('a', before.length + 5)
    home.die()
    const again = home.page()
    await again.open(header('a'))
    await again.own('p1')
    const segment = (first: number, values: readonly number[], state: string): Segment => ({
      first,
      count: values.length,
      lines: encodeEvents(
        values.map((value, n) => ({ ...volume(value), seq: first + n, t: 0, source: 'person', cause: null })),
      ),
      state,
    })
    expect(await again.append(segment(1, [1, 2], 'unread'))).toBe('stored')
    expect(await again.append(segment(3, [3], order.hash()))).toBe('stored')
    const log = parseLog(text(await again.export(null, 'p1')))
    expect(replay(log)).toMatchObject({ difference: null, checkpoints: 2, seq: 3, state: order.hash() })
    expect((await again.list('p1')).map(({ logId, closedAt }) => [logId, closedAt])).toEqual([['a', null]])
  })
})

test('a long log that a dead page left is closed in several tasks, with all that is whole in it', async () => {
  const home = device()
  const engine = home.page()
  await engine.open(header('a'))
  const { write } = writing(engine)
  for (let n = 1; n <= 5; n++)
    await write(downloadHistoryRestored({ keys: [`release ${'x'.repeat(200_000)}${n} wav`] }))
  home.die()
  await home.tidy(header('b', 2000))
  expect(home.rests()).toBe(2)
  expect(home.kept('a')).toMatchObject({ events: 5, closedAt: 1000 })
})

describe('a worker that died while it held the log in memory', () => {
  /** A log of which the first event lies on the disk, and two in the memory of a worker that is gone. */
  async function died() {
    const home = device()
    const engine = home.page()
    await engine.open(header('a'))
    await engine.own('p1')
    const { order, write } = writing(engine)
    await write(volume(1))
    await vi.waitFor(() => expect(home.kept('a')?.events).toBe(1))
    home.faults.append = 'quota'
    expect(await write(volume(2), volume(3))).toBe('quota')
    home.faults.append = undefined as never
    home.die()
    const again = home.page()
    await again.open(header('a'))
    await again.own('p1')
    return { home, again, order, write: writing(again, order).write }
  }
  const base = (order: Order): Segment => {
    const lines = snapshotLines(order.store)
    return { first: order.seq + 1, count: lines.length, lines, state: order.hash() }
  }

  test('or that cannot be read any more, is gone on with in memory from the state there is, and stays on the disk', async () => {
    const home = device()
    const engine = home.page()
    await engine.open(header('a'))
    await engine.own('p1')
    const { order, write } = writing(engine)
    await write(volume(1))
    await vi.waitFor(() => expect(home.kept('a')?.events).toBe(1))
    const [durable, noted] = [await home.disk.read('a'), home.kept('a')]
    home.die()
    const read = () => Promise.reject(new StorageError('refused'))
    const again = home.page({ storage: { ...home.disk, read } })
    await again.open(header('a'))
    await again.own('p1')
    order.append(volume(2), { source: 'person', t: 0, cause: null })
    const next = writing(again, order)
    expect(await next.write(volume(3))).toBe('gap')
    await again.rebase(base(order), 0)
    expect(await next.write(volume(4))).toBe('stored')
    const log = parseLog(text(await again.export(null, 'p1')))
    expect(replay(log)).toMatchObject({ difference: null, seq: order.seq, state: order.hash() })
    expect(await home.disk.read('a')).toEqual(durable)
    expect(home.kept('a')).toEqual(noted)
  })

  test('leaves a gap, which is said, and the log goes on from the state behind it', async () => {
    const { home, again, order, write } = await died()
    const durable = await home.disk.read('a')
    expect(await write(volume(4))).toBe('gap')
    await again.rebase(base(order), 0)
    expect(await write(volume(5))).toBe('stored')
    const log = parseLog(text(await again.export(null, 'p1')))
    expect(log).toMatchObject({ start: 4, cut: null })
    expect(replay(log)).toMatchObject({ difference: null, seq: 5, state: order.hash() })
    // For whoever opens the page when this one is gone, too.
    expect(await home.disk.read('a')).toEqual(durable)
  })
  test('is begun anew only where something is missing', async () => {
    const home = device()
    const engine = home.page()
    await engine.open(header('a'))
    const { order, write } = writing(engine)
    await write(volume(1))
    await engine.rebase(base(order), 0)
    expect(seqs(await engine.export(null, null))).toEqual([1])
  })
})

test('an export is made in several tasks, and what is written goes between them', async () => {
  const home = device()
  let written = 0
  const engine: LogWorker = home.page({
    rest: async () => {
      if (isExporting && written++ === 0) expect(await write(volume(1))).toBe('stored')
    },
  })
  let isExporting = false
  await engine.open(header('a'))
  const { write } = writing(engine)
  for (let n = 1; n <= 5; n++)
    await write(downloadHistoryRestored({ keys: [`release ${'x'.repeat(200_000)}${n} wav`] }))
  isExporting = true
  expect(seqs(await engine.export(null, null))).toEqual([1, 2, 3, 4, 5])
  // Once each 250,000 characters: while they are verified, and while they are packed.
  expect(written).toBeGreaterThan(3)
})

describe('a log that grows too long', () => {
  const ROOM = 9000
  const many = async (write: ReturnType<typeof writing>['write'], from: number, count: number) => {
    for (let n = from; n < from + count; n++)
      await write(volume(n % 101), appNavigated({ path: `/release/${'x'.repeat(40)}${n}`, search: '' }))
  }
  /** Rotation goes beside the writing: it is over when the bytes on the disk are. */
  const rotated = (home: ReturnType<typeof device>) =>
    vi.waitFor(() => expect(home.kept('a')?.rotated).toBeGreaterThan(0))

  test('begins with a snapshot from then on, and replays to the same states', async () => {
    const home = device(ROOM)
    const engine = home.page()
    await engine.open(header('a'))
    await engine.own('p1')
    const { order, write } = writing(engine)
    await many(write, 0, 60)
    await rotated(home)
    await many(write, 60, 5)
    const log = parseLog(text(await engine.export(null, 'p1')))
    expect(log.start).toBeGreaterThan(0)
    expect(log.events.at(-1)?.seq).toBe(130)
    expect(log.checkpoints[0]?.seq).toBe(log.start)
    expect(replay(log)).toMatchObject({ difference: null, seq: 130, state: order.hash() })
    expect(new Timeline(log).seek(130).single('app').path).toBe(order.store.single('app').path)
    expect((await engine.list('p1'))[0]).toMatchObject({ events: 130 })
  })
  test('stays as small however long it goes on, and leaves no file behind', async () => {
    const home = device(ROOM)
    const engine = home.page()
    await engine.open(header('a'))
    const { order, write } = writing(engine)
    for (let n = 0; n < 400; n += 20) {
      await many(write, n, 20)
      if (n > 60) await rotated(home)
    }
    await vi.waitFor(() => expect(home.kept('a')?.bytes).toBeLessThan(12_000))
    const nth = home.kept('a')?.rotated ?? 0
    expect(nth).toBeGreaterThan(2)
    expect((await home.disk.read(`a~${nth}`)).length).toBe(home.kept('a')?.bytes)
    for (const older of ['a', `a~${nth - 1}`]) expect((await home.disk.read(older)).length).toBe(0)
    await engine.close()
    await engine.open(header('b', 2000))
    expect(replay(parseLog(text(await engine.export('a', null))))).toMatchObject({
      difference: null,
      state: order.hash(),
    })
  })
  test('goes on where it was when the worker dies behind a rotation', async () => {
    const home = device(ROOM)
    const engine = home.page()
    await engine.open(header('a'))
    const { order, write } = writing(engine)
    await many(write, 0, 60)
    await vi.waitFor(() => expect(home.kept('a')?.bytes).toBeLessThan(ROOM))
    home.die()
    // Half of a further rotation lies there too.
    const nth = home.kept('a')?.rotated ?? 0
    await home.disk.append(`a~${nth + 1}`, new Uint8Array(99))
    const again = home.page()
    await again.open(header('a'))
    expect((await home.disk.read(`a~${nth + 1}`)).length).toBe(0)
    const event = order.append(volume(7), { source: 'person', t: 0, cause: null })
    const lines = encodeEvents([event])
    expect(await again.append({ first: event.seq, count: 1, lines, state: order.hash() })).toBe('stored')
    expect(replay(parseLog(text(await again.export(null, null))))).toMatchObject({ difference: null, seq: 121 })
  })
  test('on a public computer in memory', async () => {
    const home = device(ROOM)
    const engine = home.page()
    await engine.forget()
    await engine.open(header('a'))
    const { order, write } = writing(engine)
    await many(write, 0, 60)
    await vi.waitFor(async () => expect(parseLog(text(await engine.export(null, null))).start).toBeGreaterThan(0))
    expect(replay(parseLog(text(await engine.export(null, null))))).toMatchObject({
      difference: null,
      state: order.hash(),
    })
    expect([...home.index]).toEqual([])
    await many(write, 60, 5)
    // Each time reads all of it: it is not one for every segment.
    expect(home.rotations()).toBeLessThan(6)
  })
  test('H-073: has what makes room a minute after the page began, once, while its build is still there', async () => {
    const home = device()
    const rotator = vi.fn(async () => rotate)
    const pauses: number[] = []
    const engine = home.page({
      rotator,
      pause: async (ms) => {
        pauses.push(ms)
      },
    })
    await engine.open(header('a'))
    await engine.list(null)
    expect([pauses, rotator.mock.calls.length]).toEqual([[60_000], 1])
    await engine.close()
    await engine.open(header('b'))
    await engine.list(null)
    expect(rotator).toHaveBeenCalledTimes(1)
  })
  test('is not read from the disk for what makes room and does not come', async () => {
    const home = device(ROOM)
    const read = vi.fn(home.disk.read)
    const engine = home.page({
      storage: { ...home.disk, read },
      rotator: () => Promise.reject(new Error('404')),
    })
    await engine.open(header('a'))
    const { write } = writing(engine)
    for (let n = 1; n <= 40; n++) await many(write, n, 1)
    expect(read).not.toHaveBeenCalled()
  })
  test('goes on in its old file where the index does not take the new one, and later makes room all the same', async () => {
    const home = device(ROOM)
    const engine = home.page()
    await engine.open(header('a'))
    const { order, write } = writing(engine)
    home.faults.put = true
    let n = 0
    for (; home.rotations() === 0; n++) await many(write, n, 1)
    await new Promise((over) => setTimeout(over, 20))
    expect((await home.disk.read('a~1')).length).toBe(0)
    // Less than it has to grow by before it is tried again.
    await many(write, n, 3)
    n += 3
    expect(home.rotations()).toBe(1)
    expect(replay(parseLog(text(await engine.export(null, null))))).toMatchObject({
      difference: null,
      state: order.hash(),
    })
    home.faults.put = false
    for (; home.rotations() === 1; n++) await many(write, n, 1)
    await rotated(home)
    await many(write, n, 3)
    home.die()
    const again = home.page()
    await again.open(header('a'))
    expect(replay(parseLog(text(await again.export(null, null))))).toMatchObject({
      difference: null,
      state: order.hash(),
    })
    expect((await home.disk.read('a')).length).toBe(0)
  })
  test('goes on in its new file where the old one cannot be removed', async () => {
    const home = device(ROOM)
    const engine = home.page()
    await engine.open(header('a'))
    const { order, write } = writing(engine)
    home.faults.remove = true
    let n = 0
    for (; home.rotations() === 0; n++) await many(write, n, 1)
    await vi.waitFor(async () => expect((await home.disk.read('a~1')).length).toBeGreaterThan(0))
    await many(write, n, 3)
    expect(replay(parseLog(text(await engine.export(null, null))))).toMatchObject({
      difference: null,
      state: order.hash(),
    })
  })
  test('reads in turn only what was written since, and is written meanwhile', async () => {
    const home = device(ROOM)
    const from: number[] = []
    const engine = home.page({
      storage: {
        ...home.disk,
        read: (logId, at = 0) => {
          if (logId === 'a') from.push(at)
          return home.disk.read(logId, at)
        },
      },
    })
    await engine.open(header('a'))
    const { order, write } = writing(engine)
    let n = 0
    for (; home.rotations() === 0; n++) await many(write, n, 1)
    await many(write, n, 2)
    await rotated(home)
    expect(from.at(-1)).toBeGreaterThan(ROOM / 2)
    expect(replay(parseLog(text(await engine.export(null, null))))).toMatchObject({
      difference: null,
      state: order.hash(),
    })
  })
  test('that ends while it makes room stays where it was, and leaves no other file', async () => {
    const home = device(ROOM)
    let ended: Promise<unknown> | null = null
    const engine: LogWorker = home.page({
      // It is made, and not all of it is written beside the old one yet.
      rest: async () => {
        ended ??= (await home.disk.read('a~1')).length > 0 ? engine.open(header('b', 2000)) : null
      },
    })
    await engine.open(header('a'))
    const { write } = writing(engine)
    for (let n = 0; home.rotations() === 0; n++) await many(write, n, 1)
    await vi.waitFor(() => expect(ended).not.toBeNull(), 10_000)
    await ended
    await vi.waitFor(async () => expect(await home.disk.read('a~1')).toHaveLength(0), 10_000)
    expect(home.kept('a')?.rotated).toBeUndefined()
    expect((await home.disk.read('a')).length).toBeGreaterThan(ROOM)
  })
  test('after the disk was full makes room in memory, and leaves what lies on the disk', async () => {
    const home = device(ROOM)
    const engine = home.page()
    await engine.open(header('a'))
    const { order, write } = writing(engine)
    await many(write, 0, 3)
    const durable = await home.disk.read('a')
    home.faults.append = 'quota'
    let n = 3
    for (; home.rotations() < 3; n++) await many(write, n, 1)
    await new Promise((over) => setTimeout(over, 20))
    await many(write, n, 3)
    expect(durable.length).toBeGreaterThan(0)
    expect(await home.disk.read('a')).toEqual(durable)
    const log = parseLog(text(await engine.export(null, null)))
    expect(log.start).toBeGreaterThan(0)
    expect(replay(log)).toMatchObject({ difference: null, state: order.hash() })
  })
  test('whose disk becomes full while it makes room keeps what was written there meanwhile', async () => {
    const home = device(ROOM)
    const [asked, held, made] = [promised<void>(), promised<void>(), promised<void>()]
    const engine = home.page({
      rotator:
        async () =>
        async (...log) => {
          asked.resolve()
          await held.promise
          return rotate(...log).finally(made.resolve)
        },
    })
    await engine.open(header('a'))
    const { order, write } = writing(engine)
    let n = 0
    for (; (home.kept('a')?.bytes ?? 0) <= ROOM; n++) await many(write, n, 1)
    await asked.promise
    await many(write, n, 2)
    home.faults.append = 'quota'
    await many(write, n + 2, 1)
    held.resolve()
    await made.promise
    await new Promise((over) => setTimeout(over, 20))
    const log = parseLog(text(await engine.export(null, null)))
    expect(log.cut).toBeNull()
    expect(replay(log)).toMatchObject({ difference: null, state: order.hash() })
  })
  test('whose events do not lead to what was recorded keeps them', async () => {
    const home = device(ROOM)
    const engine = home.page()
    await engine.open(header('a'))
    const lines = (n: number) =>
      encodeEvents([{ ...volume(n), seq: n, t: 0, source: 'person', cause: null }]).map((line) => line)
    for (let n = 1; n <= 60; n++)
      await engine.append({
        first: n,
        count: 1,
        lines: lines(n),
        state: Math.abs(Math.sin(n)).toString(16).slice(2, 18).padEnd(16, '0'),
      })
    expect(home.kept('a')?.bytes).toBeGreaterThan(ROOM)
    expect(home.kept('a')?.rotated).toBeUndefined()
    expect(seqs(await engine.export(null, null))).toHaveLength(60)
  })
})

describe('closing', () => {
  test('nothing can be appended any more', async () => {
    const engine = device().page()
    await engine.open(header('a'))
    const { write } = writing(engine)
    await write(volume(1))
    await engine.close()
    await expect(write(volume(2))).rejects.toThrow('no log is open')
  })
  test('the list says when it began and ended and how much is in it, the running one first', async () => {
    const home = device()
    const engine = home.page()
    await engine.open(header('a'))
    await engine.own('p1')
    await writing(engine).write(volume(1), volume(2))
    home.wait(500)
    await engine.close()
    await engine.open(header('b', 1500))
    await engine.own('p1')
    expect(await engine.list('p1')).toEqual([
      { logId: 'b', owner: 'p1', startedAt: 1500, closedAt: null, events: 0, bytes: 0 },
      { logId: 'a', owner: 'p1', startedAt: 1000, closedAt: 1500, events: 2, bytes: home.kept('a')?.bytes },
    ])
  })
})

describe('storage that fails', () => {
  test('half-way: the log goes on in memory and is exported whole', async () => {
    const home = device()
    const engine = home.page()
    await engine.open(header('a'))
    await engine.own('p1')
    const { order, write } = writing(engine)
    expect(await write(volume(1))).toBe('stored')
    home.faults.append = 'quota'
    expect(await write(volume(2))).toBe('quota')
    home.faults.append = undefined as never
    await write(volume(3))
    const log = parseLog(text(await engine.export(null, 'p1')))
    expect(replay(log)).toMatchObject({ difference: null, seq: 3, state: order.hash() })
    await engine.close()
    await engine.open(header('b', 2000))
    expect(seqs(await engine.export('a', 'p1'))).toEqual([1, 2, 3])
    await expect(engine.export('a', 'p2')).rejects.toThrow('not yours')
  })
  test('is said as what it was', async () => {
    const home = device()
    const engine = home.page()
    await engine.open(header('a'))
    home.faults.append = 'refused'
    expect(await writing(engine).write(volume(1))).toBe('refused')
  })
  test('before the owner is known: what follows belongs to the owner all the same', async () => {
    const home = device()
    const engine = home.page()
    await engine.open(header('a'))
    const { write } = writing(engine)
    home.faults.append = 'quota'
    await write(volume(1))
    await engine.own('p1')
    await write(volume(2))
    await engine.close()
    await expect(engine.export('a', null)).rejects.toThrow('not yours')
    expect(seqs(await engine.export('a', 'p1'))).toEqual([1, 2])
  })
  test('how much there is follows in the index now and then, and what is kept does not wait for that', async () => {
    const home = device()
    const goOn = home.stand()
    const engine = home.page()
    await engine.open(header('a'))
    const { write } = writing(engine)
    for (let n = 1; n <= 5; n++) expect(await write(volume(n))).toBe('stored')
    expect(home.kept('a')?.events).toBe(1)
    goOn()
    await vi.waitFor(() => expect(home.kept('a')?.events).toBe(5))
    expect(home.kept('a')?.bytes).toBe((await home.disk.read('a')).length)
    await write(volume(6))
    await engine.close()
    expect(home.kept('a')).toMatchObject({ events: 6, closedAt: 1000 })
  })
  test('an index that cannot name the owner lets nothing more onto the disk', async () => {
    const home = device()
    const engine = home.page()
    await engine.open(header('a'))
    const { write } = writing(engine)
    await write(volume(1))
    const before = (await home.disk.read('a')).length
    home.faults.put = true
    await expect(engine.own('p1')).rejects.toThrow()
    home.faults.put = false
    await write(volume(2))
    expect((await home.disk.read('a')).length).toBe(before)
    expect(seqs(await engine.export(null, 'p1'))).toEqual([1, 2])
  })
  test('from the beginning: the log is in memory, and open says so', async () => {
    const home = device()
    home.faults.put = true
    const engine = home.page()
    expect(await engine.open(header('a'))).toBe('memory')
    await writing(engine).write(volume(1))
    expect((await home.disk.read('a')).length).toBe(0)
    expect(seqs(await engine.export(null, null))).toEqual([1])
  })
  test('the next log tries the disk again', async () => {
    const home = device()
    const engine = home.page()
    await engine.open(header('a'))
    home.faults.append = 'quota'
    await writing(engine).write(volume(1))
    await engine.close()
    home.faults.append = undefined as never
    expect(await engine.open(header('b', 2000))).toBe('opfs')
    expect(await writing(engine).write(volume(1))).toBe('stored')
  })
})

describe('tidying when a log begins', () => {
  const left = async (home: ReturnType<typeof device>, logId: string, startedAt = 1000) => {
    const engine = home.page()
    await engine.open(header(logId, startedAt))
    await engine.own('p1')
    await writing(engine).write(volume(1), volume(2))
  }

  /** A log as a later build writes it: its header has one more field, which is hashed with it, and so has what is noted of it. */
  async function leftByLater(home: ReturnType<typeof device>, logId: string): Promise<Uint8Array<ArrayBuffer>> {
    await left(home, logId)
    const said = JSON.stringify({ ...header(logId), dialect: 'next' })
    const { frames } = rechain(await home.disk.read(logId), hashText(said))
    const bytes = joined(frames)
    await home.disk.truncate(logId, 0)
    await home.disk.append(logId, bytes)
    const noted = { ...home.kept(logId), header: JSON.parse(said), start: hashText(said), colour: 'red' }
    home.index.set(logId, { ...noted, events: 2, bytes: bytes.length })
    return bytes
  }

  test('is waited for by nobody who writes', async () => {
    const home = device()
    await left(home, 'dead')
    home.die()
    const engine = home.page({ isFree: () => new Promise(() => {}) })
    expect(await engine.open(header('new', 2000))).toBe('opfs')
    expect(await writing(engine).write(volume(1))).toBe('stored')
  })
  test('closes what a dead page left open, and not what a living one writes', async () => {
    const home = device()
    await left(home, 'dead')
    home.die()
    await left(home, 'living', 1100)
    home.wait(1000)
    await home.tidy(header('new', 2000))
    expect(home.kept('dead')?.closedAt).toBe(1000)
    expect(home.kept('living')?.closedAt).toBeNull()
  })
  test('cuts a torn tail and counts what is left', async () => {
    const home = device()
    await left(home, 'dead')
    const whole = (await home.disk.read('dead')).length
    await home.disk.append('dead', Uint8Array.from([0, 0, 0, 90, 1, 2, 3]))
    home.die()
    await home.tidy(header('new', 2000))
    expect((await home.disk.read('dead')).length).toBe(whole)
    expect(home.kept('dead')).toMatchObject({ events: 2, bytes: whole })
  })
  test('H-393: removes what ended more than seven days ago, however long it ran', async () => {
    const home = device()
    await left(home, 'crashed')
    home.die()
    home.wait(8 * DAY_MS)
    const found = 1000 + 8 * DAY_MS
    await home.tidy(header('reload', found))
    expect(home.kept('crashed')).toMatchObject({ closedAt: found, events: 2 })
    home.die()
    home.wait(7 * DAY_MS)
    await home.tidy(header('at seven days', found + 7 * DAY_MS))
    expect(home.kept('crashed')).toBeDefined()
    home.wait(1)
    await home.tidy(header('after', found + 7 * DAY_MS + 1))
    expect(home.kept('crashed')).toBeUndefined()
    expect((await home.disk.read('crashed')).length).toBe(0)
  })
  test('H-393: removes one that cannot be closed seven days after it began', async () => {
    const home = device()
    await left(home, 'dead')
    home.die()
    home.faults.put = true
    home.wait(7 * DAY_MS)
    await home.tidy(header('at seven days', 1000 + 7 * DAY_MS))
    expect(home.kept('dead')).toBeDefined()
    home.wait(1)
    await home.tidy(header('after', 1001 + 7 * DAY_MS))
    expect(home.kept('dead')).toBeUndefined()
  })
  test("H-346: what was closed while the clock was ahead ages from when it is found, and takes nobody's place", async () => {
    const home = device()
    home.wait(400 * DAY_MS)
    const ahead = 1000 + 400 * DAY_MS
    await left(home, 'ahead', ahead - 1)
    home.index.set('ahead', { ...(home.kept('ahead') as Kept), closedAt: ahead, bytes: 29_000_000 })
    home.die()
    home.wait(-400 * DAY_MS)
    await home.tidy(header('found', 1000))
    expect(home.kept('ahead')).toMatchObject({ closedAt: 1000, bytes: 29_000_000 })
    home.die()
    home.wait(DAY_MS)
    for (const [n, logId] of ['second', 'third'].entries()) {
      await left(home, logId, 1000 + DAY_MS + n)
      home.index.set(logId, { ...(home.kept(logId) as Kept), closedAt: 1000 + DAY_MS + n, bytes: 29_000_000 })
    }
    home.die()
    await home.tidy(header('new', 2000 + DAY_MS))
    expect([...home.index.keys()]).toEqual(['second', 'third', 'new'])
  })
  test('H-346: it goes seven days after it was found', async () => {
    const home = device()
    await left(home, 'ahead')
    home.index.set('ahead', { ...(home.kept('ahead') as Kept), closedAt: 1000 + 400 * DAY_MS })
    home.die()
    await home.tidy(header('found', 1000))
    home.wait(7 * DAY_MS + 1)
    await home.tidy(header('after', 1000 + 7 * DAY_MS))
    expect(home.kept('ahead')).toBeUndefined()
    expect((await home.disk.read('ahead')).length).toBe(0)
  })
  test('removes the oldest beyond 60 MB', async () => {
    const home = device()
    for (const [n, logId] of ['first', 'second', 'third'].entries()) {
      await left(home, logId, 1000 + n)
      const kept = home.kept(logId)
      if (kept) home.index.set(logId, { ...kept, closedAt: 1000 + n, bytes: 29_000_000 })
    }
    home.die()
    await home.tidy(header('new', 2000))
    expect([...home.index.keys()]).toEqual(['second', 'third', 'new'])
  })
  test('H-497: leaves the log of a later build as it is, whose header says more than is known here', async () => {
    const home = device()
    const later = await leftByLater(home, 'later')
    const unread = later.subarray(0, later.length - 1)
    await home.disk.append('unread', unread)
    home.index.set('unread', { ...home.kept('later'), start: undefined, header: header('unread') })
    home.die()
    await home.tidy(header('new', 2000))
    expect(await home.disk.read('later')).toEqual(later)
    expect(home.kept('later')).toMatchObject({ header: { dialect: 'next' }, colour: 'red', closedAt: 1000, events: 2 })
    expect(seqs(await home.page().export('later', 'p1'))).toEqual([1, 2])
    expect(await home.disk.read('unread'), 'what does not follow on its header').toEqual(unread)
    expect(home.kept('unread')).toMatchObject({ closedAt: 1000, events: 2, bytes: later.length })
  })
  test('H-497: keeps for seven days what it cannot read, and then removes every file of it', async () => {
    const home = device()
    await home.disk.append('format 3~2', Uint8Array.from([1]))
    home.index.set('format 3', { header: { ...header('format 3'), version: 3 }, closedAt: 1000, rotated: 2 })
    home.wait(7 * DAY_MS)
    await home.tidy(header('at seven days', 2000))
    expect(home.index.has('format 3')).toBe(true)
    expect((await home.disk.read('format 3~2')).length).toBe(1)
    home.wait(1)
    await home.tidy(header('after', 2001))
    expect(home.index.has('format 3')).toBe(false)
    expect((await home.disk.read('format 3~2')).length).toBe(0)
  })
  test('removes what no build can read any more', async () => {
    const home = device()
    home.index.set('strange', { header: 'none' })
    await home.disk.append('strange', Uint8Array.from([1]))
    await home.tidy(header('new'))
    expect([...home.index.keys()]).toEqual(['new'])
    expect((await home.disk.read('strange')).length).toBe(0)
  })
})

describe('D-006: a public computer', () => {
  test('what the running log has on the disk is taken into memory, and all that follows stays there', async () => {
    const home = device()
    const engine = home.page()
    await engine.open(header('a'))
    const { order, write } = writing(engine)
    await write(volume(1))
    expect((await home.disk.read('a')).length).toBeGreaterThan(0)
    await engine.forget()
    await engine.own('p1')
    expect(await write(volume(2))).toBe('stored')
    expect((await home.disk.read('a')).length).toBe(0)
    expect([...home.index]).toEqual([])
    const log = parseLog(text(await engine.export(null, 'p1')))
    expect(replay(log)).toMatchObject({ difference: null, checkpoints: 2, seq: 2, state: order.hash() })
    await engine.close()
    expect(await engine.open(header('b', 2000))).toBe('public')
    await writing(engine).write(volume(3))
    expect([(await home.disk.read('b')).length, ...home.index]).toEqual([0])
    expect((await engine.list('p1')).map((entry) => entry.logId)).toEqual(['a'])
  })
  test('what a full disk did not take is there too', async () => {
    const home = device()
    const engine = home.page()
    await engine.open(header('a'))
    const { write } = writing(engine)
    await write(volume(1))
    home.faults.append = 'quota'
    await write(volume(2))
    await engine.forget()
    await write(volume(3))
    expect((await home.disk.read('a')).length).toBe(0)
    expect(seqs(await engine.export(null, null))).toEqual([1, 2, 3])
  })
  test('logs of others are left as they are', async () => {
    const home = device()
    const theirs = home.page()
    await theirs.open(header('theirs'))
    await theirs.own('p2')
    await writing(theirs).write(volume(1))
    home.die()
    const [bytes, row] = [await home.disk.read('theirs'), home.kept('theirs')]
    const engine = home.page()
    await engine.forget()
    expect(await engine.open(header('mine', 2000))).toBe('public')
    expect([await home.disk.read('theirs'), home.kept('theirs')]).toEqual([bytes, row])
  })
})
