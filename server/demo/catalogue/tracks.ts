// The songs of a release: titles, lengths, versions, credits, and the seeds of their music.

import type { CatalogueTrack } from '../../catalogue/contract.ts'
import { SYNTH_GENERATOR } from '../music/synth.ts'
import type { Random } from '../random.ts'
import { personFor, titleFor } from './names.ts'
import type { Profile } from './profiles.ts'
import { lyricsFor } from './texts.ts'

/** Seconds of the demonstration video. */
const CLIP_SECONDS = 4

export interface ReleaseFacts {
  releaseid: string
  /** Number that makes codes unique. */
  number: number
  title: string
  artist: string
  language: string
  type: 'album' | 'ep' | 'single'
  label: string
  labelCode: string
  genres: string[]
  markets: string[]
  available: string
  impactdate: number | null
  year: number
  explicit: boolean
  canadian: boolean
  candownload: boolean
  video: boolean
}

interface Line {
  title: string
  version: string
  explicit: boolean
  seconds: number
  /** Lines of one song share its music's seed with another ending. */
  song: number
}

const between = (value: number, low: number, high: number) => Math.max(low, Math.min(high, Math.round(value)))

/** Titles and lengths: 2:10 to 6:30 each, albums 30 to 60 minutes together. */
function plan(r: Random, facts: ReleaseFacts): Line[] {
  const { title, language, explicit, type } = facts
  const titles = new Set<string>([title])
  const fresh = () => {
    let found = titleFor(r, language)
    while (titles.has(found)) found = titleFor(r, language)
    titles.add(found)
    return found
  }
  if (type === 'single') {
    const full = r.int(150, 262)
    const lines: Line[] = [{ title, version: explicit ? 'Explicit' : '', explicit, seconds: full, song: 0 }]
    if (explicit) lines.push({ title, version: 'Clean', explicit: false, seconds: full, song: 0 })
    if (r.chance(0.4))
      lines.push({
        title,
        version: 'Radio edit',
        explicit: false,
        seconds: between(full - r.int(10, 40), 130, 240),
        song: 0,
      })
    if (r.chance(0.3)) lines.push({ title, version: 'Instrumental', explicit: false, seconds: full, song: 0 })
    if (r.chance(0.18))
      lines.push({ title, version: r.pick(['Club mix', 'Remix']), explicit, seconds: r.int(290, 390), song: 1 })
    return lines
  }
  const songs = type === 'ep' ? r.int(4, 6) : r.chance(0.12) ? r.int(15, 18) : r.int(8, 14)
  const mean = type === 'ep' ? r.range(180, 260) : Math.min(330, Math.max(165, r.range(2200, 3100) / songs))
  const named = r.chance(0.6) ? r.int(0, Math.min(3, songs - 1)) : -1
  const lines: Line[] = []
  for (let i = 0; i < songs; i++) {
    lines.push({
      title: i === named ? title : fresh(),
      version: i === named && r.chance(0.2) ? 'Album version' : '',
      explicit: explicit && (i === 0 || r.chance(0.35)),
      seconds: between(mean * r.range(0.78, 1.22), 130, 390),
      song: i,
    })
  }
  const focus = lines[named === -1 ? 0 : named]
  if (type === 'album' && focus && songs < 15 && r.chance(0.25)) {
    lines.push({
      ...focus,
      version: focus.explicit ? 'Clean' : 'Radio edit',
      explicit: false,
      seconds: between(focus.seconds - 20, 130, 240),
    })
  }
  return lines
}

