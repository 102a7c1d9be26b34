/**
 * `npm run tags -- FILE…`: what a file says, and what the MP3 and the WAV say that are made of it, side by side, with
 * the WAV as a station takes it home. Each file is imported into a folder of its own that is removed again; nothing of a catalogue is touched.
 */
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { parseBuffer, parseFile } from 'music-metadata'
import type { Song } from '#core/model/catalogue/release.ts'
import { messageOf } from '#core/model/text/messageOf.ts'
import type { CatalogueRelease } from '../catalogue/contract.ts'
import type { MediaFormat } from '../media/contract.ts'
import { createCoverStudio } from '../media/covers.ts'
import { createSongFiles } from '../media/label/songFiles.ts'
import { createMediaLibrary } from '../media/library.ts'
import { createFolderStore } from '../media/objects/folderStore.ts'
import { importFolder } from './importFolder.ts'
import { clean, mended } from './tags/titles.ts'

type Common = Awaited<ReturnType<typeof parseFile>>
const WIDTH = 34

/** Makes of a WAV and what is known of its song what a player makes of them for a station; null: it is left as it is. */
export type StationReady = (wav: Buffer, song: Song) => Promise<Uint8Array | null>

const ROWS: readonly [name: string, of: (read: Common) => unknown][] = [
  ['tags', ({ format }) => format.tagTypes],
  ['title', ({ common }) => common.title],
  ['artist', ({ common }) => common.artist],
  ['album artist', ({ common }) => common.albumartist],
  ['album', ({ common }) => common.album],
  ['track', ({ common }) => placed(common.track)],
  ['disc', ({ common }) => placed(common.disk)],
  ['date', ({ common }) => common.releasedate ?? common.date ?? common.year],
  ['ISRC', ({ common }) => common.isrc],
  ['label', ({ common }) => common.label],
  ['genre', ({ common }) => common.genre],
  ['language', ({ common }) => common.language],
  ['composer', ({ common }) => common.composer],
  ['comment', ({ common }) => common.comment?.map(({ text }) => text)],
  ['lyrics', ({ common }) => common.lyrics?.map(({ text }) => `${(text ?? '').length} signs`)],
  ['cover', ({ common }) => common.picture?.map(({ format, data }) => `${format}, ${data.length} bytes`)],
  [
    'audio',
    ({ format }) => `${format.sampleRate} Hz, ${format.bitsPerSample ?? '-'} bit, ${format.numberOfChannels} ch`,
  ],
]

const AS_IT_CAME = 'as it came'
const NOT_OFFERED = 'not offered'
type Made = Buffer | typeof AS_IT_CAME | typeof NOT_OFFERED

const placed = ({ no, of }: { no: number | null; of: number | null }) => (no ? `${no}/${of ?? '-'}` : undefined)

/**
 * The table of a file as lines.
 * @param path absolute
 * @param stationReady what the player does
 * @throws Error when the file cannot be read
 */
async function tagTable(path: string, stationReady: StationReady): Promise<string[]> {
  const base = await mkdtemp(join(tmpdir(), 'tags-'))
  const root = join(base, 'data', 'media')
  const store = createFolderStore(root)
  let release: CatalogueRelease | null = null
  const ledger = { get: async () => null, put: async () => {} }
  const media = createMediaLibrary({ store, scratch: join(base, 'scratch'), capBytes: 0, ledger, threads: 1 })
  const seedOf = async () => (release?.cover && 'file' in release.cover ? release.cover : null)
  const covers = createCoverStudio({ mediaRoot: root, store, capBytes: 1e9, seedOf, threads: 1 })
  try {
    // The folder's name may say what the tags do not.
    const folder = join(base, 'in', basename(dirname(path)))
    await mkdir(folder, { recursive: true })
    await copyFile(path, join(folder, basename(path)))
    const { refused, notes } = await importFolder(join(base, 'in'), {
      dataDir: join(base, 'data'),
      target: {
        has: async () => new Set(),
        async insert([first]) {
          release = first ?? null
        },
        replace: async () => {},
      },
      now: Date.now(),
    })
    const said = notes.map(({ note }) => `  ${clean(note)}`)
    if (!release) return [clean(path), ...refused.map(({ reason }) => `  not imported: ${clean(reason)}`)]
    const [mp3, wav] = await Promise.all([maker('mp3'), maker('wav')])
    const columns: [string, Common | string][] = [
      ['source', await parseFile(path)],
      ['made MP3', await readOr(mp3)],
      ['made WAV', await readOr(wav)],
      ['station-ready', await ready(wav)],
    ]
    const row = (cells: readonly string[]) => cells.map((cell, n) => cut(cell, n === 0 ? 14 : WIDTH)).join(' | ')
    return [
      clean(path),
      ...said,
      row(['', ...columns.map(([name]) => name)]),
      ...ROWS.map(([name, of]) =>
        row([name, ...columns.map(([, read]) => (typeof read === 'string' ? read : shown(of(read))))]),
      ),
    ]
  } finally {
    await Promise.all([media.close(), covers.close()])
    await rm(base, { recursive: true, force: true })
  }

  function song(): Song {
    const { source: _, ...track } = (release as unknown as CatalogueRelease).songs[0]!
    return { ...track, flagged: false }
  }

  /** The WAV for a station; of a song without one there is none. */
  async function ready(wav: Made): Promise<Common | string> {
    if (wav === NOT_OFFERED) return wav
    const bytes = await stationReady(wav === AS_IT_CAME ? await readFile(path) : wav, song())
    return bytes ? parseBuffer(bytes) : AS_IT_CAME
  }

  /** The file that is made. */
  async function maker(format: MediaFormat): Promise<Made> {
    const { songs, ...about } = release as unknown as CatalogueRelease
    const { source } = songs[0]!
    if (source.kind !== 'file' || !source.files[format]) return NOT_OFFERED
    if (!source.files[format].made) return AS_IT_CAME
    const files = createSongFiles({ media, covers, ledger })
    const file = await files.ensure({ song: song(), source, release: { ...about, revision: '' } }, format)
    try {
      return Buffer.concat(await (await file.open(0, file.bytes - 1)).toArray())
    } finally {
      file.done()
    }
  }
}

const readOr = async (made: Made): Promise<Common | string> => (typeof made === 'string' ? made : parseBuffer(made))

/** As the import reads it: INFO names no encoding. */
function shown(value: unknown): string {
  const texts = (Array.isArray(value) ? value : [value ?? '']).map(String)
  return clean(texts.map(mended).join('; '))
}

function cut(text: string, width: number): string {
  const signs = [...text]
  return (signs.length > width ? [...signs.slice(0, width - 1), '…'] : signs).join('').padEnd(width)
}

/** @param args of the command line @param print takes a line @returns exit code */
export async function printTables(
  args: readonly string[],
  cwd: string,
  print: (line: string) => void,
  stationReady: StationReady,
): Promise<number> {
  const files = args.filter((arg) => arg !== '--')
  if (files.length === 0) print('Name the files: npm run tags -- FILE…')
  let failed = files.length === 0
  for (const file of files) {
    try {
      for (const line of await tagTable(resolve(cwd, file), stationReady)) print(line)
    } catch (error) {
      failed = true
      print(`${clean(file)}: ${clean(messageOf(error))}`)
    }
  }
  return failed ? 1 : 0
}
