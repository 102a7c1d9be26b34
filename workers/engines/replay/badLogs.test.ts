// What a replay page does with logs nobody should have sent: kept up to the line that is wrong, or refused, and inert.
import { describe, expect, it } from 'vitest'
import type { EventFilter, ReplayProgress, TreeAsked } from '#core/contracts/replay.ts'
import { logLines, packed } from '#tests/replay/log.ts'
import { ReplayEngine } from './engine.ts'

const silent: ReplayProgress = () => {}
const NO_FILTER: EventFilter = { domains: [], types: [], sources: [], text: '' }
const TREE: TreeAsked = {
  from: 0,
  withRecorded: false,
  onlyChanges: false,
  opened: [],
  closed: [],
  first: 0,
  count: 500,
}

const engine = () => new ReplayEngine({ now: () => performance.now(), rest: () => Promise.resolve() })
const fileOf = (lines: readonly string[]) => new Blob([new Uint8Array(packed(lines))])
const opened = (lines: readonly string[]) => engine().open(fileOf(lines), 'log', silent)
const LINES = logLines()
/** A log without a chain: each line is judged alone. */
const loose = (...lines: string[]) => [...LINES.slice(0, 1), ...lines]

// Line 1 is the header, 2 to 4 the first events, 5 a checkpoint, 6 to 8 the others, 9 the last checkpoint.
describe('a log that was spoilt', () => {
  it.each<[string, number, number, string[]]>([
    ['cut short', 10, 6, [...LINES, '["player.vol']],
    ['corrupted', 6, 3, LINES.map((line) => line.replace('"volume":55', '"volume":56'))],
    ['reordered', 2, 0, [LINES[0], LINES[2], LINES[1], ...LINES.slice(3)].map(String)],
    ['reordered by segments', 2, 0, [LINES[0], ...LINES.slice(5), ...LINES.slice(1, 5)].map(String)],
    ['duplicated in a line', 6, 3, LINES.toSpliced(6, 0, LINES[6] ?? '')],
    ['duplicated as a whole', 10, 6, [...LINES, ...LINES]],
    [
      'mixed with another one',
      6,
      3,
      [...LINES.slice(0, 5), ...logLines((line) => line.replace('55', '12')).slice(5, 8), ...LINES.slice(8)],
    ],
  ])('%s is kept up to line %i: %i events', async (_, line, kept, lines) => {
    const log = await opened(lines)
    expect(log.cut).toMatchObject({ line, reason: expect.stringMatching(/./) })
    expect(log.last).toBe(kept)
  })

  it.each([
    ['foreign', ['{"log":{"version":"1.2","creator":{"name":"HAR"}}}']],
    ['of a format to come', [JSON.stringify({ ...JSON.parse(LINES[0] ?? ''), version: 99 }), ...LINES.slice(1)]],
    ['a list', ['[]']],
    ['a null', ['null']],
  ])('%s is refused with the line', async (_, lines) => {
    await expect(opened(lines)).rejects.toThrow('line 1')
  })

  it('at whose event a reducer throws is open to its end, with the states up to there', async () => {
    const replay = engine()
    const log = await replay.open(
      fileOf(logLines((line) => (line.includes('"volume":40') ? line.replace(/\{.*\}/, 'null') : line))),
      'log',
      silent,
    )
    expect(log).toMatchObject({
      last: 6,
      checkpoints: 2,
      compared: 1,
      difference: null,
      threw: { seq: 4, line: 6, type: 'player.volumeChanged', message: expect.stringMatching(/./) },
    })
    expect(replay.seek(3).event?.skipped).toBeNull()
    expect(replay.seek(4).event).toMatchObject({
      payload: 'null',
      skipped: expect.stringContaining('a reducer throws: '),
    })
    expect(replay.seek(6).event).toMatchObject({ skipped: 'a reducer throws at event 4' })
    expect(replay.tree(TREE).rows.find(({ path }) => path === 'app.path')?.value).toBe('"/"')
    expect(await replay.leaveOut([4], silent)).toMatchObject({ threw: null, from: 5 })
    expect(replay.seek(6).event?.skipped).toBeNull()
    expect(await replay.leaveOut([3], silent)).toMatchObject({ threw: null })
  })

  it('with known types of versions to come says nothing of the window or the place by them', async () => {
    const own = engine()
    const header = JSON.stringify({ ...JSON.parse(LINES[0] ?? ''), versions: { 'app.opened': 9, 'app.navigated': 9 } })
    const lines = [header, '["app.opened",0,"platform",0,null]', '["app.navigated",1,"person",0,null]']
    const log = await own.open(fileOf(lines), 'log', silent)
    expect(log).toMatchObject({ last: 2, skipped: 2, window: { width: 1280, height: 800 } })
    expect(own.chain(1).nodes).toMatchObject([{ summary: '' }])
    let address = ''
    own.show((message) => {
      address = message.address
    })
    expect(address).toBe('/')
    await own.filter({ ...NO_FILTER, text: 'anything' }, silent)
  })

  it('that vouches for itself may say anything of the window', async () => {
    const log = await opened(
      logLines((line) => (line.startsWith('["app.opened"') ? line.replace('1280', '1e9') : line)),
    )
    expect(log.window).toEqual({ width: 1280, height: 800 })
  })

  it('with events of a build to come keeps them, without doing anything with them', async () => {
    const log = await opened(
      loose('["lamp.lit",0,"person",0,{}]', '["player.volumeChanged",1,"person",0,{"volume":5}]'),
    )
    expect(log).toMatchObject({ last: 2, skipped: 1, cut: null })
  })
})

