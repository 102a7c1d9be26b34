// What the replay page is answered: of a log made by the reducers, opened as the file the product exports.
import { readFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { EventFilter, OpenedLog, ReplayProgress, ToReplayed, TreeAsked } from '#core/contracts/replay.ts'
import { dayLog } from '#tests/support/dayLog.ts'
import { ReplayEngine } from './engine.ts'

const COUNT = 2000
const recorded = dayLog(COUNT)
const file = new Blob([recorded.bytes])
const silent: ReplayProgress = () => {}
const NO_FILTER: EventFilter = { domains: [], types: [], sources: [], text: '' }
const TREE: TreeAsked = {
  from: null,
  withRecorded: false,
  onlyChanges: true,
  opened: [],
  closed: [],
  first: 0,
  count: 500,
}

/** A clock by which every turn is over at once. */
function hurried(): ReplayEngine {
  let now = 0
  return new ReplayEngine({
    now: () => {
      now += 20
      return now
    },
    rest: () => Promise.resolve(),
  })
}

async function opened(bytes: Blob = file): Promise<{ engine: ReplayEngine; log: OpenedLog }> {
  const engine = hurried()
  return { engine, log: await engine.open(bytes, 'log', silent) }
}

describe('opening', () => {
  it('replays to the recorded hashes and tells what is in it', async () => {
    const { log } = await opened()
    expect(log).toMatchObject({ first: 0, last: COUNT, difference: null, cut: null, skipped: 0 })
    expect(log.checkpoints).toBeGreaterThan(5)
    expect(log.times).toHaveLength(COUNT)
    expect(log.failures.length).toBeGreaterThan(10)
    expect(log.types.reduce((sum, { count }) => sum + count, 0)).toBe(COUNT)
    expect(log.window).toEqual({ width: 1280, height: 800 })
  })

  it.each(['log-5f66b7e.jsonl.gz', 'log-e4f7158.evlog.gz'])(
    'H-603: says of %s, whose states differ, that another vocabulary was spoken then',
    async (name) => {
      const bytes = readFileSync(new URL(`../../../tests/replay/${name}`, import.meta.url))
      const { log } = await opened(new Blob([bytes]))
      expect(log).toMatchObject({ isOurs: false, difference: { recorded: expect.any(String) } })
      expect((await opened()).log.isOurs).toBe(true)
    },
  )

  it.each([
    ['as the log says', { width: 900, height: 600 }, { width: 900, height: 600 }],
    ['of a screen of today where the log says what cannot be', { width: 0, height: 600 }, { width: 1280, height: 800 }],
  ])('shows the player in a window %s', async (_, size, window) => {
    const header = { format: 'evlog', version: 2, logId: 'l', build: 'b', startedAt: 0 }
    const screen = { startedAt: 0, build: 'b', language: 'en', online: true, ...size }
    const lines = [header, ['app.opened', 0, 'platform', 0, screen]].map((line) => JSON.stringify(line))
    const { log } = await opened(new Blob([`${lines.join('\n')}\n`]))
    expect([log.last, log.window]).toEqual([1, window])
  })

  it('refuses what is no log, names the line, and keeps the log that is open', async () => {
    const { engine } = await opened()
    await expect(engine.open(new Blob(['{"a":1}\n']), 'other', silent)).rejects.toThrow('line 1')
    await expect(engine.open(new Blob(['']), 'empty', silent)).rejects.toThrow('line 1')
    expect(engine.seek(7).event?.seq).toBe(7)
  })

  it('keeps what is whole of a file that ends too early, and says at which line it was cut', async () => {
    const { log } = await opened(new Blob([recorded.bytes.subarray(0, recorded.bytes.length / 2)]))
    expect(log.last).toBeGreaterThan(100)
    expect(log.last).toBeLessThan(COUNT)
    expect(log.cut?.line).toBeGreaterThan(log.last)
    expect(log.difference).toBeNull()
  })

  it('does not unpack without end', async () => {
    const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024))
    expect(bomb.length).toBeLessThan(200_000)
    await expect(hurried().open(new Blob([new Uint8Array(bomb)]), 'bomb', silent)).rejects.toThrow('line 1')
  })

  it('tells how far it is and ends when it is stopped', async () => {
    const engine = hurried()
    const stages = new Set<string>()
    const opening = engine.open(file, 'log', (stage) => {
      stages.add(stage)
      engine.stop()
    })
    await expect(opening).rejects.toThrow('stopped')
    expect([...stages]).toEqual(['reading'])
  })

  it('ends what is still asked of the log before', async () => {
    let now = 0
    let rest = (): Promise<void> => Promise.resolve()
    const engine = new ReplayEngine({ now: () => (now += 20), rest: () => rest() })
    await engine.open(file, 'log', silent)
    // Both rest between two turns until the other log is open.
    let goOn = () => {}
    const opened = new Promise<void>((done) => (goOn = done))
    rest = () => opened
    const asked = [
      engine.find({ path: 'player.volume', comparison: '=', value: '400', after: 0 }, silent),
      engine.exportMasked(silent),
    ].map((work) => work.then(() => 'answered').catch((error: Error) => error.message))
    rest = () => Promise.resolve()
    await engine.open(new Blob([dayLog(40).bytes]), 'other', silent)
    goOn()
    expect(await Promise.all(asked)).toEqual(['stopped', 'stopped'])
    expect([engine.rows(0, 100).length, engine.seek(40).seq]).toEqual([40, 40])
  })

  it('names the checkpoints between which the state parts from the recorded one', async () => {
    const { log } = await opened(new Blob([dayLog(900, 300).bytes]))
    expect(log.difference?.after).toBeGreaterThan(200)
    expect(log.difference?.after).toBeLessThan(300)
    expect(log.difference?.seq).toBeGreaterThanOrEqual(300)
    expect(log.difference?.recorded).not.toBe(log.difference?.replayed)
    expect(log.cut).toBeNull()
  })
})

