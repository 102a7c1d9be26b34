import { describe, expect, test } from 'vitest'
import type { LogHeader, Segment } from '#core/contracts/log.ts'
import { downloadHistoryRestored } from '#core/events/downloads.ts'
import type { AppEvent } from '#core/events/index.ts'
import { playerToggled } from '#core/events/player.ts'
import { FakeClock, settle } from '#tests/support/fakeClock.ts'
import { type LogPort, LogWriter, NoLogWorker } from './logWriter.ts'

const event = (seq: number): AppEvent => ({ seq, t: 0, source: 'person', cause: null, ...playerToggled({}) })
const header = (logId: string): LogHeader => ({ format: 'evlog', version: 1, logId, build: '1', startedAt: 0 })

function setUp(port: Partial<LogPort> = {}) {
  const clock = new FakeClock()
  const segments: Segment[] = []
  const calls: string[] = []
  const lost: string[] = []
  const log: LogPort = {
    async open({ logId }) {
      calls.push(`open ${logId}`)
      return 'opfs'
    },
    async append(segment) {
      segments.push(segment)
      calls.push(`append ${segment.first}+${segment.count}`)
      return 'stored'
    },
    rebase: async ({ first, lines, state }, t) => void calls.push(`rebase ${first} ${lines.join()} ${state} ${t}`),
    own: async (playerId) => void calls.push(`own ${playerId}`),
    forget: async () => void calls.push('forget'),
    close: async () => void calls.push('close'),
    ...port,
  }
  const writer = (logId = 'a', after: Promise<unknown> = Promise.resolve()) =>
    new LogWriter({
      log,
      clock,
      header: header(logId),
      hash: () => `hash ${segments.length}`,
      snapshot: () => ['an entity'],
      after,
      lost: (why) => void lost.push(why),
    })
  return { clock, segments, calls, lost, log, writer }
}

test('a log worker that lost events is given the state they led to, once, and what follows stands behind it', async () => {
  let isGone = true
  const { writer, calls, lost, clock } = setUp({
    async append({ first, count }) {
      calls.push(`append ${first}+${count}`)
      return isGone ? 'gap' : 'stored'
    },
    async rebase({ first }, t) {
      calls.push(`rebase ${first} ${t}`)
      isGone = false
    },
  })
  const one = writer()
  for (let seq = 1; seq <= 600; seq++) one.add({ ...event(seq), t: seq * 2 })
  await settle()
  one.add(event(601))
  await clock.advance(100)
  expect(calls.filter((call) => call.startsWith('rebase'))).toEqual(['rebase 601 1200'])
  expect(calls.indexOf('rebase 601 1200')).toBeLessThan(calls.indexOf('append 601+1'))
  expect(lost).toEqual(['refused'])
  expect(one.unstored).toBe(0)
})

test('a log that was closed goes on from no state, and nothing is said of it, whatever is answered later', async () => {
  const answers: ((how: 'gap') => void)[] = []
  const { writer, calls, lost, clock } = setUp({ append: () => new Promise((answer) => answers.push(answer)) })
  const one = writer()
  one.add(event(1))
  const closed = one.close()
  await clock.advance(25_000)
  await closed
  for (const answer of answers) answer('gap')
  await settle()
  await clock.advance(25_000)
  expect(answers).toHaveLength(1)
  expect(calls).toEqual(['open a', 'close'])
  expect(lost).toEqual([])
})

