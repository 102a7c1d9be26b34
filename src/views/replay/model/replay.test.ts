// The parts of the page that decide: what is asked for, how it plays, what a person wrote, which keys do what.
import { describe, expect, it, vi } from 'vitest'
import type { EventFilter, LeftOut, Moment, OpenedLog, ReplayProgress } from '#core/contracts/replay.ts'
import { Kept } from './kept.ts'
import { newest } from './newest.ts'
import { type PlayingPorts, play, type Speed } from './playing.ts'
import { Replay, type ReplayPorts } from './replay.ts'
import { clock, mark, marksOf, readWanted } from './times.ts'

describe('asking for the newest', () => {
  it('has one question under way, and of those that wait meanwhile the last alone', async () => {
    const waiting: ((answer: number) => void)[] = []
    const asked: number[] = []
    const answered: number[] = []
    const ask = newest(
      (n: number) => {
        asked.push(n)
        return new Promise<number>((done) => waiting.push(done))
      },
      (answer) => answered.push(answer),
    )
    for (const n of [1, 2, 3, 4]) ask(n)
    expect(asked).toEqual([1])
    waiting.shift()?.(10)
    await vi.waitFor(() => expect(asked).toEqual([1, 4]))
    waiting.shift()?.(40)
    await vi.waitFor(() => expect(answered).toEqual([10, 40]))
  })

  it('goes on after an answer that did not come', async () => {
    const failed = vi.fn()
    const answered: number[] = []
    const ask = newest(
      (n: number) => (n === 1 ? Promise.reject(new Error('no')) : Promise.resolve(n)),
      (n) => answered.push(n),
      failed,
    )
    ask(1)
    ask(2)
    await vi.waitFor(() => expect(answered).toEqual([2]))
    expect(failed).toHaveBeenCalledOnce()
  })
})

describe('playing', () => {
  /** Events at these times, played at a speed over frames of 16 ms. */
  function played(times: number[], speed: Speed, frames: number, isThere = () => true) {
    let seq = 0
    let next: ((now: number) => void) | null = null
    let ended = false
    const seen: number[] = []
    const ports: PlayingPorts = {
      frame(call) {
        next = call
        return () => {
          next = null
        }
      },
      speed: () => speed,
      seq: () => seq,
      isThere,
      timeOf: (at) => times[at - 1] ?? 0,
      seqAt: (t) => times.filter((time) => time <= t).length,
      last: () => times.length,
      go(to) {
        seq = to
        seen.push(to)
      },
      ended() {
        ended = true
      },
    }
    const stop = play(ports)
    for (let frame = 0; frame < frames && next !== null; frame++) {
      const call: (now: number) => void = next
      next = null
      call(frame * 16)
    }
    return { seq, seen, ended, stop, waits: () => next !== null }
  }
  const everySecond = Array.from({ length: 100 }, (_, at) => at * 1000)

  it.each([
    [1, 2],
    [8, 9],
    [32, 33],
  ] as const)('at %s× shows the events of a second or so in a second', (speed, seq) => {
    expect(played(everySecond, speed, 64).seq).toBe(seq)
  })

  it('ends with the last event', () => {
    const { seq, ended, waits } = played(everySecond, 100, 1000)
    expect({ seq, ended, waits: waits() }).toEqual({ seq: 100, ended: true, waits: false })
  })

  it('as fast as possible waits for what is not shown yet', () => {
    expect(played(everySecond, null, 20, () => false).seen).toEqual([])
    expect(played(everySecond, null, 200).ended).toBe(true)
  })

  it('stops', () => {
    const { stop, waits } = played(everySecond, 1, 3)
    expect(waits()).toBe(true)
    stop()
    expect(waits()).toBe(false)
  })
})

