// What is no whole log is refused, or cut with its line; what was whole is kept. Nothing in it does anything here.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { searchCommitted } from '#core/events/search.ts'
import { exportLines } from '#core/log/export.ts'
import { headerOf } from '#core/log/upcast.ts'
import { recordedLog } from '#tests/support/recordedLog.ts'
import { openLog } from '../../scripts/replay/opening/openLog.ts'
import { harmless } from '../../scripts/replay/print.ts'
import { linesOf } from '../../scripts/replay/writeLog.ts'
import { logLines, packed } from './log.ts'
import { quiet } from './quiet.ts'
import { fileOf, type Ran, ran } from './ran.ts'

const run = (content: Parameters<typeof fileOf>[0], ...options: string[]): Promise<Ran> =>
  ran([fileOf(content), ...options])
const swap = (lines: string[], number: number, by: (line: string) => string) =>
  lines.map((line, index) => (index === number - 1 ? by(line) : line))
/** A log without a chain: each line is judged alone. */
const loose = (...lines: string[]) => [...logLines().slice(0, 1), ...lines]

// Line 1 is the header, 2 to 4 the first events, 5 a checkpoint, 6 to 8 the others, 9 the last checkpoint.
describe('a log that was spoilt', () => {
  it.each([
    ['a payload that was changed', 6, 3, (lines: string[]) => swap(lines, 7, (line) => line.replace('55', '56'))],
    ['an event that is missing', 6, 3, (lines: string[]) => lines.toSpliced(6, 1)],
    ['an event that stands twice', 6, 3, (lines: string[]) => lines.toSpliced(6, 0, lines[6] ?? '')],
    [
      'events in another order',
      2,
      0,
      (lines: string[]) => [lines[0], lines[2], lines[1], ...lines.slice(3)].map(String),
    ],
    [
      'segments in another order',
      2,
      0,
      (lines: string[]) => [lines[0], ...lines.slice(5), ...lines.slice(1, 5)].map(String),
    ],
    ['a segment that is missing', 2, 0, (lines: string[]) => [lines[0], ...lines.slice(5)].map(String)],
    [
      'a checkpoint of another state',
      6,
      3,
      (lines: string[]) => swap(lines, 9, (line) => line.replace(/"state":"./, '"state":"x')),
    ],
    ['a line that is no JSON, behind the last checkpoint', 10, 6, (lines: string[]) => [...lines, 'nonsense']],
  ])('by %s is cut at line %i, with %i events kept', async (_, line, kept, spoil) => {
    const { code, noted, said } = await run(spoil(logLines()), '--json')
    expect(noted).toContain(`cut at line ${line}: `)
    expect(noted).toContain(`; ${kept} events before it are kept`)
    expect(JSON.parse(said)).toMatchObject({ events: kept, cut: { line }, exit: 3 })
    expect(code).toBe(3)
  })

  it('within its packing keeps what could be unpacked', async () => {
    const lines = linesOf(
      recordedLog(Array.from({ length: 3000 }, () => searchCommitted({ term: randomBytes(30).toString('hex') }))),
      false,
    )
    const whole = packed(lines)
    const half = Math.floor(whole.length / 2)
    const torn = await run(whole.slice(0, half), '--json')
    expect(torn.noted).toContain('the packed file ends here, before its end')
    const { events } = JSON.parse(torn.said) as { events: number }
    expect(events).toBeGreaterThan(1000)
    expect(events).toBeLessThan(2000)
    expect(torn.noted).toContain(`cut at line ${events + 2}:`)
    expect(torn.code).toBe(3)
    const spoilt = whole.slice()
    spoilt.fill(0xff, half, half + 64)
    const broken = await run(spoilt)
    expect(broken.noted).toMatch(/cut at line \d+: .*; 1,\d+ events before it are kept/)
    expect(broken.code).toBe(3)
  })
})

describe('what is no log', () => {
  it.each([
    ['words', 'hello\n'],
    ['nothing', ''],
    ['nothing, packed', gzipSync('')],
    ['a picture', randomBytes(4096)],
    ['the start of a packed file', packed(logLines()).slice(0, 12)],
    ['JSON of something else', '{"format":"har","version":1}\n'],
    ['a log of a format to come', `${JSON.stringify({ ...JSON.parse(logLines()[0] ?? ''), version: 3 })}\n`],
    ['a null', 'null\n'],
  ])('is refused, naming the first line: %s', async (_, content) => {
    const { code, noted, said } = await run(content)
    expect(noted).toMatch(/cannot be replayed: line 1: /)
    expect([code, said]).toEqual([3, ''])
  })

  it('is refused when it is not there, or is a folder', async () => {
    expect((await ran(['/nowhere/at/all'])).code).toBe(3)
    expect((await ran(['/'])).code).toBe(3)
  })
})

describe('a log of another build', () => {
  it('keeps events it does not know and goes on without them', async () => {
    const { code, said } = await run(
      loose(
        '["player.volumeChanged",0,"person",0,{"volume":5}]',
        '["lamp.lit",0,"person",1,{"how":"bright"}]',
        '["player.volumeChanged",1,"person",0,{"volume":6}]',
      ),
    )
    expect(said).toContain('events      3')
    expect(said).toContain('not applied 1\n       2 lamp.lit: unknown type')
    expect(code).toBe(0)
    const check = await run(
      loose('["lamp.lit",0,"person",0,{}]', '["download.removed",1,"downloads",1,{"downloadID":"j"}]'),
      '--check',
      '--json',
    )
    expect(JSON.parse(check.said)).toMatchObject({
      skipped: [{ seq: 1, why: 'unknown type' }],
      plans: { differences: [] },
    })
    expect((await run(loose('["lamp.lit",0,"person",0,{}]'), '--check')).said).toContain(
      'not applied 1\n       1 lamp.lit: unknown type\nchain ',
    )
    const dotless = await run(loose('["lamps",0,"person",0,{}]', '["app.workerRestarted",0,"platform",0,{"worker":"session","message":"out"}]')) // biome-ignore format: one line
    expect(dotless.said).toContain('domains     lamps 1, app 1')
    expect(dotless.said).toContain('failures    1\n')
    const at = await run(loose('["lamp.lit",0,"person",0,{"how":"bright"}]'), '--at', '1')
    expect(at.said).toContain('not applied unknown type')
    expect(at.said).toContain('changed\n  nothing')
  })

  it.each([
    ['--until', 'state.player.volume > 99'],
    ['--bisect', 'state.player.volume > 99'],
    ['--minimise', 'state.player.volume > 99'],
    ['--state', 'player.volume'],
    ['--diff', '0', '1'],
    ['--at', '1'],
  ])('H-605: is said by %s %s to have events that are not applied', async (...options) => {
    const { noted } = await run(loose('["app.navigated",0,"person",0,{"path":"/","search":""}]', '["a.b",0,"person",0,{}]'), ...options) // biome-ignore format: one line
    expect(noted).toMatch(/: 1 of 2 events not applied, the first event 2: unknown type\n$/)
  })

  it('of which an expression asks for an event that is not applied has nothing to minimise', async () => {
    const log = loose('["app.navigated",0,"person",0,{"path":"/","search":""}]', '["a.b",0,"person",0,{}]')
    const asked = ['--minimise', `event.type === 'a.b'`]
    const words = 'nothing to minimise: with the events alone that are applied it is not true'
    const { code, said } = await run(log, ...asked)
    expect([code, said]).toEqual([1, expect.stringMatching(`^true        after event 2 .*\n${words}$`)])
    expect(JSON.parse((await run(log, ...asked, '--json')).said)).toMatchObject({ seq: 2, left: null })
    const out = `${fileOf(log)}.least`
    expect(await run(log, ...asked, '--out', out)).toMatchObject({ code: 2, noted: expect.stringContaining(words) })
    expect(existsSync(out)).toBe(false)
  })

  it.each([[[]], [['--check']], [['--events']]])('is not said so besides by %j', async (options) => {
    expect((await run(loose('["lamp.lit",0,"person",0,{}]'), ...options)).noted).toBe('')
  })
})

describe('a log at whose event a reducer throws', () => {
  // Of this very vocabulary, with a chain that is right: its payloads are taken as they were written.
  const throwing = logLines((line) =>
    line.startsWith('["player.volumeChanged"') ? line.replace(/\{.*\}/, 'null') : line,
  )
  const threw = /THREW {7}at event 4, line 6, player\.volumeChanged: .*; it is not applied, nor what follows/

  it.each([[[]], [['--check']]])('is told up to there by %j, with seq, line and type', async (options) => {
    const { code, said } = await run(throwing, ...options)
    expect(said).toContain('events      6')
    expect(said).toContain('agrees with every checkpoint that was compared\n')
    expect(said).toContain('checkpoints 1 compared of 2')
    expect(said).toMatch(threw)
    expect(said).not.toMatch(/BROKEN|PLAN/)
    expect(code).toBe(1)
    const json = JSON.parse((await run(throwing, ...options, '--json')).said)
    expect(json).toMatchObject({ threw: { seq: 4, line: 6, type: 'player.volumeChanged' }, events: 6, exit: 1 })
  })

  it.each([
    [['--state', 'app.path'], '"/"'],
    [['--diff', '0', '6'], 'changed between event 0 and event 6'],
    [['--touching', 'session.status'], 'session.absent'],
    [['--until', "state.app.path === '/login'"], 'it is true after none of 6 events'],
    [['--at', '4'], 'not applied for what a reducer threw'],
  ])('says by %j what stood before it, and where that was', async (options, expected) => {
    const { code, said, noted } = await run(throwing, ...options)
    expect(said).toContain(expected)
    expect(noted).toMatch(threw)
    expect(code).toBe(1)
  })

  it('is no other log before it', async () => {
    const { code, noted } = await run(throwing, '--state', 'app.path', '--at', '3')
    expect([code, noted]).toEqual([0, ''])
  })

  it('lists all its events', async () => {
    expect((await run(throwing, '--events')).said).toContain('player.volumeChanged null')
  })
})

it('a log of format 1 in which an event names a cause behind it is kept whole, and the check names it', async () => {
  const event = (seq: number, cause: number | null) =>
    JSON.stringify({
      seq,
      t: seq,
      source: 'person',
      cause,
      type: 'player.volumeChanged',
      v: 1,
      payload: { volume: seq },
    })
  const header = JSON.stringify({ format: 'evlog', version: 1, logId: 'a', build: 'b', startedAt: 1 })
  const { code, said } = await run([header, event(1, null), event(2, 3), event(3, 1)], '--check')
  expect(said).toContain('events      3')
  expect(said).toContain('CAUSE       at event 2: it names event 3, which is none before it')
  expect(code).toBe(1)
  expect((await run([header, event(1, null), event(2, 3)], '--state', 'player.volume')).said).toBe('2')
})

describe('keys that are called as prototypes are', () => {
  const evil = '{"__proto__":{"isBad":true},"constructor":{"prototype":{"isBad":true}},"volume":5}'
  it.each([
    ['a payload', `["player.volumeChanged",0,"person",0,${evil}]`],
    ['a payload of no known event', `["lamp.lit",0,"person",0,${evil}]`],
    [
      'an event',
      '{"__proto__":{"seq":1},"seq":1,"t":0,"source":"person","cause":null,"type":"app.navigated","v":1,"payload":{}}',
    ],
    ['a type', '["__proto__",0,"person",0,{}]'],
    ['a source', '["player.volumeChanged",0,"__proto__",0,{"volume":5}]'],
  ])('change nothing in %s', async (_, line) => {
    await run(loose(line), '--check')
    await run(loose(line), '--at', '1')
    await run(loose(line), '--bisect', 'event.payload.isBad || state.player.isBad')
    expect(Object.hasOwn(Object.prototype, 'isBad')).toBe(false)
    expect(({} as { isBad?: boolean }).isBad).toBeUndefined()
  })
})

describe('a line feed in a log', () => {
  const forged = 'a\nagrees with every checkpoint it holds'
  const shown = forged.replace('\n', '\\n')

  it('begins no line of what is said of a skipped event', async () => {
    const log = loose(JSON.stringify([forged, 0, 'person', 0, {}]))
    expect((await run(log)).said).toContain(`       1 ${shown}: unknown type\n`)
    expect((await run(log, '--at', '1')).said).toContain(`type        ${shown}, version 1\n`)
  })

  it('begins none of why a log was cut', async () => {
    const head = { first: 2, count: 1, lines: '', before: '', state: '0'.repeat(16), snapshot: 0 }
    const frame = { head, lines: [JSON.stringify(['job', forged, {}])] }
    const { noted } = await run([...exportLines(headerOf('log-1', 'test', 0), [frame], true)])
    expect(noted).toContain(`job "${shown}": `)
    expect(noted.trimEnd()).not.toContain('\n')
  })
})

describe('text that would do something to a terminal', () => {
  const nasty = '\u001b]0;owned\u0007\u001b[2J\u009b31m\u202egpj.exe\u200b\r\u0008x\ud800'
  const shown = '\\u001b]0;owned\\u0007\\u001b[2J\\u009b31m\\u202egpj.exe\\u200b\\u000d\\u0008x\\ud800'
  it('is written out', () => {
    expect(harmless(nasty)).toBe(shown)
    expect(harmless('Zoë 🎧 – “fine”\n')).toBe('Zoë 🎧 – “fine”\n')
    expect(JSON.parse(harmless(JSON.stringify({ nasty })))).toEqual({ nasty })
  })

  it.each([
    [[]],
    [['--events']],
    [['--at', '1']],
    [['--json']],
    [['--check']],
    [['--state', 'recentSearches']],
    [['--bisect', 'true']],
    [['--diff', '0', '1']],
  ])('does not leave by %j', async (options) => {
    const line = JSON.stringify(['search.committed', 0, 'person', 0, { term: nasty }])
    const unknown = JSON.stringify([nasty, 0, 'person', 0, {}])
    const header = JSON.stringify({ ...JSON.parse(logLines()[0] ?? ''), logId: nasty, build: nasty })
    const { said, noted } = await run([header, line, unknown, `["${nasty}`], ...options)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
    expect(said + noted).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\u200b]/)
  })

  it('does not leave by the name of a file or the words of an expression', async () => {
    const { noted } = await ran([`/nowhere/${nasty}`])
    expect(noted).toContain('owned')
    expect(noted).not.toContain('\u001b')
    const thrown = await run(logLines(), '--bisect', `(() => { throw '\\u001b[2J' })()`)
    expect(thrown.noted).toContain('\\u001b[2J')
  })
})

