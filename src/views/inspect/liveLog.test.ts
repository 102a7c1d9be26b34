import { expect, test } from 'vitest'
import { type LiveEvent, LiveLog, type LiveRow, REMEMBERED } from './liveLog.ts'

const event = (seq: number, fields: Partial<LiveEvent> = {}): LiveEvent => ({
  seq,
  t: seq,
  source: 'person',
  cause: null,
  type: 'player.toggled',
  v: 1,
  payload: {},
  ...fields,
})
const seqs = (log: LiveLog) => log.rows.value.map(({ seq }) => seq)

test('events are listed as they come, by domain, type, source and text', () => {
  const log = new LiveLog()
  log.add([
    event(1),
    event(2, { type: 'download.failed', source: 'downloads', payload: { reason: 'Network' } }),
    event(3, { type: 'download.stored', source: 'downloads' }),
  ])
  expect(seqs(log)).toEqual([1, 2, 3])
  log.choose({ domain: 'download' })
  expect(seqs(log)).toEqual([2, 3])
  log.add([event(4), event(5, { type: 'download.stored', source: 'downloads' })])
  expect(seqs(log)).toEqual([2, 3, 5])
  log.choose({ type: 'download.stored' })
  expect(seqs(log)).toEqual([3, 5])
  log.choose({ domain: '', type: '', source: 'person' })
  expect(seqs(log)).toEqual([1, 4])
  log.choose({ source: '', text: 'NETWORK' })
  expect(seqs(log)).toEqual([2])
  log.choose({ text: '"reason": "network"' })
  expect(seqs(log)).toEqual([2])
  log.add([event(6, { payload: { term: 'the "long" way' } })])
  log.choose({ text: 'the "long"' })
  expect(seqs(log)).toEqual([6])
  expect(log.types.value).toEqual(['download.failed', 'download.stored', 'player.toggled'])
})

test('while it is paused the list stands, and afterwards nothing is missing', () => {
  const log = new LiveLog()
  log.add([event(1)])
  log.pause(true)
  log.add([event(2)])
  expect(seqs(log)).toEqual([1])
  expect(log.total.value).toBe(2)
  log.pause(false)
  expect(seqs(log)).toEqual([1, 2])
})

test('with another log the list begins anew, also in the middle of what is told at once', () => {
  const log = new LiveLog()
  log.add([event(1), event(2)])
  log.add([event(3), event(1), event(2)])
  expect(seqs(log)).toEqual([1, 2])
  expect(log.total.value).toBe(5)
})

test('a list that is paused stays when its log ends, and goes when it is listed on', () => {
  const log = new LiveLog()
  log.add([event(1), event(2, { type: 'download.failed' })])
  log.pause(true)
  log.add([event(3), event(1, { type: 'app.opened' })])
  expect(seqs(log)).toEqual([1, 2])
  log.choose({ domain: 'download' })
  expect(seqs(log)).toEqual([2])
  log.choose({ domain: '' })
  log.pause(false)
  expect(seqs(log)).toEqual([1])
})

test('a cause is looked for in the log of its event', () => {
  const log = new LiveLog()
  log.add([event(1, { type: 'app.opened' }), event(2, { cause: 1 }), event(0, { cause: 1 })])
  log.pause(true)
  const rows = log.rows.value
  log.add([event(1, { type: 'app.other' }), event(2, { cause: 1 })])
  for (const row of rows.slice(1)) expect(log.causeOf(row)?.type).toBe('app.opened')
  expect(log.causeOf(rows[0] as LiveRow)).toBeUndefined()
  log.pause(false)
  expect(log.causeOf(rows[1] as LiveRow)).toBeUndefined()
  expect(log.causeOf(log.rows.value[1] as LiveRow)?.type).toBe('app.other')
})

test('only the last are remembered, and all are counted', () => {
  const log = new LiveLog()
  for (let n = 0; n < REMEMBERED + 500; n += 100) log.add(Array.from({ length: 100 }, (_, at) => event(n + at + 1)))
  log.add([], 40)
  expect(log.rows.value).toHaveLength(REMEMBERED)
  expect(seqs(log)[0]).toBe(501)
  expect(log.total.value).toBe(REMEMBERED + 540)
})

test('H-606: a type without a dot is a domain of its own', () => {
  const log = new LiveLog()
  log.add([event(1, { type: 'lamps' }), event(2)])
  log.choose({ domain: 'lamps' })
  expect(seqs(log)).toEqual([1])
})

test('what each source told is counted, with its last failure', () => {
  const log = new LiveLog()
  log.add([event(1, { type: 'download.failed', source: 'downloads', payload: { reason: 'quota' } })])
  log.add([event(2, { source: 'downloads', type: 'download.stored' })])
  expect(log.sources.value).toEqual([
    { source: 'downloads', events: 2, last: 2, failure: 'download.failed {"reason":"quota"}' },
  ])
})
