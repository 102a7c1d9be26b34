import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { DownloadJob } from '#core/model/downloads/download.ts'
import { FakeClock, settle } from '#tests/support/fakeClock.ts'
import type { JournalEntry } from '../journal/journal.ts'
import { Memory, type MemoryParts } from './memory.ts'

const known = { validator: '"1"', total: 100, sha256: null }
const job = (downloadID: string, fields: object = {}) => ({ downloadID, status: 'waiting', token: 't', url: 'u', ...fields }) as unknown as DownloadJob // biome-ignore format: one line
const entry = (id: string, fields: Partial<JournalEntry> = {}): JournalEntry => ({ job: job(id), known: null, ...fields }) // biome-ignore format: one line

let clock: FakeClock
let jobs: DownloadJob[]
let log: string[]
let written: JournalEntry[][]
let refuses: boolean
let parts: { id: string; modified: number }[]
let named: string[] | null
/** Called before the journal is asked for its jobs. */
let beforeKnown = () => {}
let ports: MemoryParts
let memory: Memory

beforeEach(() => {
  clock = new FakeClock()
  jobs = []
  log = []
  written = []
  refuses = false
  parts = []
  named = []
  beforeKnown = () => {}
  ports = {
    clock,
    sinks: { keepMs: 90_000, remove: async (id: string) => void log.push(`remove ${id}`), saved: (id: string) => void log.push(`saved ${id}`), list: async () => parts } as never, // biome-ignore format: one line
    journal: {
      write: async (_: string, entries: JournalEntry[]) => {
        if (!refuses) written.push(entries)
        return !refuses
      },
      retire: async () => void log.push('retire'),
      clear: async () => named,
      known: async () => {
        beforeKnown()
        return named && new Set(named)
      },
    } as never,
    jobs: () => jobs,
    has: (id) => jobs.some(({ downloadID }) => downloadID === id),
  }
  memory = new Memory(ports)
})

it('a journal that cannot be written is said once, and nothing counts as written', async () => {
  const unkept = vi.fn()
  const noted: boolean[] = []
  memory = new Memory({ ...ports, unkept, writing: () => (isKept) => void noted.push(isKept) })
  refuses = true
  await memory.write('p')
  await memory.write('p')
  refuses = false
  await memory.write('p')
  refuses = true
  await memory.write('p')
  expect(noted).toEqual([false, false, true, false])
  expect(unkept).toHaveBeenCalledTimes(2)
})

it('of ten thousand jobs only those are looked at of which something changed', async () => {
  let looks = 0
  const ownKeys = (of: DownloadJob) => {
    looks += 1
    return Reflect.ownKeys(of)
  }
  const seen = (one: DownloadJob) => new Proxy(one, { ownKeys })
  jobs = Array.from({ length: 10_000 }, (_, n) => seen(job(`${n}`)))
  // Of each of them something is known.
  for (const { downloadID } of jobs) memory.learned(downloadID, known)
  await memory.write('p')
  looks = 0
  const continued = vi.spyOn(memory, 'tail')
  memory.learned('5', { ...known, total: 200 })
  jobs = jobs.with(7, seen(job('7', { status: 'loading' })))
  await memory.write('p')
  expect([looks, continued.mock.calls]).toEqual([2, [['5'], ['7']]])
  expect(written.at(-1)?.[5]?.known?.total).toBe(200)
  expect(written.at(-1)?.[7]?.job.status).toBe('loading')
  expect(written.at(-1)?.filter((one, n) => one !== written[0]?.[n])).toHaveLength(2)
})

it('what was saved and is still in the list stands in the journal once, whatever else was removed', async () => {
  jobs = [job('a', { status: 'finished' }), job('b')]
  memory.opens('a')
  memory.saved('a')
  await memory.write('p')
  jobs = jobs.slice(0, 1)
  await memory.write('p')
  expect(written.at(-1)?.map((one) => [one.job.downloadID, one.removed])).toEqual([['a', undefined]])
})

