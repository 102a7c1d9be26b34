// What `npm run replay` says of a good log, and how it ends.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { appNavigated } from '#core/events/app.ts'
import { playerVolumeChanged } from '#core/events/player.ts'
import { searchCommitted } from '#core/events/search.ts'
import { readLog } from '#core/log/read.ts'
import { Timeline } from '#core/log/timeline.ts'
import type { Store } from '#core/reducers/store.ts'
import { recordedLog } from '#tests/support/recordedLog.ts'
import { check } from '../../scripts/replay/check.ts'
import { linesOf } from '../../scripts/replay/writeLog.ts'
import { logLines } from './log.ts'
import { quiet } from './quiet.ts'
import { emptyRoot, fileOf, type Ran, ran } from './ran.ts'

const run = (content: Parameters<typeof fileOf>[0], ...options: string[]): Promise<Ran> =>
  ran([fileOf(content), ...options])

/** The fifth event set the volume to 55; had it been 56, the recorded state would be another. */
const changed = () => logLines((line) => line.replace('"volume":55', '"volume":56'))

/** Once, for a moment, the volume is 7. */
const passing = linesOf(
  recordedLog(Array.from({ length: 500 }, (_, at) => playerVolumeChanged({ volume: at === 332 ? 7 : 50 }))),
  false,
)

describe('the summary', () => {
  it('tells where a log is from, what is in it, and that it agrees', async () => {
    const { code, said } = await run(logLines())
    for (const line of [
      'log         log-1',
      'build       test',
      'started     2023-11-14T22:13:20.000Z',
      'length      0.500 s',
      'events      6',
      'domains     app 3, player 2, session 1',
      'sources     person 6',
      'failures    0',
      'checkpoints 2',
      'agrees with every checkpoint it holds',
    ])
      expect(said.split('\n')).toContain(line)
    const last = JSON.parse(logLines().at(-1) ?? '') as { state: string }
    expect(said).toContain(`state       ${last.state}`)
    expect(code).toBe(0)
  })

  it('reads a log that was unpacked', async () => {
    expect((await run(`${logLines().join('\n')}\n`)).code).toBe(0)
  })

  it('of a log without a checkpoint says that there is nothing to compare with', async () => {
    const bare = logLines().filter((line) => !line.includes('checkpoint'))
    for (const options of [[], ['--check']]) {
      const { said } = await run(bare, ...options)
      expect(said.split('\n')).toContain('no state hash to compare')
      expect(said).not.toContain('agrees')
    }
    expect((await run(bare)).code).toBe(0)
  })

  it('finds the first checkpoint that differs, and says after which event to look', async () => {
    const { code, said } = await run(changed())
    expect(said).toMatch(/DIFFERENCE {2}at event 6: .* begin at 4/)
    expect(code).toBe(1)
  })

  it('tells a script the same as JSON', async () => {
    const { said } = await run(changed(), '--json')
    expect(JSON.parse(said)).toMatchObject({
      logId: 'log-1',
      events: 6,
      domains: { app: 3 },
      checkpoints: 2,
      exit: 1,
      cut: null,
      difference: { seq: 6, after: 3 },
    })
  })
})

describe('one event', () => {
  it('is told with what it changed and the state hash after it', async () => {
    const { code, said } = await run(logLines(), '--at', '4')
    expect(said).toContain('event       4 of 6, line 6')
    expect(said).toContain('type        player.volumeChanged, version 1')
    expect(said).toContain('payload     {"volume":40}')
    expect(said).toContain('  ~ player\n      volume: 50 -> 40')
    expect(said).toMatch(/state {7}[0-9a-f]{16}/)
    expect(code).toBe(0)
  })

  it('has the state that stands at a path then', async () => {
    expect(await run(logLines(), '--at', '4', '--state', 'player.volume')).toMatchObject({ code: 0, said: '40' })
    expect(await run(logLines(), '--state', 'player.volume')).toMatchObject({ code: 0, said: '55' })
    expect(await run(logLines(), '--state', 'player.loudness')).toMatchObject({ code: 1 })
    const { code, noted } = await run(logLines(), '--state', 'playr')
    expect([code, noted]).toEqual([2, expect.stringContaining('no table is called "playr"')])
  })

  it('is refused when the log does not hold it', async () => {
    expect(await run(logLines(), '--at', '7')).toMatchObject({
      code: 2,
      noted: 'there is no event 7: the log holds 1 to 6\n',
    })
    expect((await run(logLines(), '--at', '0')).code).toBe(2)
  })
})

