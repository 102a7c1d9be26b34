/**
 * `npm run bench -- server [--quick]`: a page of 40 releases with three filters out of 100,000, parts of the index of them
 * all, and a search over 1,000,000 tracks, on the embedded database (in its thread, as the server has it) and on PostgreSQL
 * (over a pool of connections, as the server has it), through the very functions the routes call. `--releases N` makes it smaller, `--store
 * embedded` or `--store postgres` measures one of the two.
 */
import { deepStrictEqual } from 'node:assert'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { Kysely } from 'kysely'
import pg from 'pg'
import type { CatalogueRelease } from '#server/catalogue/contract.ts'
import { demoCatalogue } from '#server/demo/catalogue/catalogue.ts'
import { search } from '#server/search/search.ts'
import { indexReleases, ReleaseIndexQuery } from '#server/store/catalogue/listIndex.ts'
import { createCatalogue } from '#server/store/catalogue/readCatalogue.ts'
import { listReleases, ReleaseQuery } from '#server/store/catalogue/releaseList.ts'
import { insertReleases } from '#server/store/catalogue/writeCatalogue.ts'
import { embeddedDialect } from '#server/store/database/embeddedDialect.ts'
import { migrate } from '#server/store/database/migrate.ts'
import { NUMBER_OIDS } from '#server/store/database/numbers.ts'
import { POOL_SIZE } from '#server/store/database/open.ts'
import type { SqlAnswer, SqlRunner } from '#server/store/database/sqlRunner.ts'
import { openThread } from '#server/store/database/threadRunner.ts'
import { migrations } from '#server/store/migrations/index.ts'
import type { Schema } from '#server/store/schema.ts'
import { startPostgres } from '#tests/contract/postgres.ts'
import { below, type Figure, figureOf, figureOfRounds } from './table/figure.ts'
import { packageWithVersion, report } from './table/report.ts'

