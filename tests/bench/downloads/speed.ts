/**
 * Many WAV-like files by our engine, saved by the browser or put into a picked folder, against Chrome's own downloads
 * of the same addresses, curl and aria2c, without a limit and at 20 MB/s per connection. Strategies take turns, each in
 * a fresh profile; a run counts only when every file has its exact name and SHA-256.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DOWNLOAD_CONCURRENCY } from '#core/model/constants.ts'
import { atMost, type Figure, figureOfRounds } from '../table/figure.ts'
import { median } from '../table/stats.ts'
import { openBareBrowser } from './bareBrowser.ts'
import { dropCaches } from './caches.ts'
import { PARALLEL } from './figure.ts'
import { installed, load, type Peer } from './peers.ts'
import { rootOf, Tree } from './processTree.ts'
import { type FileServer, serveFiles } from './serve.ts'
import { tally } from './tally.ts'

const LIMIT_BYTES_PER_S = 20e6
const DEADLINE_MS = 120_000
/**
 * The product starts its worker when somebody signs in, and it has heard long ago of other tabs when they press Download;
 * what it takes of memory is counted all the same.
 */
const SETTLED_MS = 1500

/** From this length on the must is that of long files, bytes. */
const LARGE_BYTES = 200e6
/** Of the browser's own time, with nothing changed in the settings; and how much its memory may grow, MB. */
const MUST = { engine: 1.7, folder: 2.2, limited: 0.95, large: 2, megabytes: 100 } as const

interface Figures {
  wall: number
  cpu: number
  rss: number
  gap: number
  /** Bytes written for each byte saved. */
  written: number
  /** Files that failed. */
  failed: number
  right: number
}

interface Strategy {
  readonly name: string
  readonly how: 'native' | 'engine' | 'folder' | Peer
  readonly limit: number | null
  /** How many files load at once: the product's own number, which lends connections to halves of files, or six. */
  readonly parallel: number
  readonly runs: Figures[]
}

export interface SpeedOptions {
  readonly count: number
  /** Bytes of each file. */
  readonly bytes: number
  readonly rounds: number
  /** As fast as the machine takes them. */
  readonly unlimited: boolean
  /** At 20 MB/s per connection. */
  readonly limited: boolean
  /** Beside Chrome's own downloads; default: both. */
  readonly only?: string | undefined
  /** Also six files at once. */
  readonly six: boolean
  readonly shortened: boolean
  /** Whether the server says what the blocks of a file are. */
  readonly blocks: boolean
}

/** Files that did not arrive as they should are tallied. */
export async function speed({
  count,
  bytes,
  rounds,
  unlimited,
  limited,
  only,
  six,
  shortened,
  blocks,
}: SpeedOptions): Promise<Figure[]> {
  const ours = (['engine', 'folder'] as const).filter((how) => !only || how === only)
  const hows = [
    { how: 'native' as const, parallel: PARALLEL },
    // What people have who changed nothing comes first.
    ...ours.map((how) => ({ how, parallel: DOWNLOAD_CONCURRENCY })),
    ...(six ? ours.map((how) => ({ how, parallel: PARALLEL })) : []),
    ...installed().map((how) => ({ how, parallel: PARALLEL })),
  ]
  const limits = [...(unlimited ? [null] : []), ...(limited ? [LIMIT_BYTES_PER_S] : [])]
  const strategies = limits.flatMap((limit) =>
    hows.map(
      ({ how, parallel }): Strategy => ({
        name: `${how}${isOurs(how) && parallel === PARALLEL ? ', six' : ''}${limit === null ? '' : ', 20 MB/s'}${bytes < LARGE_BYTES ? '' : `, ${bytes / 1e6} MB`}`,
        how,
        limit,
        parallel,
        runs: [],
      }),
    ),
  )
  const files = await serveFiles(process.cwd(), count, bytes)
  files.hasBlocks = blocks
  try {
    const caches = dropCaches() ? 'caches dropped before each' : 'caches not dropped: that is not allowed here'
    console.log(
      `${count} x ${bytes / 1e6} MB, ${DOWNLOAD_CONCURRENCY} at once as it comes${six ? ', and six' : ''}, ${rounds} rounds; ${caches}`,
    )
    for (let round = 0; round < rounds; round++)
      for (let turn = 0; turn < strategies.length; turn++) {
        const strategy = strategies[(turn + round) % strategies.length] as Strategy
        const figures = await measure(strategy, files, bytes)
        strategy.runs.push(figures)
        tally(figures.failed, count - figures.right)
        console.log(
          `  ${strategy.name.padEnd(22)} ${figures.wall.toFixed(2)} s, ${figures.right} of ${count} right, ${figures.failed} failed`,
        )
      }
  } finally {
    await files.close()
  }
  for (const limit of new Set(strategies.map((strategy) => strategy.limit)))
    table(strategies.filter((strategy) => strategy.limit === limit))
  const isLarge = bytes >= LARGE_BYTES
  return strategies.flatMap((strategy) => againstNative(strategy, strategies, isLarge, shortened))
}

async function measure(strategy: Strategy, files: FileServer, bytes: number): Promise<Figures> {
  files.limit = strategy.limit
  dropCaches()
  const { how, parallel } = strategy
  return how === 'curl' || how === 'aria2c' ? byPeer(how, files, bytes) : byBrowser(how, parallel, files, bytes)
}

async function byPeer(peer: Peer, files: FileServer, bytes: number): Promise<Figures> {
  const wanted = [...files.digests.keys()].map((name, n) => ({ name, url: `${files.url}api/audio/${n}/download` }))
  const { wall, cpu, rss, written, seen } = await load(peer, wanted, (folder) => right(folder, files.digests))
  return {
    wall,
    cpu,
    rss: rss / 1e6,
    gap: Number.NaN,
    written: written / (files.digests.size * bytes),
    failed: 0,
    right: seen,
  }
}

