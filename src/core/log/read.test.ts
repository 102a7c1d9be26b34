// What a file may do to whoever reads it: a log comes back as it was written, anything else is refused or cut by its line.
import { strToU8 } from 'fflate'
import { describe, expect, test } from 'vitest'
import { parseLog } from '#tests/support/parsedLog.ts'
import { replay } from '#tests/support/replayed.ts'
import { type AppEvent, EventError } from '../events/index.ts'
import { playerVolumeChanged } from '../events/player.ts'
import { encodeEvents } from './codec.ts'
import { exportLines } from './export.ts'
import { HASH_VERSION } from './hash.ts'
import { Order } from './order.ts'
import { LogReader, readLog } from './read.ts'
import { headerOf, schemasDigest } from './upcast.ts'

/** Six events in two segments: line 1 is the header, 2 to 4 events, 5 a checkpoint, 6 to 8 events, 9 a checkpoint. */
function written(): { events: AppEvent[]; lines: string[] } {
  const order = new Order()
  const events = Array.from({ length: 6 }, (_, n) =>
    order.append(playerVolumeChanged({ volume: n }), { source: 'person', t: n * 3, cause: n === 4 ? 2 : null }),
  )
  const replayed = new Order()
  const frames = [events.slice(0, 3), events.slice(3)].map((held) => {
    for (const event of held) replayed.replay(event)
    const first = held[0]?.seq ?? 0
    return {
      head: { first, count: held.length, lines: '', before: '', state: replayed.hash() },
      lines: encodeEvents(held),
    }
  })
  return { events, lines: [...exportLines(headerOf('l1', 'test', 1), frames)] }
}
/** The same as version 1 wrote it. */
function older(): string[] {
  const { events, lines } = written()
  const checkpoint = (at: number) => {
    const { checkpoint, state } = JSON.parse(lines[at] ?? '')
    return JSON.stringify({ checkpoint, state })
  }
  const header = JSON.stringify({
    format: 'evlog',
    version: 1,
    logId: 'l1',
    build: 'test',
    startedAt: 1,
    stateHash: HASH_VERSION,
  })
  const texts = events.map((event) => JSON.stringify(event))
  return [header, ...texts.slice(0, 3), checkpoint(4), ...texts.slice(3), checkpoint(8)]
}
const edited = (lines: string[], edit: (lines: string[]) => void) => {
  edit(lines)
  return readLog(lines.join('\n'))
}

describe.each([
  ['this version', () => written().lines],
  ['version 1', older],
])('a log of %s', (_, lines) => {
  test('comes back as it was written, and agrees with its checkpoints', () => {
    const log = parseLog(`${lines().join('\n')}\n`)
    expect([...log.events]).toEqual(written().events)
    expect(log.checkpoints.map(({ seq }) => seq)).toEqual([3, 6])
    expect([...log.events].map(({ seq }) => log.lineOf(seq))).toEqual([2, 3, 4, 6, 7, 8])
    expect(replay(log)).toMatchObject({ difference: null, checkpoints: 2 })
  })
  test('comes back the same in pieces of any size', () => {
    const bytes = strToU8(lines().join('\n'))
    for (const size of [1, 7, 64, bytes.length]) {
      const reader = new LogReader()
      for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size))
      expect([...reader.end().events]).toEqual(written().events)
      expect(reader.bytes).toBe(bytes.length)
    }
  })
  test('cut at any byte, keeps what came before', () => {
    const text = lines().join('\n')
    const header = text.indexOf('\n')
    for (let length = header + 1; length < text.length; length++) {
      const reader = new LogReader()
      reader.push(strToU8(text.slice(0, length)))
      const log = reader.end('the file ends')
      expect(log.cut).toEqual({ line: text.slice(0, length).split('\n').length, reason: 'the file ends' })
      expect([...log.events]).toEqual(written().events.slice(0, log.events.length))
      expect(log.events.length).toBeGreaterThanOrEqual(
        text
          .slice(0, length)
          .split('\n')
          .slice(1, -1)
          .filter((line) => !line.includes('checkpoint')).length,
      )
    }
  })
})