describe('the list', () => {
  it('has a line for each event', async () => {
    const { said } = await run(logLines(), '--events')
    expect(said.split('\n')).toHaveLength(6)
    expect(said).toContain('     4     0.300 s  person    player.volumeChanged {"volume":40}')
  })

  it('is cut to the lines in which all words of a filter stand', async () => {
    expect((await run(logLines(), '--events', 'VOLUME 55')).said.split('\n')).toHaveLength(1)
    expect((await run(logLines(), '--events', '"volume": 55')).said.split('\n')).toHaveLength(1)
    const quoted = linesOf(
      recordedLog([searchCommitted({ term: 'the "long" way' }), searchCommitted({ term: 'long' })]),
      false,
    )
    expect((await run(quoted, '--events', '"long" way')).said).toMatch(/^ +1 .*$/)
    expect(await run(logLines(), '--events', 'nowhere')).toMatchObject({ said: '', code: 0 })
    expect(JSON.parse((await run(logLines(), '--json', '--events', 'app.')).said)).toMatchObject({
      of: 6,
      events: [{ seq: 1 }, { seq: 3 }, { seq: 6 }],
    })
  })
})

describe('a path', () => {
  it('is told with the events that changed what stands there', async () => {
    const { code, said } = await run(logLines(), '--touching', 'player.volume')
    expect(said).toMatch(/ 4 .*player\.volumeChanged.*\n +50 -> 40\n +5 .*\n +40 -> 55$/)
    expect(code).toBe(0)
    expect((await run(logLines(), '--touching', 'player.song')).said).toBe(
      'no event changed what stands at player.song',
    )
    expect((await run(logLines(), '--touching', 'playr')).code).toBe(2)
  })
})

describe('a difference', () => {
  it('between two events is told field by field', async () => {
    const { code, said } = await run(logLines(), '--diff', '4', '6')
    expect(said).toContain('volume: 40 -> 55')
    expect(said).toContain('path: "/" -> "/login"')
    expect(code).toBe(1)
    expect((await run(logLines(), '--diff', '6', '4')).said).toContain('volume: 55 -> 40')
    expect(await run(logLines(), '--diff', '4', '4')).toMatchObject({ code: 0 })
  })

  it('between two logs is their first event that differs, and what that made of the state', async () => {
    const [one, other] = [fileOf(logLines()), fileOf(changed())]
    const { code, said } = await ran(['--diff', one, other])
    expect(said).toContain('they part   behind 4 events they both hold')
    expect(said.split('the states then differ by')[1]).toContain('volume: 55 -> 56')
    expect(code).toBe(1)
    expect(await ran(['--diff', one, one])).toMatchObject({ code: 0, said: 'they hold the same 6 events' })
  })

  it('between a log and one that ends before it is told as well', async () => {
    const { code, said } = await ran(['--diff', fileOf(logLines()), fileOf(logLines().slice(0, 5))])
    expect(said).toContain('behind 3 events')
    expect(said).toContain('nothing: the log ends')
    expect(code).toBe(1)
  })
})

