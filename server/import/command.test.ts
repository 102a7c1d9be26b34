import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Kysely, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aiff, id3, png, riffChunk, tone, wav } from '#tests/fixtures/import/make.ts'
import { openDatabase } from '#tests/support/database.ts'
import type { Schema } from '../store/schema.ts'
import { type ImportCommand, runImport } from './command.ts'
import type { ImportTarget } from './importFolder.ts'
import { storeTarget } from './storeTarget.ts'

let db: Kysely<Schema>
let base: string
let lines: string[]
let closed: number

beforeAll(async () => {
  db = await openDatabase()
}, 60_000)
afterAll(() => db.destroy())
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'import-'))
  await mkdir(join(base, 'music'))
  lines = []
  closed = 0
  await sql`delete from releases`.execute(db)
})
afterEach(() => rm(base, { recursive: true }))

const run = (args: string[], target: ImportTarget = storeTarget(db), more: Partial<ImportCommand> = {}) =>
  runImport({
    args,
    cwd: base,
    dataDir: join(base, 'data'),
    openTarget: async () => ({ ...target, close: async () => void closed++ }),
    print: (line) => void lines.push(line),
    now: () => Date.UTC(2026, 10, 20),
    ...more,
  })
const tagged = (seed: number, title: string, tags: Record<string, string> = {}) =>
  wav(
    tone(44_100, 24, 2, 4410, seed),
    riffChunk('id3 ', id3({ TIT2: title, TPE1: 'Ada Moss', TALB: 'Slow Weather', ...tags })),
  )