describe('the time of day of an event', () => {
  const header = { format: 'evlog', version: 2, logId: 'l', build: 'b', startedAt: 1_000_000 }
  const screen = { build: 'b', language: 'en', width: 1280, height: 800, online: true }
  const volume = ['player.volumeChanged', 10, 'person', 0, { volume: 7 }]
  const began = (startedAt: number) => ['app.opened', 0, 'platform', 0, { startedAt, ...screen }]
  async function datesOf(startedAt: number, ...events: unknown[]) {
    const lines = [{ ...header, startedAt }, ...events].map((line) => JSON.stringify(line))
    const { engine, log } = await opened(new Blob([`${lines.join('\n')}\n`]))
    return Array.from({ length: log.last }, (_, at) => engine.seek(at + 1).event?.date)
  }

  it('is that of the device, also once its clock was put back', async () => {
    const putBack = ['app.clockPutBack', 500, 'platform', 0, { byMs: 600 }]
    expect(await datesOf(1_000_000, began(1_000_000), volume, putBack, volume)).toEqual([1_000_000, 1_000_010, 999_910, 999_920]) // biome-ignore format: one line
    expect(await datesOf(1_000_000, volume)).toEqual([1_000_010])
  })

  it('is none where no date tells it', async () => {
    expect(await datesOf(8.64e15, volume)).toEqual([null])
    expect(await datesOf(-9e15, volume)).toEqual([null])
    expect(await datesOf(1, began(9e15), volume)).toEqual([null, null])
  })
})

describe('lists', () => {
  it('let through what every filter takes, and place an event among them', async () => {
    const { engine, log } = await opened()
    const count = await engine.filter({ ...NO_FILTER, domains: ['download'], sources: ['downloads'] }, silent)
    const rows = engine.rows(0, count)
    expect(rows).toHaveLength(count)
    expect(new Set(rows.map(({ source, type }) => `${source} ${type.split('.')[0]}`))).toEqual(
      new Set(['downloads download']),
    )
    const fifth = rows[5]
    expect(engine.placeOf(fifth?.seq ?? 0)).toBe(5)
    expect(engine.placeOf((rows[4]?.seq ?? 0) + 1), 'or of the next one listed').toBe(5)
    expect(engine.placeOf(log.last + 1)).toBe(-1)
  })

  it('find a text in payloads, whatever the case', async () => {
    const { engine } = await opened()
    const count = await engine.filter({ ...NO_FILTER, text: 'JOB-3-0' }, silent)
    const rows = engine.rows(0, count)
    expect(rows.length).toBeGreaterThan(2)
    for (const { seq } of rows) expect(engine.seek(seq).event?.payload).toContain('job-3-0')
  })

  it('mark failures, and all of them are known', async () => {
    const { engine, log } = await opened()
    const failed = engine.rows(0, 1000).filter((row) => row.failed)
    expect(failed.map(({ seq }) => seq)).toEqual([...log.failures].filter((seq) => seq <= 1000))
    expect(new Set(failed.map(({ type }) => type))).toEqual(new Set(['player.addressFailed', 'download.failed']))
  })

  it('lanes hold every event once', async () => {
    const { engine, log } = await opened()
    const { person, engines, network, failures } = engine.lanes(300)
    const sum = (lane: Uint32Array) => lane.reduce((all, one) => all + one, 0)
    expect(sum(person) + sum(engines) + sum(network)).toBe(COUNT)
    expect(sum(failures)).toBe(log.failures.length)
  })
})