describe('times', () => {
  it.each([
    [0, true, '00:00:00.000'],
    [768_114, true, '00:12:48.114'],
    [768_114, false, '12:48.114'],
    [3_600_000, false, '01:00:00.000'],
  ] as const)('%s ms as a clock, hours %s: %s', (ms, hours, said) => expect(clock(ms, hours)).toBe(said))

  it.each([
    ['18,204', { seq: 18_204 }],
    [' 18204 ', { seq: 18_204 }],
    ['#7', { seq: 7 }],
    ['12:48.114', { t: 768_114 }],
    ['1:02:03', { t: 3_723_000 }],
    ['90s', { t: 90_000 }],
    ['1.5 min', { t: 90_000 }],
    ['250ms', { t: 250 }],
    ['1,23', null],
    ['soon', null],
    ['', null],
    ['-4', null],
  ] as const)('%j is read as %j', (text, wanted) => expect(readWanted(text)).toEqual(wanted))

  it('marks of a scale are round and not too many', () => {
    for (const duration of [0, 1, 999, 24_607, 1_648_030, 41_025_880, 9_000_000_000]) {
      const marks = marksOf(0, duration, 8)
      expect(marks.length).toBeLessThanOrEqual(17)
      expect(marks[0]).toBe(0)
    }
    expect(marksOf(0, 1_648_030, 8).map(mark)).toEqual(['00:00', '05:00', '10:00', '15:00', '20:00', '25:00'])
    expect(marksOf(7_190_000, 7_230_500, 4).map(mark)).toEqual(['2:00:00', '2:00:15', '2:00:30'])
  })
})

describe('another log that is opened', () => {
  const logOf = (name: string, last: number) =>
    ({
      name,
      logId: name,
      first: 0,
      last,
      startT: 0,
      times: Float64Array.from({ length: last }, (_, n) => n),
    }) as unknown as OpenedLog
  const saved: string[] = []
  const asked: string[] = []
  const held = new Map<string, () => void>()
  const when = (name: string) => new Promise<void>((done) => held.set(name, done))
  const worker: Partial<ReplayPorts['worker']> = {
    open: (_, name) => (name === 'one.jsonl.gz' ? Promise.resolve() : when(name)).then(() => logOf(name, 10)),
    seek: () => new Promise(() => {}),
    async filter({ text }: EventFilter) {
      asked.push(text)
      if (text === 'a') await when('filter')
      return text === '' ? 10 : 1
    },
    exportMasked: () => when('export').then(() => new Uint8Array(1)),
  }

  it('is shown whole and still, and takes no name from the one before', async () => {
    vi.stubGlobal('requestAnimationFrame', () => 1)
    vi.stubGlobal('cancelAnimationFrame', () => {})
    const replay = new Replay({
      worker: worker as ReplayPorts['worker'],
      readKept: () => null,
      writeKept: () => {},
      save: (_, name) => void saved.push(name),
    })
    const file = new Blob([])
    await replay.open(file, 'one.jsonl.gz')
    const opening = replay.open(file, 'two.jsonl.gz')
    const exporting = replay.exportMasked()
    replay.togglePlay()
    expect(replay.isPlaying.value).toBe(true)
    replay.choose({ text: 'a' })
    replay.choose({ text: 'ab' })
    held.get('two.jsonl.gz')?.()
    await opening
    expect(replay.isPlaying.value).toBe(false)
    held.get('export')?.()
    held.get('filter')?.()
    await exporting
    expect(saved).toEqual(['one-masked.jsonl.gz'])
    await vi.waitFor(() => expect(asked.at(-1)).toBe(''))
    expect(asked).not.toContain('ab')
    await vi.waitFor(() => expect(replay.listed.value).toBe(10))
    vi.unstubAllGlobals()
  })
})

describe('the same file that is picked twice', () => {
  it('is over when it was refused, whichever of the two is told first', async () => {
    const refusals: ((why: string) => void)[] = []
    const told: ReplayProgress[] = []
    const worker: Partial<ReplayPorts['worker']> = {
      open: (_, __, progress) => {
        told.push(progress)
        return new Promise((___, reject) => refusals.push((why) => reject(new Error(why))))
      },
    }
    const ports = { readKept: () => null, writeKept: () => {}, save: () => {} }
    const replay = new Replay({ worker: worker as ReplayPorts['worker'], ...ports })
    const first = replay.open(new Blob([]), 'a')
    const second = replay.open(new Blob([]), 'a')
    refusals[0]?.('stopped')
    await first
    expect(replay.opening.value).toBe('a')
    told[1]?.('reading', 0.5, 10)
    expect(replay.underWay.value).toMatchObject({ events: 10 })
    refusals[1]?.('line 1: not the header of an event log')
    await second
    expect([replay.opening.value, replay.underWay.value]).toEqual([null, null])
    expect(replay.refused.value?.reason).toContain('line 1')
    // What the worker still says of a file that is over is not heard.
    told[0]?.('reading', 0.7, 20)
    expect(replay.opening.value).toBeNull()
  })
})

