/**
 * `npm run bench -- server-memory [--quick]`: the most memory the server held while 8 clients downloaded a file of
 * 200 MB each, from a folder and from an S3-compatible store, at the speed each can and at that of a line
 * of 200 Mbit/s; then while the same 8 asked for songs that had yet to be made. On PostgreSQL, so that the
 * embedded database is apart, and once with the embedded one. `--clients N`,
 * `--megabytes N` (40 with `--quick`, which also makes songs of a quarter of their length), `--only folder`, `--only s3` or `--only embedded`.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { type ReleaseCard, ReleaseDetail, ReleaseList } from '#core/model/catalogue/release.ts'
import { wavHeader } from '#server/media/codecs/wav.ts'
import { call, expectJson, mediaToken, signIn } from '#tests/contract/http.ts'
import { startPostgres } from '#tests/contract/postgres.ts'
import { startS3 } from '#tests/support/s3/weather.ts'
import type { Stage } from './check/stage.ts'
import { below, type Figure, figureOf } from './table/figure.ts'
import { packageWithVersion, report } from './table/report.ts'

const TARGET_MB = 300
const SAMPLE_MS = 25
const CLIENTS = 8
const MEGABYTES = 200
/** Of `--quick`. */
const FEW_MB = 40
/** Bytes a second of a throttled client. */
const LINE = 25_000_000
const FORMAT = { sampleRate: 96_000, bits: 24, channels: 2 } as const

