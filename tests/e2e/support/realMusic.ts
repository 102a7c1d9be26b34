/**
 * Music somebody made, as a studio would send it: songs of a free Debian package, cut, in the formats of studios and
 * with words in three scripts. `MUSIC_DIR` names a folder of audio to take instead.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** 36 MB of Ogg Vorbis, freely licensed; in Debian since 2010. */
const PACKAGE = 'drascula-music'
const SECONDS = 12

/** A file of the folder, and what its tags say. */
export interface Sent {
  readonly file: string
  readonly album: string
  readonly title: string
  readonly artist: string
  readonly isrc: string
  readonly track: number
  readonly lossless: boolean
}

type Kind = 'flac' | 'flac24' | 'wav16' | 'wav24' | 'aiff' | 'mp3'
const CODEC: Record<Kind, readonly string[]> = {
  flac: ['-c:a', 'flac', '-sample_fmt', 's16'],
  flac24: ['-c:a', 'flac', '-sample_fmt', 's32', '-ar', '48000'],
  wav16: ['-c:a', 'pcm_s16le'],
  wav24: ['-c:a', 'pcm_s24le', '-ar', '48000'],
  aiff: ['-c:a', 'pcm_s16be', '-write_id3v2', '1'],
  mp3: ['-c:a', 'libmp3lame', '-b:a', '256k', '-id3v2_version', '3'],
}
const ENDING: Record<Kind, string> = {
  flac: 'flac',
  flac24: 'flac',
  wav16: 'wav',
  wav24: 'wav',
  aiff: 'aiff',
  mp3: 'mp3',
}

const ALBUMS: readonly { album: string; artist: string; titles: readonly string[]; kinds: readonly Kind[] }[] = [
  {
    album: 'Canción de Otoño',
    artist: 'Ångström & Søn',
    titles: ['Où est l’été?', 'Straße (Live)', 'Żółć'],
    kinds: ['flac', 'wav16', 'mp3'],
  },
  { album: '夜の街', artist: '東京カルテット', titles: ['雨上がり', '始発電車'], kinds: ['wav24', 'aiff'] },
  { album: 'أغاني الليل', artist: 'فرقة النيل', titles: ['مُقدّمة', 'ليلة طويلة'], kinds: ['flac24', 'aiff'] },
]

/** Whether music, ffmpeg, ffprobe and sox are there or can be had; otherwise why not. */
export function whyNoMusic(): string | null {
  for (const tool of ['ffmpeg', 'ffprobe', 'sox'])
    if (spawnSync(tool, [tool === 'sox' ? '--version' : '-version']).status !== 0) return `there is no ${tool}`
  if (process.env.MUSIC_DIR) return null
  return spawnSync('apt-get', ['--version']).status === 0 ? null : 'MUSIC_DIR is not set, and this is no Debian'
}

/**
 * Lays a folder of tagged music out.
 * @param place an empty folder of the test's own
 * @returns the folder to import, and what lies in it
 */
export function layOutMusic(place: string): { folder: string; sent: Sent[] } {
  const sources = audioIn(process.env.MUSIC_DIR ?? unpacked(place))
  const folder = join(place, 'from the studio')
  const sent: Sent[] = []
  for (const { album, artist, titles, kinds } of ALBUMS) {
    mkdirSync(join(folder, album), { recursive: true })
    for (const [n, title] of titles.entries()) {
      const kind = kinds[n] ?? 'flac'
      const source = sources[sent.length % sources.length]
      if (!source) throw new Error('the folder of music is empty')
      const file = join(folder, album, `${n + 1}.${ENDING[kind]}`)
      const isrc = `DEX262600${String(sent.length + 1).padStart(3, '0')}`
      const tags = { title, artist, album, album_artist: artist, track: `${n + 1}/${titles.length}`, genre: 'Jazz' }
      const words = Object.entries({
        ...tags,
        date: '2026-10-30',
        [kind === 'flac' || kind === 'flac24' ? 'ISRC' : 'TSRC']: isrc,
      })
      const cut = [
        '-v',
        'error',
        '-y',
        '-i',
        source,
        '-map',
        '0:a:0',
        '-map_metadata',
        '-1',
        '-t',
        String(SECONDS),
        '-ac',
        '2',
      ]
      const given = words.flatMap(([name, text]) => ['-metadata', `${name}=${text}`])
      execFileSync('ffmpeg', [...cut, ...CODEC[kind], ...given, file])
      sent.push({ file, album, title, artist, isrc, track: n + 1, lossless: kind !== 'mp3' })
    }
  }
  return { folder, sent }
}

function unpacked(place: string): string {
  const folder = join(place, 'package')
  mkdirSync(folder)
  execFileSync('apt-get', ['download', PACKAGE], { cwd: folder, stdio: 'ignore' })
  const [archive] = readdirSync(folder).filter((name) => name.endsWith('.deb'))
  if (!archive) throw new Error(`${PACKAGE} did not come`)
  execFileSync('dpkg-deb', ['-x', join(folder, archive), folder])
  return folder
}

const audioIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ogg|flac|wav|mp3|opus|aiff?)$/i.test(name))
    .sort((a, b) => a.localeCompare(b))
    .map((name) => join(folder, name))

/** What ffprobe reads of a file: its words, in small letters, and what the audio is. */
export function probed(path: string): { words: Record<string, string>; rate: number; channels: number } {
  const said = execFileSync('ffprobe', ['-v', 'error', '-show_format', '-show_streams', '-of', 'json', path])
  const { format, streams } = JSON.parse(String(said)) as {
    format: { tags?: Record<string, string> }
    streams: { codec_type: string; sample_rate: string; channels: number }[]
  }
  const audio = streams.find((one) => one.codec_type === 'audio')
  const words = Object.entries(format.tags ?? {}).map(([name, text]) => [name.toLowerCase(), text] as const)
  return { words: Object.fromEntries(words), rate: Number(audio?.sample_rate), channels: audio?.channels ?? 0 }
}

const BIG = { maxBuffer: 1 << 30 }

/** Digest of the samples as 24-bit integers, as ffmpeg decodes them. */
export const pcmByFfmpeg = (path: string): string =>
  String(
    execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:a:0', '-c:a', 'pcm_s24le', '-f', 'md5', '-']),
  ).trim()

/** The samples as 32-bit integers, as sox reads them; lossless formats alone. */
export const pcmBySox = (path: string): Buffer =>
  execFileSync('sox', [path, '-t', 'raw', '-e', 'signed', '-b', '32', '-'], BIG)

/** Sample frames of a file as ffmpeg plays it: without what an encoder put around them. */
export function framesOf(path: string): number {
  const raw = execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:a:0', '-ac', '1', '-f', 's16le', '-'], BIG)
  return raw.length / 2
}