describe('the line that is wrong is named, and what stands before it is kept', () => {
  const change = (at: number, fields: object) => (all: string[]) => {
    all[at] = JSON.stringify({ ...JSON.parse(all[at] ?? ''), ...fields })
  }
  test.each<[string, (lines: string[]) => void, number, string, number]>([
    ['text that is no JSON', (all) => void all.splice(2, 1, '{"seq":'), 3, 'needs seq', 1],
    ['a payload that is wrong', change(2, { payload: { volume: 400 } }), 3, 'event player.volumeChanged: volume', 1],
    ['a missing event', (all) => void all.splice(2, 1), 3, 'sequence number 3 follows 1', 1],
    ['an event that stands twice', (all) => void all.splice(2, 0, all[1] ?? ''), 3, 'sequence number 1 follows 1', 1],
    ['time that runs back', change(3, { t: 0 }), 4, 'time 0 ms stands after 3 ms', 2],
    ['a checkpoint elsewhere', change(4, { checkpoint: 2 }), 5, 'a checkpoint of event 2 stands after event 3', 3],
    [
      'an event that is never kept',
      change(1, { type: 'download.progressed', payload: { downloadID: 'a', receivedBytes: 1 } }),
      2,
      'event download.progressed is never kept',
      0,
    ],
    ['a source nobody knows', change(6, { source: 'ghost' }), 7, 'needs seq, t, source', 4],
  ])('in version 1: %s', (_, edit, line, reason, kept) => {
    const log = edited(older(), edit)
    expect(log.cut?.line).toBe(line)
    expect(log.cut?.reason).toContain(reason === 'needs seq' ? 'JSON' : reason)
    expect(log.events).toHaveLength(kept)
  })
  test.each<[string, (lines: string[]) => void, number, string, number]>([
    ['text that is no JSON', (all) => void all.splice(6, 1, '["player'), 7, 'not JSON', 3],
    ['another value', (all) => void all.splice(6, 1, (all[6] ?? '').replace('4', '5')), 6, 'lines 6 to 9', 3],
    ['a missing event', (all) => void all.splice(6, 1), 6, 'lines 6 to 8', 3],
    ['an event twice', (all) => void all.splice(6, 0, all[6] ?? ''), 6, 'lines 6 to 10', 3],
    ['two events that changed places', (all) => void all.splice(6, 2, all[7] ?? '', all[6] ?? ''), 6, 'lines 6', 3],
    ['a segment of another log', (all) => void all.splice(1, 4), 2, 'lines 2 to 5', 0],
    ['another state hash', change(8, { state: '0000000000000000' }), 6, 'lines 6 to 9', 3],
    ['a checkpoint that is none', (all) => void all.splice(8, 1, '{"checkpoint":"x"}'), 9, 'not a checkpoint', 6],
    ['another header', (all) => void all.splice(0, 1, (all[0] ?? '').replace('test', 'tost')), 2, 'lines 2 to 5', 0],
  ])('in this version: %s', (_, edit, line, reason, kept) => {
    const log = edited(written().lines, edit)
    expect(log.cut?.line).toBe(line)
    expect(log.cut?.reason).toContain(reason)
    expect(log.events).toHaveLength(kept)
  })
  test.each([
    ['whole segments', {}],
    ['lines of another build', { schemas: 'ffffffffffffffff' }],
  ])('H-607: in %s of this version, time that runs back or beyond every number', (_, head) => {
    const line = (ms: number) => JSON.stringify(['player.volumeChanged', ms, 'person', 0, { volume: 7 }])
    const log = (...segments: number[][]) => {
      let first = 1
      const frames = segments.map((times) => {
        const own = { first, count: times.length, lines: '', before: '', state: new Order().hash() }
        first += times.length
        return { head: own, lines: times.map(line) }
      })
      return readLog([...exportLines({ ...headerOf('l1', 'test', 1), ...head }, frames)].join('\n'))
    }
    const back = log([3, 4], [6, 0])
    expect(back.cut).toEqual({ line: 5, reason: 'time 6 ms stands after 7 ms' })
    expect(back.events).toHaveLength(2)
    const beyond = log([3, 4], [2 ** 53 - 1, 2])
    expect(beyond.cut).toMatchObject({ line: 6, reason: expect.stringMatching(/^time \d+ ms: no log is so long$/) })
    expect([...beyond.events].map(({ t }) => t)).toEqual([3, 7, 2 ** 53 - 1])
    expect(beyond.checkpoints).toHaveLength(1)
    expect(log([3, 4], [7, 0]).cut).toBeNull()
  })
  test('lines behind the last checkpoint are read by their schemas, as nobody vouches for them', () => {
    const tail = (line: string) => edited(written().lines, (all) => void all.splice(8, 1, line))
    expect(tail('["player.volumeChanged",1,"person",0,{"volume":7}]')).toMatchObject({ cut: null, skipped: new Map() })
    expect(tail('["player.volumeChanged",1,"person",0,{"volume":700}]').cut).toMatchObject({ line: 9 })
    expect(tail('["player.volumeChanged",-1,"person",0,{"volume":7}]').cut?.reason).toContain('[type, ms, source')
    expect(tail('["player.volumeChanged",1,"person",9,{"volume":7}]').cut?.reason).toContain('[type, ms, source')
    expect(tail('["player.volumeChanged",1,"ghost",0,{"volume":7}]').cut?.reason).toContain('unknown source "ghost"')
  })
})