describe('what changed', () => {
  it('is written at once after a rest, and what follows a quarter of a second later, as it is then', async () => {
    jobs = [job('a')]
    memory.changed('p')
    await clock.advance(0)
    expect(written).toHaveLength(1)
    memory.changed('p')
    await clock.advance(249)
    jobs = [job('a'), job('b')]
    memory.changed('p')
    expect(written).toHaveLength(1)
    await clock.advance(1)
    expect(written.map((all) => all.length)).toEqual([1, 2])
    await clock.advance(5000)
    expect(written).toHaveLength(2)
  })

  it('is written a quarter of a second later also when the clock was put back', async () => {
    jobs = [job('a')]
    memory.changed('p')
    await clock.advance(100)
    clock.putBack(3_600_000)
    jobs = [job('a'), job('b')]
    memory.changed('p')
    await clock.advance(250)
    expect(written.map((all) => all.length)).toEqual([1, 2])
  })

  it('is written once more when a session expires, and nothing of it afterwards, though bytes are still on their way out', async () => {
    jobs = [job('a'), job('b')]
    memory.opens('a')
    memory.opens('b')
    await memory.write('p')
    jobs = [job('b')]
    void memory.discard('a', new Promise(() => {}))
    const ended = memory.end('p', false, Promise.resolve())
    jobs = []
    expect([...memory.orphans([])]).toEqual([])
    await ended
    await clock.advance(5000)
    expect(written.map((all) => all.map((one) => one.job.downloadID))).toEqual([['a', 'b'], ['b', 'a']]) // biome-ignore format: one line
  })

  it('is nothing while nobody is signed in', async () => {
    memory.changed(null)
    await clock.advance(5000)
    expect([written, clock.pending]).toEqual([[], 0])
  })

  it('waits while the journal holds more than is known here, and is written after it', async () => {
    const letGo = memory.hold()
    memory.changed('p')
    await memory.write('p')
    await clock.advance(1000)
    expect(written).toEqual([])
    memory.changed('p')
    letGo()
    await clock.advance(250)
    expect(written).toHaveLength(1)
  })

  it('is written without handles, with what is known of the bytes, and as the same object where nothing changed', async () => {
    jobs = [job('a'), job('b')]
    memory.learned('a', known)
    memory.splitAt('a', 60)
    await memory.write('p')
    expect(written[0]).toEqual([
      { job: job('a', { token: null, url: null }), known: { ...known, tail: 60 } },
      { job: job('b', { token: null, url: null }), known: null },
    ])
    await memory.write('p')
    expect([written[1]?.[0] === written[0]?.[0], written[1]?.[1] === written[0]?.[1]]).toEqual([true, true])
    for (const change of [
      () => memory.splitAt('a', null),
      () => memory.learned('a', { ...known, total: 7 }),
      () => memory.learned('a', { ...known, validator: '"2"' }),
      () => memory.learned('a', { ...known, sha256: 'ab' }),
      () => memory.forget('a'),
    ]) {
      const before = written.at(-1)?.[0]
      change()
      await memory.write('p')
      expect(written.at(-1)?.[0]).not.toBe(before)
    }
  })
})