describe('an expression', () => {
  it('is told where it comes true first, with the event and what it changed', async () => {
    for (const option of ['--until', '--bisect']) {
      const { code, said } = await run(logLines(), option, 'state.player.volume > 50')
      expect(said).toContain('true        after event 5 for the first time')
      expect(said.includes('; --until would find'), option).toBe(option === '--bisect')
      expect(said).toContain('volume: 40 -> 55')
      expect(code).toBe(1)
    }
  })

  it('that never comes true says so', async () => {
    const { code, said } = await run(logLines(), '--bisect', 'state.player.volume > 99')
    expect([code, said]).toEqual([0, 'it is true after none of 6 events'])
  })

  it('that was true for a while is found, and that it did not stay is said', async () => {
    const { code, said } = await run(passing, '--bisect', 'state.player.volume === 7')
    expect(said).toContain('looked at   every state, for it is true at none of those that are looked at first')
    expect(said).toContain('true        after event 333 for the first time')
    expect(code).toBe(1)
  })

  it('asks of the event as well', async () => {
    const { said } = await run(logLines(), '--until', `event.type === 'app.navigated' && event.payload.path !== '/'`)
    expect(said).toContain('after event 6')
  })

  it('comes with what stands at a path', async () => {
    const { said } = await run(logLines(), '--until', 'state.player.volume === 55', '--state', 'app.path')
    expect(said).toMatch(/"\/"$/)
  })

  it('is cut down to the events that make it true, which can be written as a log', async () => {
    const root = emptyRoot()
    const out = join(root, 'least.jsonl.gz')
    const { code, said } = await ran([fileOf(logLines()), '--minimise', 'state.player.volume === 55', '--out', out])
    expect(said).toMatch(/left {8}1 of 6 events/)
    expect(code).toBe(1)
    const { events } = readLog(gunzipSync(readFileSync(out)).toString('utf8'))
    expect([...events].map(({ seq, type, cause }) => [seq, type, cause])).toEqual([[1, 'player.volumeChanged', null]])
    expect((await ran([out, '--check'])).said).toContain('UNVERIFIED')
  })

  it.each([[], ['--personal']])(
    'H-469: that asks for the number of an event is not true of the fewest, which are numbered anew: %j',
    async (...personal) => {
      const root = emptyRoot()
      const args = [fileOf(logLines()), '--minimise', 'state.player.volume === 55 && event.seq === 5', ...personal]
      const words = 'it is not true any more in the shorter log, whose events have other numbers'
      const { code, said } = await ran([...args, '--out', join(root, 'least')])
      expect([code, said]).toEqual([1, expect.stringContaining(words)])
      expect(said).not.toContain('masked')
      expect(await ran([...args, '--test', 'least'], { root })).toMatchObject({ code: 2, noted: `${words}\n` })
      expect(readdirSync(join(root, 'tests', 'replay'))).toEqual([])
    },
  )

  it.each<[string, (root: string) => string[], RegExp]>([
    ['a log that is there', (root) => ['--out', fileOf('there', root)], /is there already: another FILE/],
    ['a log in no folder', (root) => ['--out', join(root, 'none', 'a.gz')], /there is no folder .*none/],
    [
      'a test that is there',
      (root) => {
        writeFileSync(join(root, 'tests', 'replay', 'known.test.ts'), '')
        return ['--test', 'known']
      },
      /is there already: another NAME/,
    ],
  ])('cannot be written as %s, which is said before the log is looked at', async (_, options, words) => {
    const root = emptyRoot()
    const args = ['/nowhere/at/all', '--minimise', 'state.player.volume === 55', ...options(root)]
    expect(await ran(args, { root })).toMatchObject({ code: 2, noted: expect.stringMatching(words) })
  })
})

describe('two logs of which one made room', () => {
  const drafts = Array.from({ length: 9 }, (_, at) => playerVolumeChanged({ volume: at }))
  const logOf = (changedAt = 0, until = drafts.length) =>
    recordedLog(
      drafts.slice(0, until).map((draft, at) => (at + 1 === changedAt ? playerVolumeChanged({ volume: 55 }) : draft)),
    )
  const fileWith = (log: ReturnType<typeof logOf>) => fileOf(linesOf({ ...log, checkpoints: [] }, false))
  /** Its first events are a snapshot. */
  const from = (start: number, log: ReturnType<typeof logOf>) =>
    fileWith({
      ...log,
      base: new Timeline(log).frozen(start) as Store,
      start,
      startT: start * 100,
      events: log.events.slice(start),
    })

  it('are compared by the numbers of their events', async () => {
    const one = fileWith(logOf())
    expect(await ran(['--diff', one, from(4, logOf())])).toMatchObject({
      code: 0,
      said: 'they hold the same 5 events from event 5 on, before which one of them holds none',
    })
    const { code, said } = await ran(['--diff', one, from(4, logOf(7))])
    expect(said).toContain('they part   behind 2 events they both hold from event 5 on')
    expect(said.split('the states then differ by')[1]).toContain('volume: 6 -> 55')
    expect(code).toBe(1)
  })

  it('may begin with other states, or have no event in common', async () => {
    const { code, said } = await ran(['--diff', from(4, logOf()), fileWith(logOf(4))])
    expect(said).toContain('they part   before event 5: their states differ there by')
    expect(said).toContain('volume: 3 -> 55')
    expect(code).toBe(1)
    const no = await ran(['--diff', fileWith(logOf(0, 3)), from(4, logOf())])
    expect(no).toMatchObject({
      code: 1,
      said: 'they hold no event in common: the one events 1 to 3, the other events 5 to 9',
    })
  })
})