describe('an event that cannot be shown', () => {
  it('is said, until another one is', async () => {
    const worker: Partial<ReplayPorts['worker']> = {
      open: async () => ({ name: 'a', logId: 'a', first: 0, last: 10, startT: 0, times: new Float64Array(10) }) as unknown as OpenedLog, // biome-ignore format: one line
      seek: (seq) => (seq === 4 ? Promise.reject(new Error('too deep')) : Promise.resolve({ seq } as Moment)),
      filter: async () => 10,
      chain: () => new Promise(() => {}),
    }
    const ports = { readKept: () => null, writeKept: () => {}, save: () => {} }
    const replay = new Replay({ worker: worker as ReplayPorts['worker'], ...ports })
    await replay.open(new Blob([]), 'a')
    replay.go(4)
    await vi.waitFor(() => expect(replay.refused.value).toEqual({ name: 'a', reason: 'too deep', seq: 4 }))
    replay.go(5)
    await vi.waitFor(() => expect(replay.refused.value).toBeNull())
  })
})

describe('what is under way', () => {
  const outcome = (seqs: readonly number[], from: number | null): LeftOut => ({
    seqs: [...seqs],
    differing: from === null ? 0 : 1,
    from,
    sameFrom: null,
    threw: null,
  })
  /** A log of ten events that is open; each call of the worker waits to be answered or refused. */
  async function opened() {
    let answers = true
    const calls: { asked: unknown; answer: (value: unknown) => void; stop: () => void; fail: (why: string) => void }[] =
      []
    const waits = (asked: unknown) =>
      new Promise<never>((resolve, reject) =>
        calls.push({
          asked,
          answer: (value) => resolve(value as never),
          stop: () => reject(new Error('stopped')),
          fail: (why) => reject(new Error(why)),
        }),
      )
    const log = { name: 'a', logId: 'a', first: 0, last: 10, startT: 0, times: new Float64Array(10) }
    const worker: Partial<ReplayPorts['worker']> = {
      open: async () => log as unknown as OpenedLog,
      seek: () => new Promise(() => {}),
      leaveOut: (seqs) => waits(seqs),
      exportMasked: () => waits('export'),
      filter: ({ text }) => (text === '' ? Promise.resolve(10) : waits(text)),
      stop: async () => {
        calls.at(-1)?.stop()
        return answers
      },
    }
    const ports = { readKept: () => null, writeKept: () => {}, save: () => {} }
    const replay = new Replay({ worker: worker as ReplayPorts['worker'], ...ports })
    await replay.open(new Blob([]), 'a')
    const ends = () => {
      answers = false
    }
    return { replay, worker, calls, ends }
  }

  it('leaves out two events though the second is named while the first is', async () => {
    const { replay, calls } = await opened()
    const first = replay.toggleLeftOut(3)
    const second = replay.toggleLeftOut(5)
    // The worker ends the one for the other.
    calls[0]?.stop()
    await first
    expect(calls.map(({ asked }) => asked)).toEqual([[3], [3, 5]])
    calls[1]?.answer(outcome([3, 5], 4))
    await second
    expect(replay.leftOut.value?.seqs).toEqual([3, 5])
    void replay.toggleLeftOut(3)
    expect(calls[2]?.asked).toEqual([5])
  })

  it('leaves out what was left out before when it is stopped', async () => {
    const { replay, calls } = await opened()
    const first = replay.toggleLeftOut(3)
    calls[0]?.answer(outcome([3], 4))
    await first
    const second = replay.toggleLeftOut(5)
    replay.stop()
    await second
    expect(replay.leftOut.value?.seqs).toEqual([3])
    void replay.toggleLeftOut(7)
    expect(calls[2]?.asked).toEqual([3, 7])
  })

  it('compares with the recorded state no longer than there is a difference', async () => {
    const { replay, calls } = await opened()
    const first = replay.toggleLeftOut(3)
    calls[0]?.answer(outcome([3], 4))
    await first
    replay.withRecorded.value = true
    const second = replay.toggleLeftOut(3)
    void replay.toggleLeftOut(5)
    calls[1]?.stop()
    await second
    expect(replay.withRecorded.value).toBe(true)
    calls[2]?.answer(outcome([5], null))
    await vi.waitFor(() => expect(replay.withRecorded.value).toBe(false))
  })

  it('says why the masked log was not written, unless it was stopped', async () => {
    const { replay, calls } = await opened()
    const first = replay.exportMasked()
    calls[0]?.stop()
    await first
    expect(replay.refused.value).toBeNull()
    const second = replay.exportMasked()
    calls[1]?.fail('no room')
    await second
    expect(replay.refused.value).toEqual({ name: 'a-masked.jsonl.gz', reason: 'no room', isExport: true })
    expect(replay.underWay.value).toBeNull()
  })

  it('hears nothing that comes behind the answer it is of', async () => {
    const { replay, worker } = await opened()
    let told: ReplayProgress = () => {}
    const exportMasked = async (progress: ReplayProgress) => {
      told = progress
      progress('exporting', 0.5, 5)
      return new Uint8Array(1)
    }
    Object.assign(worker, { exportMasked })
    const done = replay.exportMasked()
    expect(replay.underWay.value).toMatchObject({ events: 5 })
    await done
    told('exporting', 0.9, 9)
    expect(replay.underWay.value).toBeNull()
  })

  it('shows no log when its worker had to be ended, and says so', async () => {
    const { replay, ends } = await opened()
    ends()
    replay.stop()
    await vi.waitFor(() => expect(replay.log.value).toBeNull())
    expect(replay.refused.value).toMatchObject({ name: 'a', reason: expect.stringContaining('did not answer') })
    expect(replay.underWay.value).toBeNull()
  })

  it('lists what was listed, and says so, when a filter is stopped', async () => {
    const { replay, calls } = await opened()
    replay.choose({ text: 'volume' })
    await vi.waitFor(() => expect(calls).toHaveLength(1))
    calls[0]?.answer(4)
    await vi.waitFor(() => expect(replay.listed.value).toBe(4))
    replay.choose({ text: 'volumes' })
    replay.stop()
    await vi.waitFor(() => expect(replay.filter.value.text).toBe('volume'))
    expect(replay.listed.value).toBe(4)
  })
})

