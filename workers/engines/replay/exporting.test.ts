// The file that is written of a log that is open.
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { downloadRequested } from '#core/events/downloads.ts'
import { playerVolumeChanged } from '#core/events/player.ts'
import { hashState, hashVersionOf } from '#core/log/hash.ts'
import type { ReadLog } from '#core/log/reading/log.ts'
import { isOurs } from '#core/log/reading/vocabulary.ts'
import { Timeline } from '#core/log/timeline.ts'
import { schemasDigest } from '#core/log/upcast.ts'
import type { Store } from '#core/reducers/store.ts'
import { parseLog } from '#tests/support/parsedLog.ts'
import { recordedLog } from '#tests/support/recordedLog.ts'
import { replay } from '#tests/support/replayed.ts'
import { aRequest } from '#tests/support/story.ts'
import { ReplayEngine } from './engine.ts'
import { maskedFile } from './exporting.ts'

function written(log: ReadLog) {
  const told: number[] = []
  const steps = maskedFile(log)
  let step = steps.next()
  for (; !step.done; step = steps.next()) told.push(step.value)
  return { told, bytes: step.value, log: parseLog(gunzipSync(step.value).toString('utf8')) }
}
const volumes = (count: number) => recordedLog(Array.from({ length: count }, (_, at) => playerVolumeChanged({ volume: at % 90 })), 100) // biome-ignore format: one line

test('has every event and every checkpoint, and says every 256 lines how far it is', () => {
  const log = volumes(550)
  const made = written(log)
  expect(made.told).toEqual([256, 512])
  expect(made.log.header).toMatchObject({ logId: 'log-1', build: 'test', startedAt: 1_700_000_000_000 })
  expect([...made.log.events].map(({ seq, t, payload }) => [seq, t, payload])).toEqual([...log.events].map(({ seq, t, payload }) => [seq, t, payload])) // biome-ignore format: one line
  expect(made.log.checkpoints).toEqual(log.checkpoints)
  expect(replay(made.log)).toMatchObject({ difference: null, checkpoints: 6 })
})

test('vouches for no state that was not recorded: a tail without a checkpoint has none in the file', () => {
  const whole = volumes(150)
  const made = written({ ...whole, checkpoints: whole.checkpoints.slice(0, 1) })
  expect(made.log.events).toHaveLength(150)
  expect(made.log.checkpoints).toEqual(whole.checkpoints.slice(0, 1))
  const bare = written({ ...whole, checkpoints: [] })
  expect(bare.log.events).toHaveLength(150)
  expect(bare.log.checkpoints).toEqual([])
})

test('begins with the state and at the time of a log whose beginning is gone, also when it is opened again', async () => {
  const whole = volumes(150)
  const base = new Timeline(whole).frozen(100) as ReadLog['base']
  const rest = { ...whole, start: 100, startT: 9900, base, events: whole.events.slice(100) }
  const made = written(rest)
  expect(made.log).toMatchObject({ start: 100, startT: 9900, cut: null })
  expect(made.log.events.at(0)).toMatchObject({ seq: 101, t: 10_000 })
  expect(made.log.checkpoints).toEqual(whole.checkpoints)
  expect(replay(made.log)).toMatchObject({ difference: null, checkpoints: 2, seq: 150 })
  const engine = new ReplayEngine({ now: () => performance.now(), rest: () => Promise.resolve() })
  const opened = await engine.open(new Blob([made.bytes]), 'log', () => {})
  expect(opened).toMatchObject({ first: 100, startT: 9900, compared: 2 })
  expect(engine.seek(100)).toMatchObject({ t: 9900, event: null })
  expect(engine.seek(101)).toMatchObject({ t: 10_000, event: { seq: 101, type: 'player.volumeChanged' } })
  expect([...engine.lanes(5).person]).toEqual([9, 10, 10, 10, 11])
})

/** A log in which files are named, which the third way of hashing leaves out. */
function ofWay(stateHash: number | undefined) {
  const log = recordedLog([downloadRequested({ requests: [aRequest('a')] })])
  const header = { ...log.header, stateHash }
  const state = hashState(new Timeline(log).frozen(1) as Store, hashVersionOf(header))
  return { ...log, header, checkpoints: [{ seq: 1, state }] }
}

test.each([undefined, 2, 3])(
  'H-468: says how the states of the log were hashed, way %s, and so agrees with them',
  (way) => {
    const log = ofWay(way)
    expect(replay(log)).toMatchObject({ difference: null, checkpoints: 1 })
    const made = written(log)
    expect(made.log.header.stateHash).toBe(way)
    expect(replay(made.log)).toMatchObject({ difference: null, checkpoints: 1 })
  },
)

test('H-468: names the words of this build where the log was written in them alone', () => {
  const plain = volumes(1)
  const log = { ...plain, header: { ...plain.header, schemas: schemasDigest() } }
  const named = written(log).log.header
  expect([named.schemas, isOurs(named)]).toEqual([schemasDigest(), true])
  // What it could not apply is of others, whatever the log says.
  const skipped = new Map([[1, 'version 9, this build knows 1']])
  expect(written({ ...log, skipped }).log.header.schemas).toBeUndefined()
  const { schemas, ...unnamed } = log.header
  for (const header of [unnamed, { ...unnamed, schemas: 'of another build' }]) {
    const made = written({ ...log, header })
    expect(isOurs(made.log.header)).toBe(false)
    expect(replay(made.log)).toMatchObject({ difference: null, checkpoints: 1 })
  }
})

test('H-468: keeps the settings of the device but for what somebody typed', () => {
  const log = volumes(1)
  const settings = { theme: 'dark', downloads: { nameTemplate: 'Nora {title}', format: 'mp3' } }
  expect(written({ ...log, header: { ...log.header, settings } }).log.header.settings).toEqual({
    theme: 'dark',
    downloads: { nameTemplate: 'masked', format: 'mp3' },
  })
  expect(written(log).log.header).not.toHaveProperty('settings')
})

test('writes a type of any signs, and masks what stands behind it', () => {
  const header = { format: 'evlog', version: 2, logId: 'l', build: 'next', startedAt: 0, versions: {} }
  const types = ['a"b', 'a\\', '","person",0,{"term":"Nora"}]', 'notice.allRead\u0022', '\ud800']
  const lines = types.map((type) => JSON.stringify([type, 1, 'person', 0, { who: 'Nora' }]))
  const made = written(parseLog([JSON.stringify(header), ...lines].join('\n')))
  expect([...made.log.events].map(({ type }) => type)).toEqual(types)
  for (const { payload } of made.log.events) expect(payload).toEqual({ who: 'masked-1' })
})

test('masks an event of a newer version whole, and the file still says of which version it is', () => {
  const lines = [
    ['player.volumeChanged', 5, 'person', 0, { volume: 7 }],
    ['notice.allRead', 6, 'person', 0, { who: 'Nora' }],
  ]
  const header = {
    format: 'evlog',
    version: 2,
    logId: 'l',
    build: 'next',
    startedAt: 0,
    versions: { 'notice.allRead': 2 },
  }
  const log = parseLog([header, ...lines].map((line) => JSON.stringify(line)).join('\n'))
  expect([...log.skipped.keys()]).toEqual([2])
  const made = written(log)
  expect([...made.log.skipped]).toEqual([...log.skipped])
  expect(made.log.events.at(1)).toMatchObject({ type: 'notice.allRead', v: 2, payload: { who: 'masked-1' } })
})