describe('the bytes of a job', () => {
  it('are known until they are forgotten, with their second half', () => {
    memory.learned('a', known)
    memory.splitAt('a', 60)
    expect([memory.known('a'), memory.tail('a'), memory.known('b'), memory.tail('b')]).toEqual([known, 60, null, null])
    memory.forget('a')
    expect([memory.known('a'), memory.tail('a')]).toEqual([null, null])
  })

  it('of an earlier visit are known again; what was finished or removed then is thrown away', () => {
    memory.restored(entry('a', { known: { ...known, tail: 60 } }))
    memory.restored(entry('b', { known }))
    memory.restored(entry('c', { removed: true }))
    memory.restored(entry('d', { job: job('d', { status: 'finished' }) }))
    expect([memory.known('a'), memory.tail('a'), memory.tail('b')]).toEqual([{ ...known, tail: 60 }, 60, null])
    expect(log).toEqual(['remove c', 'remove d'])
    expect(memory.orphans([])).toEqual(['a', 'b'])
  })

  it('of a file that was saved just before the visit are kept for what is left of that time, then removed', async () => {
    const finished = (id: string, ago: number) =>
      entry(id, { known, job: job(id, { status: 'finished', savedAt: clock.now() - ago }) })
    memory.restored(finished('a', 60_000))
    memory.restored(finished('long ago', 90_000))
    // The clock was put back since.
    memory.restored(finished('later', -3_600_000))
    memory.restored(finished('long ago', 90_000))
    expect([log, memory.orphans([]), memory.known('a')]).toEqual([['remove long ago'], [], known])
    await clock.advance(29_999)
    expect(log).toEqual(['remove long ago'])
    await clock.advance(1)
    expect(log).toEqual(['remove long ago', 'remove a'])
    await clock.advance(60_000)
    expect(log).toEqual(['remove long ago', 'remove a', 'remove later'])
  })

  it('are not removed under a job that is fetched anew', async () => {
    memory.opens('a')
    memory.saved('a')
    await clock.advance(60_000)
    memory.opens('a')
    await clock.advance(60_000)
    expect(log).toEqual(['saved a'])
    memory.saved('a')
    await clock.advance(90_000)
    expect(log).toEqual(['saved a', 'saved a', 'remove a'])
  })

  it('that nobody can ask for any more are orphans, but not while they are being saved', () => {
    memory.opens('a')
    memory.opens('b')
    memory.opens('c')
    memory.saved('b')
    jobs = [job('c')]
    expect(memory.orphans([])).toEqual(['a'])
  })

  it('of all that are there only those that changed are looked for again', () => {
    const looked = vi.fn(ports.has)
    memory = new Memory({ ...ports, has: looked })
    jobs = Array.from({ length: 100 }, (_, n) => job(`j${n}`))
    for (const { downloadID } of jobs) memory.opens(downloadID)
    expect(memory.orphans([])).toEqual([])
    looked.mockClear()
    jobs = jobs.slice(1)
    expect(memory.orphans(['j0', 'j7'])).toEqual(['j0'])
    expect(looked.mock.calls).toEqual([['j0'], ['j7']])
    // One whose file is copied yet is one as soon as that is over.
    memory.saved('j7')
    jobs = jobs.filter(({ downloadID }) => downloadID !== 'j7')
    expect(memory.orphans(['j7'])).toEqual(['j0'])
    memory.opens('j7')
    expect(memory.orphans([])).toEqual(['j0', 'j7'])
  })

  it('are kept as long as the browser may copy the file, told once, and then removed', async () => {
    memory.opens('a')
    memory.saved('a')
    memory.saved('a')
    expect([log, memory.isSaved('a')]).toEqual([['saved a'], true])
    await clock.advance(89_999)
    expect(log).toEqual(['saved a'])
    await clock.advance(1)
    expect([log, memory.isSaved('a')]).toEqual([['saved a', 'remove a'], false])
  })

  it('are named by the journal while the browser may copy the file of a job that was removed, over visits', async () => {
    jobs = [job('a', { status: 'finished', savedAt: clock.now() })]
    memory.opens('a')
    memory.saved('a')
    log.length = 0
    await memory.write('p')
    jobs = []
    await memory.write('p')
    const left = { ...written[0]?.[0], removed: true } as JournalEntry
    expect(written.at(-1)).toEqual([left])
    // Read again by the tab that wrote it, and by the next visit.
    memory.restored(left)
    const next = new Memory(ports)
    await clock.advance(60_000)
    next.restored(left)
    await next.write('p')
    expect([log, written.at(-1)]).toEqual([[], [left]])
    await clock.advance(30_000)
    await next.write('p')
    expect([log, written.at(-1)]).toEqual([['remove a', 'remove a'], []])
    next.restored(left)
    expect(log).toHaveLength(3)
  })

  it('that lie in the folder are removed at once and never again', async () => {
    memory.opens('a')
    memory.delivered('a')
    await memory.discard('a', undefined)
    expect(log).toEqual(['remove a'])
  })

  it('are thrown away once whoever writes them has let go, and stand in the journal as removed until then', async () => {
    jobs = [job('a')]
    memory.opens('a')
    await memory.write('p')
    const ends: (() => void)[] = []
    const gone = memory.discard('a', new Promise<void>((resolve) => ends.push(resolve)))
    jobs = []
    await memory.write('p')
    expect([log, written.at(-1)]).toEqual([[], [{ ...written[0]?.[0], removed: true }]])
    ends[0]?.()
    await gone
    expect(log).toEqual(['remove a'])
    await clock.advance(250)
    expect(written.at(-1)).toEqual([])
    const times = written.length
    await clock.advance(5000)
    expect(written).toHaveLength(times)
  })
})