describe('the tree', () => {
  it('shows what an event changed, before and after', async () => {
    const { engine, log } = await opened()
    const failed = [...log.failures].find((seq) => engine.seek(seq).event?.type === 'download.failed') ?? 0
    engine.seek(failed)
    const tree = engine.tree(TREE)
    expect(tree).toMatchObject({ from: failed - 1, to: failed })
    const status = tree.rows.filter(({ name }) => name === 'status').map(({ mark, value }) => `${mark} ${value}`)
    expect(status).toEqual(['removed "loading"', 'added "failed"'])
    expect(tree.rows[tree.firstChange]?.mark).toMatch(/added|removed/)
    expect(tree.changed).toBeGreaterThan(0)
  })

  it('of one state beside itself has no changes, and beside a pinned one all since', async () => {
    const { engine } = await opened()
    engine.seek(500)
    expect(engine.tree({ ...TREE, from: 500 })).toMatchObject({ changed: 0, total: 0 })
    expect(engine.tree({ ...TREE, from: 100 }).changed).toBeGreaterThan(50)
    // It stays pinned while the other one moves.
    engine.seek(900)
    const { engine: fresh } = await opened()
    fresh.seek(900)
    expect(engine.tree({ ...TREE, from: 100 })).toEqual(fresh.tree({ ...TREE, from: 100 }))
  })

  it('of a long table is a few rows, which can be opened', async () => {
    const { engine } = await opened()
    engine.seek(COUNT)
    const closed = engine.tree({ ...TREE, onlyChanges: false, opened: ['release', 'recentPlay'], count: 20_000 })
    const run = closed.rows.find(({ name }) => name.includes('…'))
    expect(closed.rows.every(({ path }, at) => closed.rows.findIndex((row) => row.path === path) === at)).toBe(true)
    const opened_ = ['release', 'recentPlay', run?.path ?? 'release']
    const open = engine.tree({ ...TREE, onlyChanges: false, opened: opened_, count: 20_000 })
    if (run) expect(open.total).toBe(closed.total + (run.size ?? 0))
    else expect(closed.rows.filter(({ path }) => path.startsWith('release.'))).toHaveLength(40)
  })
})

describe('causes', () => {
  it('are drawn before the event, what it led to after it', async () => {
    const { engine } = await opened()
    const chosen = engine.rows(0, 200).find(({ type }) => type === 'player.releaseChosen')?.seq ?? 0
    const chain = engine.chain(chosen + 2)
    expect(chain).toMatchObject({ before: 2, after: 1 })
    expect(chain.nodes.map(({ column, type }) => `${column} ${type}`)).toEqual([
      '-2 player.releaseChosen',
      '-1 release.detailReceived',
      '0 player.addressReady',
      '1 player.started',
    ])
  })
})

describe('leaving out', () => {
  it('says from where on the state differs, and shows the state without', async () => {
    const { engine } = await opened()
    const asked = engine.rows(0, 200).find(({ type }) => type === 'download.requested')?.seq ?? 0
    const outcome = await engine.leaveOut([asked], silent)
    expect(outcome).toMatchObject({ seqs: [asked], from: asked })
    expect(outcome.differing).toBeGreaterThan(0)
    expect(engine.rows(asked - 1, 1)[0]?.leftOut).toBe(true)
    engine.seek(asked)
    expect(engine.tree(TREE).changed, 'it changes nothing').toBe(0)
    const beside = engine.tree({ ...TREE, withRecorded: true })
    expect(beside.rows.filter(({ mark }) => mark === 'removed').map(({ path }) => path)).toContain('job.job-0-0')
    await engine.leaveOut([], silent)
    engine.seek(asked)
    expect(engine.tree(TREE).changed).toBeGreaterThan(0)
  })

  it('says when the state is the recorded one again', async () => {
    const { engine } = await opened()
    // What the next such event sets anyway.
    const volumes = engine.rows(0, COUNT).filter(({ type }) => type === 'player.volumeChanged')
    const [first, second] = volumes.map(({ seq }) => seq)
    const outcome = await engine.leaveOut([first ?? 0], silent)
    expect(outcome).toMatchObject({ from: first, sameFrom: second, differing: (second ?? 0) - (first ?? 0) })
  })
})