describe('segments', () => {
  test('are cut after 256 events', async () => {
    const { writer, segments } = setUp()
    const one = writer()
    for (let seq = 1; seq <= 257; seq++) one.add(event(seq))
    await settle()
    expect(segments.map(({ first, count }) => [first, count])).toEqual([[1, 256]])
  })
  test('are cut after an event that makes them long', async () => {
    const { writer, segments } = setUp()
    const one = writer()
    one.add(event(1))
    const keys = [`release ${'x'.repeat(300_000)} wav`]
    one.add({ seq: 2, t: 0, source: 'downloads', cause: null, ...downloadHistoryRestored({ keys }) })
    await settle()
    expect(segments.map(({ first, count }) => [first, count])).toEqual([[1, 2]])
  })
  test('are cut 100 ms after their first event', async () => {
    const { writer, segments, clock } = setUp()
    const one = writer()
    one.add(event(1))
    await clock.advance(50)
    one.add(event(2))
    await clock.advance(49)
    expect(segments).toEqual([])
    await clock.advance(1)
    expect(segments.map(({ first, count }) => [first, count])).toEqual([[1, 2]])
    one.add(event(3))
    await clock.advance(100)
    expect(segments.map(({ first }) => first)).toEqual([1, 3])
  })
  test('are written at once when the page is hidden', async () => {
    const { writer, segments } = setUp()
    const one = writer()
    one.add(event(1))
    await one.flush()
    expect(segments).toHaveLength(1)
    await one.flush()
    expect(segments).toHaveLength(1)
  })
})

describe('order', () => {
  test('segments are sent as they are cut, and every other call waits for what was asked before and is waited for', async () => {
    const story: string[] = []
    const slow = (name: string) => async () => {
      story.push(name)
      await settle()
      story.push(`${name} answered`)
    }
    const { writer } = setUp({
      open: () => slow('open')().then(() => 'opfs' as const),
      append: ({ first }) => slow(`append ${first}`)().then(() => 'stored' as const),
      own: slow('own'),
      close: slow('close'),
    })
    const one = writer()
    for (let seq = 1; seq <= 512; seq++) one.add(event(seq))
    one.own('p1')
    one.add(event(513))
    const two = writer('b', one.close())
    two.add(event(1))
    await two.flush()
    expect(story).toEqual([
      ...['open', 'open answered'],
      ...['append 1', 'append 257', 'append 1 answered', 'append 257 answered'],
      ...['own', 'own answered', 'append 513', 'append 513 answered', 'close', 'close answered'],
      ...['open', 'open answered', 'append 1', 'append 1 answered'],
    ])
  })
  test('a log is closed, with all of its events, before the next one is opened', async () => {
    const { writer, calls } = setUp()
    const one = writer('a')
    one.add(event(1))
    one.own('p1')
    one.add(event(2))
    const two = writer('b', one.close())
    two.add(event(1))
    await two.flush()
    expect(calls).toEqual(['open a', 'own p1', 'append 1+2', 'close', 'open b', 'append 1+1'])
  })
})

describe('a log that cannot be kept', () => {
  test.each(['quota', 'refused'] as const)('%s is told once, and the log goes on', async (reason) => {
    const { writer, lost, calls } = setUp({ append: async () => reason })
    const one = writer()
    one.add(event(1))
    await one.flush()
    one.add(event(2))
    await one.close()
    expect(lost).toEqual([reason])
    expect(calls.at(-1)).toBe('close')
  })
  test('memory alone counts as lost', async () => {
    const { writer, lost } = setUp({ open: async () => 'memory' })
    await writer().flush()
    expect(lost).toEqual(['refused'])
  })
  test('a call that fails is told, and the next ones are made', async () => {
    const { writer, lost, calls } = setUp({ own: () => Promise.reject(new Error('no')) })
    const one = writer()
    one.own('p1')
    one.add(event(1))
    await one.flush()
    expect(lost).toEqual(['refused'])
    expect(calls).toContain('append 1+1')
  })
  test('a log worker that never answers holds nobody for ever, and nothing is said of the browser', async () => {
    const { writer, lost, clock } = setUp({ append: () => new Promise(() => undefined) })
    const one = writer()
    one.add(event(1))
    let flushed = false
    void one.flush().then(() => {
      flushed = true
    })
    await clock.advance(24_999)
    expect(flushed).toBe(false)
    await clock.advance(1)
    expect(flushed).toBe(true)
    expect(lost).toEqual([])
  })
  test('a log worker that was lost for good is told of as that, not as a browser that stores nothing', async () => {
    const { writer, lost } = setUp({ append: () => Promise.reject(new NoLogWorker('the worker stopped')) })
    const one = writer()
    one.add(event(1))
    await one.flush()
    expect(lost).toEqual([])
  })
})