describe('text without end', () => {
  it('is cut where it becomes too much, with what was whole before', async () => {
    const log = await openLog(quiet, fileOf([...logLines(), 'x'.repeat(30_000_000)]), { maxBytes: 3_000_000 })
    expect(log.events).toHaveLength(6)
    expect(log.cut).toEqual({ line: 10, reason: 'more than 3000000 bytes of text' })
  })

  it('on one line is cut before it fills the memory', async () => {
    const log = await openLog(quiet, fileOf([...logLines(), 'x'.repeat(150_000_000)]))
    expect(log.events).toHaveLength(6)
    expect(log.cut).toEqual({ line: 10, reason: 'a line that does not end' })
  })

  it('of more events than are read is cut', async () => {
    const log = await openLog(
      quiet,
      fileOf(loose(...Array.from({ length: 50 }, () => '["session.absent",0,"session",0,{}]'))),
      { maxEvents: 20 },
    )
    expect(log.cut?.reason).toBe('more than 20 events')
    expect(log.events.length).toBeGreaterThanOrEqual(20)
    expect(log.events.length).toBeLessThanOrEqual(21)
  })

  it('that is more than the memory there is, is cut and says how much was read', async () => {
    const log = await openLog(quiet, fileOf(logLines()), {}, 1)
    expect(log.events).toHaveLength(6)
    expect(log.cut?.reason).toMatch(/^more than this process can hold \(6 events; /)
  })
})