describe('finding', () => {
  it.each([
    { path: 'player.volume', comparison: '>', value: '50' },
    { path: 'player.isPlaying', comparison: '=', value: 'true' },
    { path: 'jobOrder.ids', comparison: 'contains', value: 'job-2-0' },
    { path: 'session.status', comparison: '!=', value: 'restoring' },
  ] as const)('$path $comparison $value: the first event that makes it so', async ({ path, comparison, value }) => {
    const { engine } = await opened()
    const found = await engine.find({ path, comparison, value, after: 0 }, silent)
    expect(found).toBeGreaterThan(1)
    engine.seek(found ?? 0)
    expect(engine.tree(TREE).rows.map((row) => row.path)).toContain(path.split('.')[0])
    const again = await engine.find({ path, comparison, value, after: found ?? 0 }, silent)
    expect(again === null || again > (found ?? 0)).toBe(true)
  })

  it('says that there is none, and what is wrong with a path', async () => {
    const { engine } = await opened()
    const ask = (path: string) => engine.find({ path, comparison: '=', value: '-1', after: 0 }, silent)
    expect(await ask('player.volume')).toBeNull()
    await expect(ask('nothing.at.all')).rejects.toThrow('nothing')
    expect(await ask('player.__proto__.constructor'), 'no path leads out of the state').toBeNull()
  })
})

describe('the masked export', () => {
  it('names nobody, and replays to the same state', async () => {
    const { engine, log } = await opened()
    const bytes = await engine.exportMasked(silent)
    const text = gunzipSync(bytes).toString('utf8')
    expect(gunzipSync(recorded.bytes).toString('utf8')).toContain('Pat Doe')
    expect(text).not.toContain('Pat Doe')
    expect(text).toContain('masked-')
    const { log: masked } = await opened(new Blob([bytes]))
    expect(masked).toMatchObject({ last: COUNT, difference: null, cut: null, state: log.state })
    expect(masked.checkpoints).toBe(log.checkpoints)
  })

  it('of a log that was cut holds what was kept', async () => {
    const { engine, log } = await opened(new Blob([recorded.bytes.subarray(0, recorded.bytes.length / 3)]))
    const { log: masked } = await opened(new Blob([await engine.exportMasked(silent)]))
    expect(masked).toMatchObject({ last: log.last, difference: null, cut: null, state: log.state })
  })
})

describe('the replayed player', () => {
  /** What it holds after what it was told. */
  function player(engine: ReplayEngine) {
    const told: ToReplayed[] = []
    const drawn = engine.show((message) => told.push(message))
    const held = new Map<string, string>()
    return {
      told,
      draws: () => drawn({ shown: told.at(-1)?.seq ?? 0 }),
      held() {
        for (const { fresh, changes } of told.splice(0)) {
          if (fresh) held.clear()
          for (const change of changes)
            if ('text' in change) held.set(`${change.kind} ${change.id}`, change.text)
            else held.delete(`${change.kind} ${change.id}`)
        }
        return new Map([...held].toSorted(([a], [b]) => a.localeCompare(b)))
      },
    }
  }

  it('is told the newest state alone while it draws, and what it is told adds up', async () => {
    const { engine } = await opened()
    const one = player(engine)
    for (const seq of [900, 30, 1500, 700, 701]) engine.seek(seq)
    expect(new Set(one.told.map(({ seq }) => seq)), 'one at a time').toEqual(new Set([0]))
    one.draws()
    expect(one.told.at(-1)?.seq).toBe(701)
    const grown = one.held()
    const other = player((await opened()).engine)
    other.held()
    const { engine: fresh } = await opened()
    fresh.seek(701)
    expect(grown).toEqual(player(fresh).held())
  })

  it('is told of no address of a picture, and where the person stood', async () => {
    const { engine } = await opened()
    engine.seek(COUNT)
    const { told } = player(engine)
    expect(told.at(-1)?.address).toBe('/releases')
    const text = JSON.stringify(told)
    expect(text).toContain('Slow Harbour')
    expect(text).not.toMatch(/\/art\//)
  })

  it('follows to the state without what is left out', async () => {
    const { engine } = await opened()
    engine.seek(COUNT)
    const one = player(engine)
    one.held()
    one.draws()
    const asked = engine.rows(0, 200).find(({ type }) => type === 'release.pageReceived')?.seq ?? 0
    await engine.leaveOut([asked], silent)
    engine.seek(COUNT)
    expect([...one.held().keys()].filter((key) => key.startsWith('release '))).toEqual([])
  })
})
