// Logs that earlier builds wrote: every later one opens them. A changed event carries its upcast.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { hashState } from '#core/log/hash.ts'
import { parseEntity } from '#core/log/snapshots/shapes/index.ts'
import { snapshotLines, storeOf } from '#core/log/snapshots/snapshot.ts'
import { parseLog } from '#tests/support/parsedLog.ts'
import { replay } from '#tests/support/replayed.ts'

const opened = (name: string) => parseLog(gunzipSync(readFileSync(new URL(name, import.meta.url))).toString('utf8'))

test('a log of e4f7158 is read whole and leads to what the person had then', () => {
  const log = opened('./log-e4f7158.evlog.gz')
  expect(log.header.build).toBe('0.1.0+e4f7158')
  const { store, seq } = replay(log)
  expect(seq).toBe(50)
  expect(store.single('session').claims?.playerid).toBe('demo-verified')
  expect(store.single('setting').parallelDownloads).toBe(2)
  const [finished, half] = store.single('jobOrder').ids.map((id) => store.get('job', id))
  expect(finished).toMatchObject({ mediaID: 'r000183-02', status: 'finished', totalBytes: 5_202_240 })
  expect(half).toMatchObject({ mediaID: 'r000226-02', status: 'loading', totalBytes: 5_202_240 })
  expect(store.single('player').song?.trackid).toBe('r000001-01')
  expect(store.single('player').isPlaying).toBe(false)
})

test('a log of 5f66b7e, the first as arrays in a chain, is read whole and leads to what the person had then', () => {
  const log = opened('./log-5f66b7e.jsonl.gz')
  expect(log.header).toMatchObject({ version: 2, build: '0.1.0+5f66b7e', masked: true })
  expect([...log.skipped]).toEqual([])
  const { store, seq, checkpoints } = replay(log)
  expect([seq, checkpoints]).toEqual([57, 21])
  expect(store.single('session').claims).toMatchObject({ playerid: 'demo-verified', email: 'masked-1' })
  expect(store.single('player').song).toMatchObject({ trackid: 'r000001-01', title: 'Red Clay Letters' })
  expect(store.single('queue').items).toHaveLength(1)
  expect(store.single('jobOrder').ids.map((id) => store.get('job', id)?.mediaID)).toEqual(['r000104'])
  expect([...store.ids('release')]).toHaveLength(164)
})

test.each(['./log-e4f7158.evlog.gz', './log-5f66b7e.jsonl.gz'])(
  'what %s leads to is what a snapshot may hold',
  (name) => {
    const { store } = replay(opened(name))
    const read = storeOf(snapshotLines(store), undefined, parseEntity)
    expect(hashState(read)).toBe(hashState(store))
  },
)