describe('a log that begins with a snapshot', () => {
  const whole = recordedLog([
    playerVolumeChanged({ volume: 7 }),
    appNavigated({ path: '/a', search: '' }),
    appNavigated({ path: '/b', search: '' }),
  ])
  const base = new Timeline(whole).frozen(1) as Store
  const later = linesOf({ ...whole, base, start: 1, events: whole.events.slice(1), checkpoints: [] }, false)

  it('H-604: says of an event which of those that made room led to it', async () => {
    const led = linesOf({ ...whole, base, start: 1, events: whole.events.slice(1).map((event) => ({ ...event, cause: event.seq - 1 })), checkpoints: [] }, false) // biome-ignore format: one line
    const { said } = await run(led, '--at', '3')
    expect(said).toMatch(/causes {6}1\n +2 .*\nled by {6}event 1, which made room\neffects/)
    expect(JSON.parse((await run(led, '--at', '3', '--json')).said)).toMatchObject({
      causes: [{ seq: 2 }],
      madeRoom: 1,
    })
    expect((await run(later, '--at', '3')).said).not.toContain('led by')
  })

  it('is read, sought and cut down from there on', async () => {
    expect(await run(later, '--state', 'player.volume', '--at', '2')).toMatchObject({ code: 0, said: '7' })
    expect((await run(later)).said).toContain('length      0.200 s, here from 0.000 s on: events 1 to 1 made room')
    const out = join(emptyRoot(), 'least.jsonl.gz')
    const { said } = await run(
      later,
      '--minimise',
      `state.app.path === '/b' && state.player.volume === 7`,
      '--out',
      out,
    )
    expect(said).toMatch(/left {8}1 of 2 events/)
    expect((await ran([out, '--until', `state.app.path === '/b' && state.player.volume === 7`])).said).toContain(
      'after event 2',
    )
    expect((await run(later, '--check')).said).toContain('rules       hold')
  })
})

describe('a check', () => {
  it('holds chain, checkpoints, rules and a second run against a log', async () => {
    const { code, said } = await run(logLines(), '--check')
    expect(said).toContain('chain       whole')
    expect(said).toContain('rules       hold after every event')
    expect(said).toContain('twice       every event makes the same of two equal states')
    expect(code).toBe(0)
  })

  it('does not pass a log whose end nobody vouches for', async () => {
    const { code, said } = await run(logLines().slice(0, -1), '--check')
    expect(said).toContain('does not end with a checkpoint')
    expect(code).toBe(1)
  })

  it('counts a checkpoint that was not compared as wrong', async () => {
    const log = readLog(logLines().join('\n'))
    const none = { seq: 99, state: '' }
    const { lines, exit } = await check(quiet, { ...log, checkpoints: [...log.checkpoints, none] })
    expect(lines).toContain('UNCOMPARED  1 of 3 checkpoints')
    expect(exit).toBe(1)
  })

  it('finds a difference', async () => {
    expect((await run(changed(), '--check')).code).toBe(1)
  })
})

describe('a command line', () => {
  it.each([
    [[], 'which FILE?'],
    [['a', '--fast'], 'unknown option --fast'],
    [['a', 'b'], 'one FILE, please'],
    [['a', '--at'], '--at needs a value'],
    [['a', '--at', 'x'], 'not "x"'],
    [['a', '--diff', '1'], '--diff needs 2 values'],
    [['a', '--check', '--at', '1'], 'do not go together'],
    [['a', '--check', '--check'], 'stands twice'],
    [['a', '--test', 'n'], '--test needs'],
    [['a', '--bisect', '1', '--test', '../n'], 'needs a NAME'],
    [['a', '--out', 'n'], '--out needs --minimise'],
    [['a', '--check', '--state', 'app'], '--state does not go with --check'],
  ])('%j is refused: %s', async (args, words) => {
    const { code, noted, said } = await ran(args)
    expect(noted).toContain(words)
    expect(noted).toContain('usage: npm run replay')
    expect([code, said]).toEqual([2, ''])
  })

  it('can be asked for', async () => {
    const { code, said } = await ran(['--help'])
    expect(said).toContain('exit codes')
    expect(code).toBe(0)
  })
})

describe('a script that reads JSON', () => {
  it.each([
    ['a file that is no log', 'hello', ['--check'], 3],
    ['an event that is not there', logLines(), ['--at', '99'], 2],
    ['an expression that cannot be run', logLines(), ['--until', '1 +'], 2],
  ])('is told of %s', async (_, content, options, exit) => {
    const { code, said } = await run(content, ...options, '--json')
    expect(JSON.parse(said)).toMatchObject({ error: expect.any(String), exit })
    expect(code).toBe(exit)
  })
})

describe('a long work', () => {
  it('stops when it is told to, and says how far it was', async () => {
    const file = fileOf(logLines())
    const stop = { isStopped: () => true }
    expect(await ran([file, '--check'], stop)).toMatchObject({ code: 130, said: '' })
    const { noted } = await ran([file, '--check'], stop)
    expect(noted).toMatch(/^stopped while reading .*, 6 events, 100 %\n$/)
    const { code, said } = await ran([file, '--check', '--json'], stop)
    expect([code, JSON.parse(said)]).toEqual([130, { file, error: noted.trim(), exit: 130 }])
  })
})