const TRACKS_EACH = 10
const RUNS = 40
const RELEASES = 100_000
/** Of `--quick`. */
const FEW = 5000
/** Of a check. */
const CHECKED = 300
const TARGET_MS = { PostgreSQL: 50, embedded: 100 }

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { releases: { type: 'string' }, store: { type: 'string' }, quick: { type: 'boolean' } },
  })
  const releases = Number(values.releases ?? (values.quick ? FEW : RELEASES))
  const figures: Figure[] = []
  const peers = [`Node ${process.version}`, packageWithVersion('@electric-sql/pglite')]
  execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { stdio: 'inherit' })
  const worker = pathToFileURL(join(process.cwd(), 'dist/server/db.worker.js'))
  if (!existsSync(worker)) throw new Error('the server could not be built')

  if (values.store !== 'postgres') {
    const folder = mkdtempSync(join(tmpdir(), 'player-bench-'))
    try {
      const gone = (reason: Error) => console.error(reason.message)
      const { figures: own } = await measure('embedded', await openThread(worker, join(folder, 'db'), gone), releases)
      figures.push(...own)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  if (values.store !== 'embedded') {
    const server = await startPostgres()
    if (typeof server === 'string')
      figures.push(figureOf({ what: 'PostgreSQL: every figure', unit: 'ms', note: server }, Number.NaN))
    else
      try {
        const url = `${server.url}/postgres`
        const writer = await connect(url)
        peers.push(await versionOf(writer))
        figures.push(...(await measure('PostgreSQL', writer, releases, connectPool(url))).figures)
      } finally {
        await server.stop()
      }
  }
  report({
    bench: 'server',
    figures,
    peers,
    leavesOut: [
      'HTTP: the functions are called as the routes call them',
      `the first answers, which read from the disk: each is asked for ${RUNS} times, and the median counts`,
    ],
  })
}

/**
 * Both databases give the same answers about a few releases; where there is no PostgreSQL, the embedded one alone.
 * @throws Error when they differ
 */
export async function check(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'player-bench-'))
  const server = await startPostgres()
  try {
    const worker = pathToFileURL(join(process.cwd(), 'dist/server/db.worker.js'))
    const thread = await openThread(worker, join(folder, 'db'), (reason) => console.error(reason.message))
    const own = (await measure('embedded', thread, CHECKED, thread, 2)).answers
    if (typeof server === 'string') return console.log(`PostgreSQL is skipped: ${server}`)
    const url = `${server.url}/postgres`
    const other = (await measure('PostgreSQL', await connect(url), CHECKED, connectPool(url), 2)).answers
    deepStrictEqual(other, own)
  } finally {
    if (typeof server !== 'string') await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function versionOf(runner: SqlRunner): Promise<string> {
  const { rows } = await runner.query('show server_version', [])
  return `PostgreSQL ${rows[0]?.server_version}`
}

async function connect(connectionString: string): Promise<SqlRunner> {
  for (const oid of Object.values(NUMBER_OIDS)) pg.types.setTypeParser(oid, Number)
  const client = new pg.Client({ connectionString })
  await client.connect()
  return {
    async query(text, parameters): Promise<SqlAnswer> {
      const answer = await client.query(text, [...parameters])
      return { rows: answer.rows, affectedRows: answer.rowCount ?? 0 }
    },
    close: () => client.end(),
  }
}

/** As the server asks: what is asked at the same time may run on several connections. */
function connectPool(connectionString: string): SqlRunner {
  const pool = new pg.Pool({ connectionString, max: POOL_SIZE })
  return {
    async query(text, parameters): Promise<SqlAnswer> {
      const answer = await pool.query(text, [...parameters])
      return { rows: answer.rows, affectedRows: answer.rowCount ?? 0 }
    },
    close: () => pool.end(),
  }
}

interface Statement {
  text: string
  parameters: readonly unknown[]
}

/** @param writer fills the database in transactions, on one connection @param reader answers what is measured */
async function measure(
  name: keyof typeof TARGET_MS,
  writer: SqlRunner,
  releases: number,
  reader = writer,
  runs = RUNS,
): Promise<{ figures: Figure[]; answers: Map<string, string> }> {
  let heard: Statement[] = []
  const listening: SqlRunner = {
    query: (text, parameters) => {
      heard.push({ text, parameters })
      return reader.query(text, parameters)
    },
    close: () => reader.close(),
  }
  const filled = new Kysely<Schema>({ dialect: embeddedDialect(writer) })
  const db = new Kysely<Schema>({ dialect: embeddedDialect(listening) })
  try {
    await migrate(filled, migrations)
    const started = performance.now()
    let tracks = 0
    const counted = function* () {
      for (const release of many(releases)) {
        tracks += release.songs.length
        yield release
      }
    }
    await insertReleases(filled, counted(), undefined, 'demo')
    const seconds = ((performance.now() - started) / 1000).toFixed(0)
    console.log(`\n${name}: ${n(releases)} releases, ${n(tracks)} tracks, written in ${seconds} s`)

    const player = 'nobody'
    const options = { genres: 'House,Techno,Pop', markets: 'us,cancon', release_types: 'single,ep' }
    const catalogue = createCatalogue(db)
    const find = (query: string) =>
      search(db, catalogue, {
        query,
        items: { tracks: 5, artists: 5, labels: 5, releases: 5 },
        genres: [],
        markets: [],
        playerid: player,
      })
    const cases: [what: string, work: (turn: number) => Promise<unknown>][] = [
      ...['-date', 'trend', 'artist'].map((sort): [string, (turn: number) => Promise<unknown>] => [
        `page of 40, genres + markets + types, by ${sort}`,
        (turn) =>
          listReleases(db, ReleaseQuery.parse({ ...options, sort, page: String(1 + (turn % 5)) }), player, Date.now()),
      ]),
      [
        'page of 40, no filter, page 1000',
        () => listReleases(db, ReleaseQuery.parse({ page: '1000' }), player, Date.now()),
      ],
      ...[0, 0.5, 0.98].map((share): [string, (turn: number) => Promise<unknown>] => [
        `2000 of the index, no filter, ${share * 100} % down`,
        () =>
          indexReleases(db, ReleaseIndexQuery.parse({ first: `${Math.floor(releases * share)}` }), player, Date.now()),
      ]),
      ...['night', 'midnight river', 'lov', 'a', 'nihgt', 'the house', 'de the'].map(
        (query): [string, (turn: number) => Promise<unknown>] => [`search "${query}"`, () => find(query)],
      ),
    ]
    const figures: Figure[] = []
    const answers = new Map<string, string>()
    for (const [what, work] of cases) {
      const times: number[] = []
      let size = 0
      for (let turn = 0; turn < runs; turn++) {
        heard = []
        const from = performance.now()
        const answer = JSON.stringify(await work(turn))
        size = answer.length
        times.push(performance.now() - from)
        answers.set(what, answer)
      }
      times.sort((a, b) => a - b)
      console.log(
        `${what.padEnd(52)} p95 ${times[Math.floor(runs * 0.95)]?.toFixed(1)} ms, answer ${n(size)} characters`,
      )
      const must = below(TARGET_MS[name])
      const shortened = releases < RELEASES
      figures.push(figureOfRounds({ what: `${name}: ${what}`, unit: 'ms', must, shortened }, times))
      if (runs < RUNS) continue
      for (const statement of heard.slice()) console.log(`    ${await plan(reader, statement)}`)
    }
    console.log(`load of this machine meanwhile: ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`)
    const memory = Math.round(process.memoryUsage().rss / 1e6)
    console.log(`resident memory of this process, the embedded database's thread included: ${memory} MB`)
    return { figures, answers }
  } finally {
    await db.destroy()
    if (reader !== writer) await filled.destroy()
  }
}

/** The nodes of a statement's plan that read tables or indexes, with the rows they gave. */
async function plan(runner: SqlRunner, { text, parameters }: Statement): Promise<string> {
  const answer = await runner.query(`explain (analyze, format json) ${text}`, parameters)
  const given = answer.rows[0]?.['QUERY PLAN']
  const [root] = (typeof given === 'string' ? JSON.parse(given) : given) as [
    { Plan: Node; 'Execution Time': number; JIT?: object },
  ]
  const reads: string[] = []
  const walk = (node: Node) => {
    const what = node['Relation Name'] ?? node['Index Name'] ?? node['Function Name']
    if (what) reads.push(`${node['Node Type']} ${what}: ${n(node['Actual Rows'] * node['Actual Loops'])} rows`)
    for (const child of node.Plans ?? []) walk(child)
  }
  walk(root.Plan)
  return `${root.JIT ? 'JIT! ' : ''}${root['Execution Time'].toFixed(1)} ms = ${reads.join(' < ') || root.Plan['Node Type']}`
}

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Function Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: Node[]
}

/** The large demo catalogue with as many more songs, titled from the words of its others, as make ten a release. */
function* many(releases: number): Generator<CatalogueRelease> {
  const words = ['Midnight', 'River', 'Night', 'Love', 'House', 'Ash', 'Glass', 'North']
  let made = 0
  let spin = 1
  const word = () => {
    spin = (spin * 48_271) % 2_147_483_647
    return words[spin % words.length] ?? 'Song'
  }
  for (const release of demoCatalogue('large')) {
    if (made++ >= releases) return
    const [model] = release.songs
    if (words.length < 4000)
      for (const song of release.songs) words.push(...song.title.split(/[^\p{L}]+/u).filter(Boolean))
    const songs = [...release.songs]
    while (model && songs.length < TRACKS_EACH) {
      const ordinal = songs.length + 1
      const title = Array.from({ length: 1 + (spin % 3) }, word).join(' ')
      songs.push({ ...model, trackid: `${release.releaseid}-x${ordinal}`, ordinal, title, lyrics: '' })
    }
    yield { ...release, songs }
  }
}

const n = (value: number) => Math.round(value).toLocaleString('en')