describe('what a person wrote', () => {
  const tab = () => {
    let text: string | null = null
    return {
      readKept: () => text,
      writeKept: (next: string) => {
        text = next
      },
    }
  }

  it('is there again for the same log, and not for another', () => {
    const ports = tab()
    const first = new Kept(ports)
    first.open('a')
    first.toggleBookmark(7)
    first.note(9, 'here')
    first.open('b')
    expect([first.bookmarks.value.size, first.notes.value.size]).toEqual([0, 0])
    const second = new Kept(ports)
    second.open('a')
    expect([...second.bookmarks.value]).toEqual([7])
    expect([...second.notes.value]).toEqual([[9, 'here']])
    second.toggleBookmark(7)
    second.note(9, '')
    const third = new Kept(ports)
    third.open('a')
    expect([third.bookmarks.value.size, third.notes.value.size]).toEqual([0, 0])
  })

  it.each(['nonsense', '{"a":7}', '{"a":{"bookmarks":["x"],"notes":[[1]]}}', '[]', 'null'])(
    'is nothing where %j lies in its place',
    (text) => {
      const kept = new Kept({ readKept: () => text, writeKept: () => {} })
      kept.open('a')
      expect([kept.bookmarks.value.size, kept.notes.value.size]).toEqual([0, 0])
    },
  )
})