describe('keys and texts that want to do something', () => {
  const evil = '{"__proto__":{"isBad":true},"constructor":{"prototype":{"isBad":true}},"volume":5}'
  const texts = ['<img src=x onerror=alert(1)>', '\u202egpj.exe', '\ud800', '%s%n', '__proto__', 'a'.repeat(200_000)]

  it('are no payload of an event that is known', async () => {
    const log = await opened(loose(`["player.volumeChanged",0,"person",0,${evil}]`))
    expect(log.cut).toMatchObject({ line: 2, reason: expect.stringContaining('player.volumeChanged') })
  })

  it('change nothing outside and break nothing, in whatever is asked of the page', async () => {
    const own = engine()
    const lines = [
      `["lamp.lit",0,"person",0,${evil}]`,
      ...texts.map((text) => JSON.stringify(['search.committed', 0, 'person', 0, { term: text.slice(0, 60) }])),
      ...texts.map((text) => JSON.stringify([text.slice(0, 60), 0, 'person', 0, { [text]: text }])),
    ]
    const log = await own.open(fileOf(loose(...lines)), texts[0] ?? '', silent)
    expect(log).toMatchObject({ last: lines.length, cut: null })
    for (let seq = 0; seq <= log.last; seq++) {
      expect(own.seek(seq).seq).toBe(seq)
      expect(own.tree(TREE).rows.length).toBeGreaterThan(0)
    }
    for (const text of texts) await own.filter({ ...NO_FILTER, text, domains: [text], types: [text] }, silent)
    expect(Object.hasOwn(Object.prototype, 'isBad')).toBe(false)
    expect(({} as { isBad?: boolean }).isBad).toBeUndefined()
  })
})

describe('text without end', () => {
  const MB = 2 ** 20
  /** Two gigabytes that lie nowhere: each piece is made when it is asked for. */
  function huge(pieces: number, piece: (nth: number) => Uint8Array<ArrayBuffer>): { blob: Blob; given: () => number } {
    let given = 0
    const stream = () =>
      new ReadableStream<Uint8Array<ArrayBuffer>>(
        { pull: (line) => (given < pieces ? line.enqueue(piece(given++)) : line.close()) },
        { highWaterMark: 0 },
      )
    const blob = Object.defineProperty(Object.assign(new Blob(), { stream }), 'size', { value: pieces * MB })
    return { blob, given: () => given }
  }
  const head = new TextEncoder().encode(`${LINES.join('\n')}\n`)

  it('of two gigabytes on one line is left long before its end, with what was whole', async () => {
    const filler = new Uint8Array(MB).fill(120)
    const { blob, given } = huge(2048, (nth) => (nth === 0 ? head : filler))
    const log = await engine().open(blob, 'log', silent)
    expect(log).toMatchObject({ last: 6, cut: { line: 10, reason: 'a line that does not end' } })
    expect(given()).toBeLessThan(200)
  })

  it('that would take an hour says how far it is, and ends when it is stopped', async () => {
    const line = new TextEncoder().encode('["session.absent",0,"session",0,{}]\n')
    const piece = new Uint8Array(MB)
    for (let at = 0; at + line.length <= MB; at += line.length) piece.set(line, at)
    piece.fill(10, MB - (MB % line.length))
    const first = new TextEncoder().encode(`${LINES[0]}\n`)
    const { blob, given } = huge(2048, (nth) => (nth === 0 ? first : piece))
    const own = engine()
    const shares: number[] = []
    const opening = own.open(blob, 'log', (_, done, events) => {
      shares.push(done ?? -1)
      if (events > 50_000) own.stop()
    })
    await expect(opening).rejects.toThrow('stopped')
    expect(given()).toBeLessThan(50)
    expect(shares.at(-1)).toBeGreaterThan(0)
    expect(shares.at(-1)).toBeLessThan(0.1)
  })
})
