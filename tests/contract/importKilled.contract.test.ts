/**
 * An import is killed (SIGKILL) as its process, at a file it begins with, at its summary, or at any moment: a server
 * starts on what it left, the next import goes into that server, and the catalogue is the one of an import that nobody
 * disturbed. Every write as a place to die at: server/import/killed.test.ts.
 * @module-tag long
 */
import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { ReleaseDetail } from '#core/model/catalogue/release.ts'
import { id3, png, riffChunk, tone, wav } from '#tests/fixtures/import/make.ts'
import { call, expectJson, signIn } from './http.ts'
import { runCommand, startServer } from './server.ts'
import { copied } from './templates.ts'

const IMPORT = resolve(import.meta.dirname, '../../dist/server/import.js')
const FIXTURES = resolve(import.meta.dirname, '../fixtures/import')
const FILES = 6
/** Kills at moments nobody chose. */
const RANDOM = process.env.TEST_ALL ? 40 : 1
const SEED = Number(process.env.KILL_SEED ?? 11)

let base: string
let music: string
let wanted: unknown
/** ms that an import takes which nobody disturbs. */
let whole: number
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'player-kill-'))
  music = join(base, 'music')
  await mkdir(music)
  for (let n = 1; n < FILES; n++) {
    const words = { TIT2: `Song ${n}`, TPE1: 'Ada Moss', TALB: n < 4 ? 'Slow Weather' : 'Tides', TRCK: String(n), APIC: png(n, 9, 90) } // biome-ignore format: one line
    await writeFile(join(music, `${n}.wav`), wav(tone(44_100, 16, 2, 22_050, n), riffChunk('id3 ', id3(words))))
  }
  await cp(join(FIXTURES, 'm24-48000.flac'), join(music, 'Nobody - Tone.flac'))
  const dataDir = await copied(inject('templates').embedded)
  const begun = performance.now()
  expect(await runCommand('import', [music], { DATA_DIR: dataDir })).toMatchObject({ code: 0, stderr: '' })
  whole = performance.now() - begun
  wanted = await catalogueOf(dataDir, async () => {})
}, 180_000)
afterAll(() => rm(base, { recursive: true, force: true }))

/** What a server that starts here answers for all that was imported, and which files lie there; takes the folder away. */
async function catalogueOf(dataDir: string, meanwhile: () => Promise<void>): Promise<unknown> {
  const server = await startServer({ env: { DATA_DIR: dataDir } })
  try {
    await meanwhile()
    const { access } = await signIn(server.url)
    const records = await readdir(join(dataDir, 'media', 'imported', 'releases'))
    const releases: unknown[] = []
    for (const record of records.sort((a, b) => (a < b ? -1 : 1))) {
      const path = `/releases/${record.replace('.json', '')}`
      const { title, artist, trackcount, duration, songs } = await expectJson(ReleaseDetail, call(server.url, path, { token: access })) // biome-ignore format: one line
      releases.push({ title, artist, trackcount, duration, songs: songs.map(({ coverart: _, ...song }) => song) })
    }
    const audio = (await readdir(join(dataDir, 'media', 'imported'), { recursive: true })).filter((name) => /^(audio|covers).*\./.test(name)) // biome-ignore format: one line
    return { releases, audio: audio.sort((a, b) => (a < b ? -1 : 1)) }
  } finally {
    await server.stop()
  }
}

/** Imports, and kills that when it says `word`, or after so many ms. @returns whether it was killed before its end */
async function killed(dataDir: string, when: string | number): Promise<boolean> {
  const { DATABASE_URL: _, NODE_OPTIONS: __, ...inherited } = process.env
  const child = spawn(process.execPath, [IMPORT, music], { env: { ...inherited, DATA_DIR: dataDir } })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
    if (typeof when === 'string' && said.includes(when)) child.kill('SIGKILL')
  })
  child.stderr.resume()
  const timer = typeof when === 'number' ? setTimeout(() => child.kill('SIGKILL'), when) : null
  const signal = await new Promise<NodeJS.Signals | null>((done) => child.once('close', (_code, by) => done(by)))
  if (timer) clearTimeout(timer)
  return signal === 'SIGKILL'
}

/** Numbers from 0 to 1 that follow from the seed. */
let state = SEED
const next = () => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}
const places = process.env.TEST_ALL
  ? [...Array.from({ length: FILES }, (_, n) => `[${n + 1}/${FILES}]`), 'Added']
  : [`[4/${FILES}]`]
it.each<[when: string | number]>([
  ...places.map((place): [string] => [place]),
  ...Array.from({ length: RANDOM }, (): [number] => [Math.round(1000 * next()) / 1000]),
])('killed at %s, an import is finished by the next, into the server that was started meanwhile', async (when) => {
  const dataDir = await copied(inject('templates').embedded)
  const hit = await killed(dataDir, typeof when === 'number' ? when * whole : when)
  // At its summary all is done: the process may have ended before it was killed.
  if (typeof when === 'string' && when !== 'Added') expect(hit).toBe(true)
  const found = await catalogueOf(dataDir, async () => {
    const again = await runCommand('import', [music], { DATA_DIR: dataDir })
    expect(again).toMatchObject({ code: 0, stderr: '' })
    expect(again.stdout).not.toContain('Could not import')
  })
  expect(found).toEqual(wanted)
})