describe('the end of a session', () => {
  beforeEach(() => {
    for (const id of ['a', 'b']) memory.opens(id)
    memory.learned('a', known)
    memory.splitAt('a', 60)
    memory.saved('b')
    log.length = 0
  })

  it('that may go on writes all and leaves all', async () => {
    jobs = [job('a'), job('b', { status: 'finished', savedAt: clock.now() })]
    await memory.end('p', false, Promise.resolve())
    expect([written.length, written[0]?.[0]?.known, log]).toEqual([1, { ...known, tail: 60 }, ['retire']])
    // Of what is still being saved nothing goes into the journal of whoever comes next.
    jobs = []
    await memory.write('q')
    expect(written.at(-1)).toEqual([])
    expect([memory.known('a'), memory.tail('a'), memory.orphans([])]).toEqual([null, null, []])
  })

  it('that is over leaves nothing but what is being saved, for a minute', async () => {
    named = ['a', 'z']
    memory.changed('p')
    let isReleased = false
    const ends: (() => void)[] = []
    const over = memory.end('p', true, new Promise<void>((resolve) => ends.push(resolve))).then(() => (isReleased = true)) // biome-ignore format: one line
    await settle()
    expect([log, isReleased]).toEqual([[], false])
    ends[0]?.()
    await over
    expect([log, written]).toEqual([['remove a', 'remove z'], []])
    await clock.advance(59_999)
    expect(log).toHaveLength(2)
    await clock.advance(1)
    expect(log).toEqual(['remove a', 'remove z', 'remove b'])
    await clock.advance(90_000)
    expect(log).toHaveLength(3)
  })

  it('that another tab goes on with leaves all and writes nothing', async () => {
    memory.changed('p')
    await memory.leave(null)
    await clock.advance(1000)
    expect([written, log, memory.known('a'), memory.tail('a'), memory.orphans([])]).toEqual([[], [], null, null, []])
  })
})

describe('where there is no room', () => {
  beforeEach(() => {
    ports = { ...ports, sinks: Object.assign(ports.sinks, { keepMs: 600_000 }) }
    memory = new Memory(ports)
    memory.opens('a')
    memory.saved('a')
  })

  it('saved files go once the browser has had a minute for them', async () => {
    expect(await memory.makeRoom()).toBe(60_000)
    await clock.advance(59_999)
    expect([await memory.makeRoom(), log]).toEqual([1, ['saved a']])
    await clock.advance(1)
    expect([await memory.makeRoom(), log]).toEqual([0, ['saved a', 'remove a']])
    expect([await memory.makeRoom(), memory.isSaved('a')]).toEqual([null, false])
  })

  it('there is room at once where one was saved long ago, though another one stays', async () => {
    await clock.advance(90_000)
    memory.opens('b')
    memory.saved('b')
    expect([await memory.makeRoom(), log.at(-1)]).toEqual([0, 'remove a'])
  })

  it('those of a player who has gone have their minute, too', async () => {
    await memory.end('p', true, Promise.resolve())
    expect([await memory.makeRoom(), memory.isSaved('a')]).toEqual([60_000, true])
  })
})

it('parts of nobody are removed, unless they are so new that they may be the first of another tab', async () => {
  named = ['named']
  memory.opens('mine')
  const at = (id: string, age: number) => ({ id, modified: clock.now() - age })
  parts = [at('named', 700_000), at('mine', 700_000), at('new', 600_000), at('old', 600_001)]
  // Touched while the device's clock was ahead (H-346).
  parts.push(at('a moment later', -600_000), at('later', -600_001))
  await memory.sweepOrphans()
  expect(log).toEqual(['remove old', 'remove later'])
})

it('parts are removed neither while the journal cannot be read nor when it names them a moment later', async () => {
  parts = [{ id: 'old', modified: 0 }]
  named = null
  await memory.sweepOrphans()
  named = []
  let asked = 0
  beforeKnown = () => {
    asked += 1
    if (asked === 2) named = ['old']
  }
  await memory.sweepOrphans()
  expect([log, asked]).toEqual([[], 2])
})

it('of a file that was delivered, or whose copy is over, nothing is known any more', async () => {
  const freed: string[] = []
  memory = new Memory({ ...ports, freed: (id) => freed.push(id) })
  for (const id of ['a', 'b']) {
    memory.opens(id)
    memory.learned(id, known)
    memory.splitAt(id, 50)
  }
  memory.delivered('a')
  await settle()
  // Its room is free at once, and a line that stands still for room hears of it.
  expect(freed).toEqual(['a'])
  memory.delivered('a')
  memory.saved('b')
  await clock.advance(90_000)
  expect(['a', 'b'].map((id) => [memory.known(id), memory.tail(id)])).toEqual([
    [null, null],
    [null, null],
  ])
  expect(freed).toEqual(['a', 'b'])
})