describe('what is no log', () => {
  test.each([
    ['nothing', ''],
    ['words', 'hello\n'],
    ['an event without a header', written().lines.slice(1).join('\n')],
  ])('%s is refused by its first line', (_, text) => {
    expect(() => readLog(text)).toThrow(EventError)
    expect(() => readLog(text)).toThrow('line 1: not the header of an event log')
  })
  test('one of a later format is refused as that', () => {
    const text = written().lines.join('\n').replace('"version":2', '"version":3')
    expect(() => readLog(text)).toThrow(new EventError('line 1: format 3 of a newer build, this one reads up to 2'))
  })
})

describe('a log of another build', () => {
  const foreign = (line: string, versions = {}) => {
    const header = { ...headerOf('l1', 'other', 1), schemas: 'ffffffffffffffff', versions }
    const head = { first: 1, count: 2, lines: '', before: '', state: '0000000000000000' }
    const last = '["player.volumeChanged",1,"person",0,{"volume":7}]'
    return readLog([...exportLines(header, [{ head, lines: [line, last] }])].join('\n'))
  }
  test('an event no build knows is kept and not applied, and what follows is', () => {
    const log = foreign('["disco.ballTurned",1,"person",0,{"speed":3}]')
    expect(log.skipped).toEqual(new Map([[1, 'unknown type']]))
    expect(log.events.at(0)).toMatchObject({ type: 'disco.ballTurned', payload: { speed: 3 } })
    expect(replay(log).store.single('player').volume).toBe(7)
    expect(replay(log).seq).toBe(2)
  })
  test('an event of a version of the future is kept and not applied', () => {
    const log = foreign('["player.muteToggled",1,"person",0,{"how":"softly"}]', { 'player.muteToggled': 9 })
    expect(log.skipped).toEqual(new Map([[1, 'version 9, this build knows 1']]))
  })
  test('an event of the same version and another shape is parsed by the shape of today', () => {
    const line = '["player.volumeChanged",1,"person",0,{"volume":1000}]'
    const ofShapes = (schemas: string) => {
      const head = { first: 1, count: 1, lines: '', before: '', state: '0000000000000000' }
      const all = [...exportLines({ ...headerOf('l1', 'other', 1), schemas }, [{ head, lines: [line] }], true)]
      return readLog(all.join('\n'))
    }
    expect(ofShapes(schemasDigest()).cut).toBeNull()
    expect(ofShapes(schemasDigest('of another build')).cut).toMatchObject({ line: 2 })
  })
  test('an event of a source nobody knows is kept and not applied, and what follows is', () => {
    const log = foreign('["player.volumeChanged",1,"sharing2",0,{"volume":3}]')
    expect(log.cut).toBeNull()
    expect(log.skipped).toEqual(new Map([[1, 'unknown source sharing2']]))
    expect([...log.events]).toMatchObject([
      { seq: 1, source: 'sharing2', payload: { volume: 3 } },
      { seq: 2, source: 'person' },
    ])
    expect(replay(log).store.single('player').volume).toBe(7)
    for (const none of ['"', '1', '" a"', '"a\\"b"', '{}'])
      expect(foreign(`["player.volumeChanged",1,${none},0,{"volume":3}]`).cut?.line).toBe(2)
  })
  test('a field that a newer build has beside ours is left out, and what this build knows of the event is applied', () => {
    const log = foreign('["player.volumeChanged",1,"person",0,{"volume":3,"by":{"wheel":true}}]')
    expect([log.cut, log.skipped.size]).toEqual([null, 0])
    expect(log.events.at(0)?.payload).toEqual({ volume: 3 })
    expect(foreign('["player.volumeChanged",1,"person",0,{"volume":"3","by":1}]').cut?.line).toBe(2)
  })
  test('an older event is read in the words of today', () => {
    const log = foreign('["release.optionsReceived",1,"releases",0,{"download":true}]')
    expect(log.skipped.size).toBe(0)
    expect(log.events.at(0)).toMatchObject({ v: 2, payload: { download: true, genres: [], markets: [] } })
    expect(replay(log).store.single('app').canDownload).toBe(true)
  })
  test('its events are parsed: no name of a prototype, no field nobody knows', () => {
    expect(foreign('["player.volumeChanged",1,"person",0,{"volume":1,"__proto__":{"x":1}}]').cut?.line).toBe(2)
    expect(foreign('["__proto__",1,"person",0,{}]').skipped.get(1)).toBe('unknown type')
    expect(({} as { x?: number }).x).toBeUndefined()
  })
})