describe('npm run import, on a real store', () => {
  it('adds, updates, leaves alone and says so', async () => {
    await writeFile(join(base, 'music', '1.wav'), tagged(1, 'Northern Line'))
    await writeFile(join(base, 'music', '2.wav'), tagged(2, 'Harbour'))
    await writeFile(join(base, 'music', '3.wav'), 'no audio')
    expect(await run(['music'])).toBe(2)
    expect(lines.pop()).toMatch(/^0:00 h of audio in [\d.]+ s \(read [\d.]+, decode [\d.]+, encode [\d.]+, loudness [\d.]+, cover [\d.]+, catalogue [\d.]+\)\.$/) // biome-ignore format: one line
    // On a slow machine a line already says for how long it goes on.
    expect(
      lines.map((line) => line.replace(/^(\[\d\/3\] \d\.wav) \(0:00 h of audio so far, about \d+ s left\)$/, '$1')),
    ).toEqual([
      '[1/3] 1.wav',
      '[2/3] 2.wav',
      '[3/3] 3.wav',
      'Added 1 release:',
      '  Ada Moss - Slow Weather (2 songs)',
      'Could not import 1 file:',
      '  3.wav: it is not a WAV file inside',
    ])
    const rows = await db.selectFrom('tracks').selectAll().orderBy('ordinal').execute()
    expect(rows.map((row) => row.title)).toEqual(['Northern Line', 'Harbour'])
    const source = rows[0]!.source
    if (source.kind !== 'file') throw new Error('no file')
    expect(await readFile(join(base, 'data', 'media', source.files.wav!.path))).toEqual(tagged(1, 'Northern Line'))

    lines = []
    expect(await run(['music'])).toBe(2)
    expect(lines.slice(3, -1)).toEqual([
      'Already there: 1 release.',
      'Could not import 1 file:',
      '  3.wav: it is not a WAV file inside',
    ])

    await writeFile(join(base, 'music', '2.wav'), tagged(2, 'Quay'))
    lines = []
    expect(await run(['--', 'music'])).toBe(2)
    expect(lines.slice(3, 5)).toEqual(['Updated 1 release:', '  Ada Moss - Slow Weather (2 songs; title of 1 song)'])
    const after = await db.selectFrom('tracks').select(['trackid', 'title']).orderBy('ordinal').execute()
    expect(after.map((row) => row.title)).toEqual(['Northern Line', 'Quay'])
    expect(after.map((row) => row.trackid)).toEqual(rows.map((row) => row.trackid))
    expect(closed).toBe(3)
  })

  it('keeps nothing in a dry run, and says what it would do', async () => {
    await writeFile(join(base, 'music', '1.wav'), tagged(1, 'Northern Line'))
    expect(await run(['music', '--dry-run'])).toBe(0)
    expect(lines.slice(1, 3)).toEqual(['Would add 1 release:', '  Ada Moss - Slow Weather (1 song)'])
    expect(lines.at(-1)).toBe('This was a dry run: nothing was kept.')
    expect(await db.selectFrom('releases').select('releaseid').execute()).toEqual([])
    expect(await readdir(join(base, 'data', 'media', 'imported', 'tmp'))).toEqual([])
    await expect(readdir(join(base, 'data', 'media', 'imported', 'audio'))).rejects.toThrow('ENOENT')
    lines = []
    expect(await run(['music'])).toBe(0)
    expect(lines[1]).toBe('Added 1 release:')
  })

  it('imports nothing where npm kept the word for a dry run, and says how to hand it on', async () => {
    await writeFile(join(base, 'music', '1.wav'), tagged(1, 'Northern Line'))
    const env = { npm_config_dry_run: 'true' }
    await expect(run(['music'], storeTarget(db), { env })).rejects.toThrow('npm run import -- FOLDER --dry-run')
    expect([closed, lines]).toEqual([0, []])
    expect(await run(['music', '--dry-run'], storeTarget(db), { env })).toBe(0)
    expect(lines.at(-1)).toBe('This was a dry run: nothing was kept.')
    expect(await run(['music'], storeTarget(db), { env: { npm_config_dry_run: '' } })).toBe(0)
  })

  it('says what is gone, and takes it away when it is told to', async () => {
    await writeFile(join(base, 'music', '1.wav'), tagged(1, 'Northern Line'))
    await writeFile(join(base, 'music', '2.wav'), tagged(2, 'Harbour'))
    await run(['music'])
    await rm(join(base, 'music', '2.wav'))
    lines = []
    expect(await run(['music'])).toBe(0)
    expect(lines.slice(1, 4)).toEqual([
      'Already there: 1 release.',
      'No longer in the folder: 1 file of earlier imports. With --prune they are taken away:',
      '  2.wav',
    ])
    await run(['music', '--prune', '--dry-run'])
    expect(lines).toContain('No longer in the folder: 1 file of earlier imports. They would be taken away:')
    await run(['music', '--prune'])
    expect(lines).toContain('No longer in the folder: 1 file of earlier imports. Taken away:')
    expect((await db.selectFrom('tracks').select('title').execute()).map(({ title }) => title)).toEqual([
      'Northern Line',
    ])
  })

  it.each(['pruned', 'retagged'])('withdraws a release that had the same audio twice, when it is %s', async (how) => {
    const here = (name: string) => join(base, 'music', name)
    for (const folder of ['a', 'b', 'other']) await mkdir(here(folder))
    const both = async (album: string) => {
      const tags = { TPE2: 'Ada Moss', TALB: album }
      await writeFile(here('a/1.wav'), tagged(1, 'Northern Line', tags))
      await writeFile(here('b/1.wav'), tagged(1, 'Northern Line', { ...tags, TCON: 'Jazz' }))
    }
    await both('Slow Weather')
    await writeFile(here('other/2.wav'), tagged(2, 'Harbour', { TPE2: 'Ada Moss', TALB: 'Fast Weather' }))
    await run(['music'])
    lines = []
    if (how === 'retagged') await both('Fast Weather')
    else for (const folder of ['a', 'b']) await rm(here(folder), { recursive: true })
    expect(await run(['music', ...(how === 'pruned' ? ['--prune'] : [])])).toBe(0)
    expect(lines.join('\n')).toContain('Withdrawn')
    const songs = await db
      .selectFrom('tracks')
      .innerJoin('releases', 'releases.releaseid', 'tracks.releaseid')
      .select(['tracks.title', 'access'])
      .where('releases.title', '=', 'Slow Weather')
      .execute()
    expect(songs).toEqual([{ title: 'Northern Line', access: 'withdrawn' }])
  })

  it('goes on with what is dropped in while it watches, once it lies still', async () => {
    await writeFile(join(base, 'music', '1.wav'), tagged(1, 'Northern Line'))
    const stop = new AbortController()
    let looks = 0
    const pause = async () => {
      looks++
      if (looks === 3) await writeFile(join(base, 'music', '2.wav'), tagged(2, 'Harbour').subarray(0, 5000))
      if (looks === 4) await writeFile(join(base, 'music', '2.wav'), tagged(2, 'Harbour'))
      if (looks === 8) stop.abort()
    }
    expect(await run(['music', '--watch'], storeTarget(db), { signal: stop.signal, pause })).toBe(0)
    expect(lines.filter((line) => /^(Added|Updated|Could|Watching)/.test(line))).toEqual([
      'Added 1 release:',
      expect.stringMatching(/^Watching/),
      'Updated 1 release:',
      expect.stringMatching(/^Watching/),
    ])
    expect(closed).toBe(2)
  })

  it('H-542: takes a cover that is dropped in beside the files while it watches, and says which cannot be read', async () => {
    await mkdir(join(base, 'music', 'CD1'))
    await writeFile(join(base, 'music', 'CD1', '1.wav'), tagged(1, 'Northern Line'))
    const stop = new AbortController()
    let looks = 0
    const pause = async () => {
      looks++
      if (looks === 3) await writeFile(join(base, 'music', 'CD1', 'cover.jpg'), 'no picture')
      if (looks === 6) await writeFile(join(base, 'music', 'folder.png'), png(0, 0, 200))
      if (looks === 9) stop.abort()
    }
    await run(['music', '--watch'], storeTarget(db), { signal: stop.signal, pause })
    expect(lines.filter((line) => /^(Added|Already|Updated|Taken| {2})/.test(line))).toEqual([
      'Added 1 release:',
      '  Ada Moss - Slow Weather (1 song)',
      'Already there: 1 release.',
      'Taken, but look at:',
      '  CD1/cover.jpg: this cover is left out: it is neither a JPEG nor a PNG inside',
      'Updated 1 release:',
      '  Ada Moss - Slow Weather (1 song; cover)',
      'Taken, but look at:',
      '  CD1/cover.jpg: this cover is left out: it is neither a JPEG nor a PNG inside',
    ])
  })

  it('goes on watching a folder that was away for a while, and says so once', async () => {
    const stop = new AbortController()
    let looks = 0
    const pause = async () => {
      looks++
      if (looks === 1) await rename(join(base, 'music'), join(base, 'away'))
      if (looks === 4) await rename(join(base, 'away'), join(base, 'music'))
      if (looks === 4) await writeFile(join(base, 'music', '1.wav'), tagged(1, 'Northern Line'))
      if (looks === 8) stop.abort()
    }
    expect(await run(['music', '--watch'], storeTarget(db), { signal: stop.signal, pause })).toBe(0)
    expect(lines.filter((line) => line.includes('goes on'))).toHaveLength(1)
    expect(lines).toContain('Added 1 release:')
  })

  it('ends with 1 when nothing could be read', async () => {
    expect(await run(['music'])).toBe(1)
    expect(lines[0]).toMatch(/^There is no audio in /)
    await writeFile(join(base, 'music', '3.wav'), 'no audio')
    expect(await run(['music'])).toBe(1)
    expect(lines.at(-1)).toMatch(/^Nothing in .* could be imported/)
  })

  it('says what to name when the folder is missing, wrong or a file', async () => {
    await writeFile(join(base, 'file.wav'), '')
    await expect(run([])).rejects.toThrow('Name one folder with music')
    await expect(run(['a', 'b'])).rejects.toThrow('Name one folder with music')
    await expect(run(['music', '--all'])).rejects.toThrow('There is no --all. Name one folder')
    await expect(run(['nowhere'])).rejects.toThrow('There is no folder')
    await expect(run(['file.wav'])).rejects.toThrow('is a file')
    expect(closed).toBe(0)
  })

  it('says what to do when the disk is full, and closes the store', async () => {
    await writeFile(join(base, 'music', '1.wav'), tagged(1, 'Northern Line'))
    const full = Object.assign(new Error('write'), { code: 'ENOSPC' })
    const target = { ...storeTarget(db), insert: () => Promise.reject(full) }
    await expect(run(['music'], target)).rejects.toThrow(/disk of .* is full. Free some space/)
    expect(closed).toBe(1)
  })

  it('prints no control character that a file, or its name, brings', async () => {
    await writeFile(join(base, 'music', 'a\u001b[2Jb.wav'), 'no audio')
    await writeFile(join(base, 'music', 'c.aifc'), aiff(tone(44_100, 16, 2, 100), '\u001b[2J'))
    await run(['music'])
    expect(lines.at(-2)).toContain('c.aifc: compressed AIFF ( [2J): export it')
    expect(lines.join('')).not.toContain('\u001b')
  })
})

describe.skipIf(!(await promisify(execFile)('flac', ['--version']).catch(() => null)))('with a flac program', () => {
  it.each([0, 5, 8])('imports what it makes at level %i, sample for sample', async (level) => {
    const pcm = tone(88_200, 24, 2, 88_200)
    await writeFile(join(base, 'a.wav'), wav(pcm))
    await promisify(execFile)('flac', ['-s', `-${level}`, join(base, 'a.wav'), '-o', join(base, 'music', 'a.flac')])
    expect(await run(['music'])).toBe(0)
    const { source } = await db.selectFrom('tracks').select('source').executeTakeFirstOrThrow()
    if (source.kind !== 'file') throw new Error('no file')
    expect((await readFile(join(base, 'data', 'media', source.files.wav!.path))).equals(wav(pcm))).toBe(true)
  })
})