interface Setting {
  name: string
  database: string | null
  media: string | null
}

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      clients: { type: 'string', default: String(CLIENTS) },
      megabytes: { type: 'string' },
      only: { type: 'string' },
      quick: { type: 'boolean' },
    },
  })
  const [clients, megabytes] = [Number(values.clients), Number(values.megabytes ?? (values.quick ? FEW_MB : MEGABYTES))]
  const figures: Figure[] = []
  const switches = values.quick ? { DEMO_SONG_PERCENT: '25' } : {}
  execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { stdio: 'inherit' })
  const folder = mkdtempSync(join(tmpdir(), 'player-memory-'))
  const s3 = await startS3()
  const postgres = await startPostgres()
  try {
    const music = join(folder, 'music')
    mkdirSync(music)
    await writeNoise(join(music, 'long.wav'), megabytes * 1e6)
    if (typeof postgres === 'string')
      figures.push(figureOf({ what: 'with PostgreSQL: every figure', unit: 'MB', note: postgres }, Number.NaN))
    else {
      const settings: Setting[] = [
        { name: 'PostgreSQL, media in a folder', database: await newDatabase(postgres.url, 'folder'), media: null },
        {
          name: 'PostgreSQL, media in an S3-compatible store',
          database: await newDatabase(postgres.url, 'objects'),
          media: s3.url,
        },
      ]
      for (const [i, setting] of settings.entries()) {
        if (!values.only || values.only === (setting.media ? 's3' : 'folder'))
          figures.push(...(await measure(setting, join(folder, `${i}`), music, clients, switches)))
      }
    }
    if (!values.only || values.only === 'embedded') {
      const embedded = { name: 'embedded database, media in a folder', database: null, media: null }
      figures.push(...(await measure(embedded, join(folder, 'embedded'), music, clients, switches)))
    }
    const shortened = values.quick === true || clients < CLIENTS || megabytes < MEGABYTES
    report({
      bench: 'server-memory',
      figures: figures.map((figure) => ({ ...figure, shortened })),
      peers: [`Node ${process.version}`, packageWithVersion('@electric-sql/pglite')],
      leavesOut: [
        'a must for the embedded database, which runs in a thread of the same process',
        'from the figures with PostgreSQL: what its server takes',
      ],
    })
  } finally {
    if (typeof postgres !== 'string') await postgres.stop()
    await s3.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Two clients download songs that are made, whole, and the memory of a process can be read. Servers of its own, the long
 * file and the store are left to the benchmark: they take minutes. @throws Error when not
 */
export async function check({ product }: Stage): Promise<void> {
  const { access } = await signIn(product.server)
  const { releases } = await listed(product.server, access)
  const made = await songsToMake(product.server, access, releases, 2)
  const most = await peak(process.pid, 'check', made, Number.POSITIVE_INFINITY)
  if (made.length !== 2 || !(most > 0)) throw new Error(`${made.length} of 2 songs, ${most} MB`)
}

const listed = (base: string, access: string) =>
  expectJson(ReleaseList, call(base, '/releases?pagesize=100&sort=-date', { token: access }))

const songsOf = async (base: string, access: string, releaseid: string) =>
  (await expectJson(ReleaseDetail, call(base, `/releases/${releaseid}`, { token: access }))).songs

const addressOf = async (base: string, access: string, trackid: string) =>
  `${base}/api/audio/${trackid}/download?format=wav&token=${await mediaToken(base, access, trackid)}`

/** Addresses of songs of the demo, of one release each, that nobody has asked for yet. */
async function songsToMake(
  base: string,
  access: string,
  releases: readonly ReleaseCard[],
  count: number,
): Promise<string[]> {
  const made: string[] = []
  for (const card of releases) {
    if (made.length >= count) break
    if (!card.candownload || card.releaseid.startsWith('imp-') || card.duration === 0) continue
    const songs = await songsOf(base, access, card.releaseid)
    const song = songs.find((entry) => entry.assettype === 'audio' && entry.candownload)
    if (song?.formats.includes('wav')) made.push(await addressOf(base, access, song.trackid))
  }
  return made
}

async function measure(
  setting: Setting,
  dataDir: string,
  music: string,
  clients: number,
  switches: Readonly<Record<string, string>> = {},
): Promise<Figure[]> {
  const env = {
    ...process.env,
    ...switches,
    NODE_ENV: 'development',
    DATA_DIR: dataDir,
    PORT: '0',
    DATABASE_URL: setting.database ?? '',
    MEDIA_URL: setting.media ?? '',
  }
  await command(['dist/server/import.js', music], env)
  const server = spawn(process.execPath, ['dist/server/main.js', '--catalogue', 'small'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  try {
    const base = await ready(server)
    console.log(`\n${setting.name}`)
    const { access } = await signIn(base)
    const { releases } = await listed(base, access)
    const imported = releases.find((card) => card.releaseid.startsWith('imp-'))
    const long = (await songsOf(base, access, imported?.releaseid ?? ''))[0]?.trackid ?? ''
    const pid = server.pid ?? -1
    await new Promise((done) => setTimeout(done, 1500))
    console.log(`  idle after its start: ${memoryOf(pid)} MB`)
    const figures: Figure[] = []
    const must = setting.database === null ? undefined : below(TARGET_MB)
    const note = async (what: string, urls: string[], rate: number) => {
      const most = await peak(pid, what, urls, rate)
      figures.push(figureOf({ what: `${setting.name}: ${what}`, unit: 'MB', must }, most))
    }
    for (const [what, rate] of [
      ['as fast as they can', Number.POSITIVE_INFINITY],
      [`at ${LINE / 1e6} MB/s each`, LINE],
    ] as const) {
      const urls = await Promise.all(Array.from({ length: clients }, () => addressOf(base, access, long)))
      await note(`${clients} downloads of one long file ${what}`, urls, rate)
    }
    const made = await songsToMake(base, access, releases, clients)
    if (made.length < clients) throw new Error(`only ${made.length} songs are there to be made`)
    await note(`${made.length} downloads of songs yet to be made`, made, Number.POSITIVE_INFINITY)
    console.log(`  highest of its life, start included: ${field(pid, 'VmHWM')} MB`)
    return figures
  } finally {
    server.kill('SIGTERM')
    if (server.exitCode === null) await new Promise((done) => server.once('exit', done))
  }
}

/** Runs a command to its end. The store it may need lives in this process, so nothing waits for it here. */
async function command(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const code = await new Promise((done) => child.once('exit', done))
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
}

async function newDatabase(server: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: `${server}/postgres` })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return `${server}/${name}`
}

/** Downloads all addresses at once. @returns the most memory the process held meanwhile, MB */
async function peak(pid: number, what: string, urls: string[], rate: number): Promise<number> {
  let most = 0
  const look = () => {
    most = Math.max(most, memoryOf(pid))
  }
  const timer = setInterval(look, SAMPLE_MS)
  const from = performance.now()
  const lengths = await Promise.all(urls.map((url) => download(url, rate)))
  look()
  clearInterval(timer)
  const [seconds, megabytes] = [(performance.now() - from) / 1000, lengths.reduce((a, b) => a + b, 0) / 1e6]
  console.log(`  ${what}: at most ${most} MB resident (${megabytes.toFixed(0)} MB in ${seconds.toFixed(1)} s)`)
  return most
}

function download(url: string, rate: number): Promise<number> {
  return new Promise((done, fail) => {
    http
      .get(url, { agent: false }, (answer) => {
        const expected = Number(answer.headers['content-length'])
        const from = performance.now()
        let bytes = 0
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          const ahead = (bytes / rate) * 1000 - (performance.now() - from)
          if (ahead < 20) return
          answer.pause()
          setTimeout(() => answer.resume(), ahead)
        })
        answer.once('end', () => {
          if (answer.statusCode === 200 && bytes === expected) done(bytes)
          else fail(new Error(`a download ended with ${answer.statusCode} after ${bytes} of ${expected} bytes`))
        })
        answer.once('error', fail)
      })
      .once('error', fail)
  })
}

/** Resident memory of a process now, MB. */
const memoryOf = (pid: number) => field(pid, 'VmRSS')

function field(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Math.round((Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(text)?.[1]) * 1024) / 1e6)
  } catch {
    // No /proc (macOS): the present size serves for both.
    return Math.round(
      (Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024) / 1e6,
    )
  }
}

function ready(server: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    let said = ''
    server.once('exit', (code) => fail(new Error(`the server ended with ${code}:\n${said}`)))
    server.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const [, base] = /^ready (http:\/\/localhost:\d+)$/m.exec(said) ?? []
      if (base) done(base)
    })
  })
}

/** A WAV of so many bytes, of noise that is quick to make. */
async function writeNoise(path: string, bytes: number): Promise<void> {
  const width = (FORMAT.bits / 8) * FORMAT.channels
  const frames = Math.floor((bytes - 44) / width)
  const file = createWriteStream(path)
  file.write(wavHeader(FORMAT, frames * width))
  const block = Buffer.alloc(FORMAT.sampleRate * width)
  let state = 1
  for (let i = 0; i < block.length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    block[i] = i % 3 === 2 ? 0 : state >>> 24
  }
  for (let left = frames * width; left > 0; left -= block.length) {
    if (!file.write(block.subarray(0, Math.min(left, block.length)))) {
      await new Promise<void>((done) => file.once('drain', () => done()))
    }
  }
  file.end()
  await finished(file)
}