export function tracksFor(r: Random, facts: ReleaseFacts, profile: Profile, texts: boolean): CatalogueTrack[] {
  const { sampleRate, bits } = r.pick([
    ...Array(16).fill({ sampleRate: 44100, bits: 16 } as const),
    { sampleRate: 48000, bits: 24 } as const,
    { sampleRate: 48000, bits: 16 } as const,
    { sampleRate: 44100, bits: 24 } as const,
    { sampleRate: 48000, bits: 24 } as const,
  ] as const) as { sampleRate: 44100 | 48000; bits: 16 | 24 }
  const person =
    facts.artist.split(' ').length === 2 && !facts.artist.startsWith('The ')
      ? facts.artist
      : personFor(r, facts.language)
  const credits = [
    person,
    ...(r.chance(0.6) ? [personFor(r, facts.language)] : []),
    ...(r.chance(0.2) ? [personFor(r, 'English')] : []),
  ]
  const producer = r.chance(0.4) ? person : personFor(r, 'English')
  const instrumental = !profile.lyrics
  const upc = upcOf(facts.number)
  const words = new Map<number, string>()
  const lines = plan(r, facts)
  const out = lines.map((line, i): CatalogueTrack => {
    if (!words.has(line.song)) words.set(line.song, texts && !instrumental && r.chance(0.45) ? lyricsFor(r) : '')
    const guest = facts.type === 'album' && r.chance(0.06) ? ` feat. ${personFor(r, facts.language)}` : ''
    return {
      trackid: `${facts.releaseid}-${String(i + 1).padStart(2, '0')}`,
      releaseid: facts.releaseid,
      ordinal: i + 1,
      title: line.title,
      artist: `${facts.artist}${guest}`,
      version: line.version,
      explicit: line.explicit,
      assettype: 'audio',
      duration: line.seconds,
      available: facts.available,
      impactdate: facts.impactdate,
      labels: [{ name: facts.label }],
      genres: facts.genres,
      market_tags: facts.markets,
      coverart: '',
      candownload: facts.candownload,
      formats: ['wav', 'mp3'],
      album: facts.title,
      language: instrumental ? 'Instrumental' : facts.language,
      composer: credits.join(', '),
      writers: instrumental ? '' : credits.slice(0, 2).join(', '),
      publishing: `${facts.label} Publishing`,
      producer,
      isrc: `QZ${facts.labelCode}${String(facts.year % 100).padStart(2, '0')}${isrcDigits(facts.number, i)}`,
      upcnumber: upc,
      catalognumber: `${facts.labelCode}-${String((facts.number % 9000) + 100).padStart(4, '0')}`,
      copyrightyear: facts.year,
      canadian: facts.canadian
        ? { music: true, artist: true, performance: r.chance(0.5), lyrics: !instrumental && r.chance(0.7) }
        : {},
      lyrics: line.version === 'Instrumental' ? '' : (words.get(line.song) ?? ''),
      source: {
        kind: 'synth',
        seed: `${profile.style}.${facts.releaseid}.${line.song}#${line.version}`,
        generator: SYNTH_GENERATOR,
        seconds: line.seconds,
        sampleRate,
        bits,
        channels: 2,
      },
    }
  })
  const first = out[0]
  if (facts.video && first) out.push(videoOf(first, out.length + 1))
  return out
}

/** The video of a song, as another item of the release. */
export function videoOf(song: CatalogueTrack, ordinal: number): CatalogueTrack {
  return {
    ...song,
    trackid: `${song.releaseid}-${String(ordinal).padStart(2, '0')}`,
    ordinal,
    version: '',
    assettype: 'video',
    duration: CLIP_SECONDS,
    formats: ['mp4'],
    lyrics: '',
    // Nineteen on from the first song: no release has that many.
    isrc: song.isrc.slice(0, -5) + String(((Number(song.isrc.slice(-5)) + 18) % 99_999) + 1).padStart(5, '0'),
    source: { kind: 'clip' },
  }
}

/** Five digits, different for every track of the first five thousand releases of a label and year. */
const isrcDigits = (number: number, track: number): string =>
  String(((number * 20 + track) % 99_999) + 1).padStart(5, '0')

/** Twelve digits with their check digit (GS1 General Specifications 7.9), in the range 2 kept for internal use: no product has them. */
function upcOf(number: number): string {
  const body = `2${String(number).padStart(10, '0')}`
  let sum = 0
  for (let i = 0; i < 11; i++) sum += Number(body[i]) * (i % 2 === 0 ? 3 : 1)
  return body + String((10 - (sum % 10)) % 10)
}