async function byBrowser(
  how: Exclude<Strategy['how'], Peer>,
  parallel: number,
  files: FileServer,
  bytes: number,
): Promise<Figures> {
  const browser = await openBareBrowser(files.url, "'harness' in window")
  const { folder, profile } = browser
  try {
    if (how === 'folder') await browser.dropFolder()
    await new Promise((resolve) => setTimeout(resolve, 700))
    const root = rootOf(profile)
    if (root === null) throw new Error('the browser process was not found')
    const tree = new Tree(root)
    const idle = tree.usage()
    let peak = idle.rss
    const sampler = setInterval(() => {
      peak = Math.max(peak, tree.usage().rss)
    }, 100)
    if (how !== 'native') {
      await browser.evaluate(`harness.come(${parallel}, ${parallel < PARALLEL})`)
      await new Promise((resolve) => setTimeout(resolve, SETTLED_MS))
    }
    const began = performance.now()
    const count = files.digests.size
    let failed = 0
    const told = browser
      .evaluate<{ gap: number; failures?: string[] }>(
        how === 'native'
          ? `harness.native(${count})`
          : `harness.engine(${count}, ${parallel}, { lends: ${parallel < PARALLEL} })`,
      )
      .then(({ gap, failures = [] }) => {
        failed = failures.length
        if (failed > 0) console.log(`    failed: ${failures}`)
        return gap
      })
    // Where the files never come the run fails with that, and not with the page that is closed.
    told.catch(() => {})
    await arrived(folder, files.digests, () => count - failed, bytes)
    const wall = (performance.now() - began) / 1000
    const gap = await told
    clearInterval(sampler)
    const { cpu, written } = tree.usage()
    return {
      wall,
      cpu: cpu - idle.cpu,
      rss: (peak - idle.rss) / 1e6,
      gap,
      written: (written - idle.written) / (files.digests.size * bytes),
      failed,
      right: await right(folder, files.digests),
    }
  } finally {
    await browser.close()
  }
}

/**
 * Waits until so many whole files lie in the folder, as many as can still be expected.
 * @param known their names: until its bytes are proved a file has another one
 */
async function arrived(
  folder: string,
  known: ReadonlyMap<string, unknown>,
  count: () => number,
  bytes: number,
): Promise<void> {
  const until = performance.now() + DEADLINE_MS
  while (performance.now() < until) {
    const names = (await readdir(folder)).filter((name) => known.has(name))
    if (names.length >= count()) {
      const sizes = await Promise.all(names.map((name) => stat(join(folder, name)).then(({ size }) => size)))
      if (sizes.every((size) => size === bytes)) return
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** How many files have their exact name and bytes. */
async function right(folder: string, digests: ReadonlyMap<string, string>): Promise<number> {
  let count = 0
  for (const name of await readdir(folder)) {
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(join(folder, name))) hash.update(chunk as Buffer)
    if (digests.get(name) === hash.digest('hex')) count += 1
  }
  return count
}

/** How much longer it takes than the browser's own downloads, and how much more processor, in each round. */
function againstNative(
  { name, how, limit, parallel, runs }: Strategy,
  all: readonly Strategy[],
  isLarge: boolean,
  shortened: boolean,
): Figure[] {
  const base = all.find((one) => one.how === 'native' && one.limit === limit)
  if (how === 'native' || !base) return []
  const isDefault = isOurs(how) && parallel !== PARALLEL
  const most = limit !== null ? MUST.limited : isLarge ? MUST.large : MUST[how === 'folder' ? 'folder' : 'engine']
  const ratio = (what: string, key: 'wall' | 'cpu', must?: number) =>
    figureOfRounds(
      {
        what: `${name}: ${what} against the browser's own`,
        unit: 'x',
        must: must ? atMost(must) : undefined,
        shortened,
      },
      runs.map((run, round) => run[key] / (base.runs[round]?.[key] ?? Number.NaN)),
    )
  const memory = figureOfRounds(
    {
      what: `${name}: memory of the browser`,
      unit: 'MB',
      must: isDefault ? atMost(MUST.megabytes) : undefined,
      shortened,
    },
    runs.map(({ rss }) => rss),
  )
  return [
    ratio('time', 'wall', isDefault ? most : undefined),
    ratio('processor', 'cpu'),
    ...(isOurs(how) ? [memory] : []),
  ]
}

const isOurs = (how: Strategy['how']) => how === 'engine' || how === 'folder'

function table(strategies: readonly Strategy[]): void {
  const base = strategies.find((strategy) => strategy.how === 'native')
  const row = (cells: readonly string[]) => console.log(cells.map((cell, n) => cell.padEnd(n === 0 ? 24 : 18)).join(''))
  console.log()
  row(['strategy', 'wall s (min-max)', 'x native', 'CPU s (x native)', 'RSS growth MB', 'written', 'max frame gap ms'])
  for (const { name, runs } of strategies) {
    const of = (key: keyof Figures, from = runs) => from.map((figures) => figures[key]).sort((a, b) => a - b)
    const ratio = (key: keyof Figures) => (median(of(key)) / median(of(key, base?.runs ?? runs))).toFixed(2)
    const wall = of('wall')
    row([
      name,
      `${median(wall).toFixed(2)} (${wall[0]?.toFixed(2)}-${wall.at(-1)?.toFixed(2)})`,
      ratio('wall'),
      `${median(of('cpu')).toFixed(1)} (${ratio('cpu')})`,
      median(of('rss')).toFixed(0),
      `${median(of('written')).toFixed(2)}x`,
      Number.isNaN(median(of('gap'))) ? '' : median(of('gap')).toFixed(0),
    ])
  }
}