test('the events of this build are parsed too where a name of a prototype may be among them, however it is spelt', () => {
  const log = (payload: string) => {
    const lines = [`["player.volumeChanged",1,"person",0,${payload}]`]
    const head = { first: 1, count: 1, lines: '', before: '', state: '' }
    return readLog([...exportLines(headerOf('l1', 'test', 1), [{ head, lines }], true)].join('\n'))
  }
  expect(log('{"volume":1}').cut).toBeNull()
  for (const name of ['__proto__', '__pr\\u006fto__', '\\u005f_proto__', '__prot\\u006F\\u005f_'])
    expect(log(`{"volume":1,"${name}":{"x":1}}`).cut, name).toMatchObject({ line: 2 })
})

describe('limits', () => {
  const read = (limits: ConstructorParameters<typeof LogReader>[0], lines = written().lines) => {
    const reader = new LogReader(limits)
    for (const line of lines) reader.push(strToU8(`${line}\n`))
    expect(reader.isCut).toBe(true)
    return reader.end()
  }
  test('more events than one wants to hold', () => {
    const log = read({ maxEvents: 4 })
    expect(log.cut).toMatchObject({ line: 7, reason: 'more than 4 events' })
    expect(log.events.length).toBeLessThanOrEqual(5)
  })
  test('a segment that does not end is cut where it becomes too much, and what it held is read', () => {
    const all = older()
    const line = JSON.stringify(['player.volumeChanged', 9, 'person', 0, { volume: 1 }])
    const log = read({ maxSegment: 10 * line.length }, [...all.slice(0, 5), ...Array.from({ length: 11 }, () => line)])
    expect(log.cut).toEqual({ line: 16, reason: 'a segment that does not end' })
    expect(log.events).toHaveLength(13)
  })
  test('more checkpoints than any log has', () => {
    const log = read({ maxCheckpoints: 1 })
    expect(log.cut).toEqual({ line: 9, reason: 'more than 1 checkpoints' })
    expect(log.checkpoints).toHaveLength(1)
  })
  test('a checkpoint that says more than a hash', () => {
    const [header = ''] = older()
    expect(read(undefined, [header, `{"checkpoint":0,"state":"${'0'.repeat(100)}"}`]).cut?.line).toBe(2)
  })
  test('a snapshot of an event of a number no log reaches is cut by its line', () => {
    const [header = ''] = written().lines
    const log = readLog([header, `{"snapshot":${2 ** 53 - 1},"t":0}`].join('\n'))
    expect(log.cut).toEqual({ line: 2, reason: `a snapshot of event ${2 ** 53 - 1}: no log is so long` })
    expect(log).toMatchObject({ start: 0, events: { length: 0 } })
  })
  test('more bytes than one wants to read', () => {
    const [header = '', ...rest] = written().lines
    const log = read({ maxBytes: header.length + (rest[0]?.length ?? 0) + 10 })
    expect(log.cut).toMatchObject({ line: 3 })
    expect(log.events).toHaveLength(1)
  })
})

describe('P10: a line that is nested deeper than anybody can follow', () => {
  const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
  const frames = (...lines: string[]) => [
    { head: { first: 1, count: lines.length, lines: '', before: '', state: '0'.repeat(16) }, lines },
  ]
  const volume = '["player.volumeChanged",0,"person",0,{"volume":5}]'

  test.each([
    ['in a segment that is vouched for', 'player.volumeChanged', headerOf('l1', 'test', 1)],
    ['of a type nobody knows', 'lamp.lit', { ...headerOf('l1', 'test', 1), schemas: 'other' }],
  ])('%s is where the log is cut, and named', (_, type, header) => {
    const lines = [...exportLines(header, frames(volume, `["${type}",0,"person",0,${deep}]`, volume), true)]
    const log = readLog(lines.join('\n'))
    expect(log.cut).toEqual({ line: 3, reason: 'nested deeper than 200 levels' })
    expect([...log.events].map(({ seq }) => seq)).toEqual([1])
  })

  test('makes no state of a snapshot it stands in, and no header', () => {
    const [header = ''] = written().lines
    const log = readLog([header, '{"snapshot":5,"t":1}', `["player","self",${deep}]`].join('\n'))
    expect(log.cut?.line).toBe(3)
    expect(log.base).toBeNull()
    expect(() => readLog(header.replace('{', `{"settings":{"x":${deep}},`))).toThrow('line 1')
  })
})
