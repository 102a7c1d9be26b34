/**
 * `npm run bench -- import [--songs=2400] [--quick] [--against=COMMIT]`: songs of 20 s are imported, each stage by the
 * processor time of the whole process, so that what else the machine does changes nothing; then what the most memory
 * was, and seconds of audio for each second of processor. The catalogue is a list: the database has a bench of its own.
 * With a commit, the first songs are imported by it and by this one in turns, and the cost of one is compared.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ImportTarget, importFolder } from '#server/import/importFolder.ts'
import { createTimes, STAGES } from '#server/import/times.ts'
import { importOf } from './import/against.ts'
import { SONG_S, writeSongs } from './import/songs.ts'
import { atLeast, atMost, figureOf } from './table/figure.ts'
import { commit, report } from './table/report.ts'

const SONGS = 2400
/** Of a check. */
const FEW = 2
/** Times real time on one processor. */
const AIM = 30
/** Share that a song may cost more than at the other commit. */
const MORE_MAX = 0.15
const COMPARED = 40
const TURNS = 3
const NOW = Date.UTC(2026, 10, 20)
/** The same however many songs there are. */
const MEMORY_MAX_MB = 600

export async function run(args: readonly string[]): Promise<void> {
  const value = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1]
  const quick = args.includes('--quick')
  const songs = Number(value('songs') ?? (quick ? 60 : SONGS))
  if (!Number.isInteger(songs) || songs < 1) throw new Error('--songs takes a whole number')
  const against = value('against')
  const work = mkdtempSync(join(tmpdir(), 'import-bench-'))
  try {
    const music = join(work, 'music')
    mkdirSync(music)
    const some = against === undefined ? songs : Math.min(songs, COMPARED)
    writtenApart(music, some)
    if (against !== undefined) await compare(against, work, music, some)
    else await measure(quick, songs, work, music)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Writes the songs. */
export const write = writeSongs

/** In a process of its own: what it takes is no memory of the import. */
function writtenApart(folder: string, songs: number): void {
  const call = `(await import(${JSON.stringify(import.meta.url)})).write(${JSON.stringify(folder)}, ${songs})`
  execFileSync(process.execPath, ['--input-type=module', '-e', call], { stdio: 'inherit' })
}

/** ms of processor that this process, all its threads, has had. */
const spent = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** A few songs are imported whole. @throws Error when one is not */
export async function check(): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'import-check-'))
  try {
    mkdirSync(join(work, 'music'))
    writeSongs(join(work, 'music'), FEW)
    const { times } = await imported(FEW, work, join(work, 'music'))
    const idle = STAGES.filter((stage) => !(times.ms[stage] > 0))
    if (idle.length > 0) throw new Error(`stages without a figure: ${idle}`)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Imports all songs. @returns what it took @throws Error when not all are in */
async function imported(songs: number, work: string, music: string) {
  const times = createTimes(spent)
  mkdirSync(join(work, 'data'))
  const begin = process.memoryUsage.rss()
  let peak = begin
  const [begun, before] = [performance.now(), spent()]
  const said = await importFolder(music, {
    dataDir: join(work, 'data'),
    target: list(),
    now: NOW,
    times,
    onFile: (_file, index, total) => {
      peak = Math.max(peak, process.memoryUsage.rss())
      if (index % 100 === 99) console.log(`${index + 1} of ${total}, ${((spent() - before) / 1000).toFixed(0)} s of processor`) // biome-ignore format: one line
    },
  })
  const cpu = spent() - before
  const wall = (performance.now() - begun) / 1000
  if (said.refused.length > 0 || said.seconds < songs * SONG_S - 1) throw new Error('not all were imported')
  return { times, begin, peak, cpu, wall }
}

async function measure(quick: boolean, songs: number, work: string, music: string): Promise<void> {
  const { times, begin, peak, cpu, wall } = await imported(songs, work, music)
  const speed = (songs * SONG_S) / (cpu / 1000)
  console.log(
    `import, commit ${commit()}, ${songs} songs of ${SONG_S} s${quick ? ', SHORTENED' : ''}, Node ${process.version}`,
  )
  for (const stage of STAGES) row(stage, times.ms[stage], songs, cpu)
  row('other', cpu - STAGES.reduce((sum, stage) => sum + times.ms[stage], 0), songs, cpu)
  row('in all', cpu, songs, cpu)
  console.log(`${wall.toFixed(0)} s by the clock; ${mb(begin)} MB before the first`)
  const shortened = songs < SONGS
  report({
    bench: 'import',
    figures: [
      figureOf({ what: 'audio for each second of one processor', unit: 's', must: atLeast(AIM), shortened }, speed),
      figureOf({ what: 'most memory', unit: 'MB', must: atMost(MEMORY_MAX_MB), shortened }, peak / 1e6),
    ],
    peers: [`Node ${process.version}`],
    leavesOut: ['the database: the catalogue is a list in memory (`server` has it)'],
  })
}

const mb = (bytes: number) => Math.round(bytes / 1e6)

function row(name: string, ms: number, songs: number, all: number): void {
  console.log(`${name.padEnd(10)} ${(ms / 1000).toFixed(1).padStart(8)} s  ${(ms / songs).toFixed(1).padStart(7)} ms a song  ${((100 * ms) / all).toFixed(1).padStart(5)} %`) // biome-ignore format: one line
}

async function compare(against: string, work: string, music: string, songs: number): Promise<void> {
  const other = await importOf(against, work)
  try {
    const own = await importOf(null, work)
    let [was, is] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    // The least of several turns: what is left over is what else the machine did.
    for (let turn = 0; turn < TURNS; turn++) {
      was = Math.min(was, other.imported(music) / songs)
      is = Math.min(is, own.imported(music) / songs)
    }
    console.log(`a song of ${SONG_S} s, ${songs} of them, the least of ${TURNS} turns`)
    console.log(`${against}: ${was.toFixed(1)} ms of processor; ${commit()}: ${is.toFixed(1)} ms`)
    const what = `cost of a song, more than at ${against}`
    report({
      bench: 'import',
      figures: [figureOf({ what, unit: '%', must: atMost(100 * MORE_MAX) }, 100 * (is / was - 1))],
      peers: [`Node ${process.version}`],
      leavesOut: ['what else the machine did: the least of several turns counts'],
    })
  } finally {
    other.remove()
  }
}

function list(): ImportTarget {
  const there = new Set<string>()
  return {
    has: async (ids) => new Set(ids.filter((id) => there.has(id))),
    insert: async (releases) => releases.forEach(({ releaseid }) => void there.add(releaseid)),
    replace: async ({ releaseid }) => void there.add(releaseid),
  }
}
