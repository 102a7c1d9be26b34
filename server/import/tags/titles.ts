// What titles, album names and file names say between the lines. Pure text rules.
import { unaccented } from '#core/model/text/fold.ts'

/** Where a word begins and ends, in any script: `\b` sees an end in the middle of `Geschäft`. */
const BEGIN = '(?<![\\p{L}\\p{M}\\p{N}])'
const END = '(?![\\p{L}\\p{M}\\p{N}])'
/** Words that make a bracketed end of a title its version: `Song (Radio Edit)`. */
const VERSION_WORD = new RegExp(
  `${BEGIN}(mix|remix|edit|version|instrumental|acoustic|live|extended|dub|demo|clean|remaster(?:ed)?|a cappella|acapella|vip|rework|reprise|karaoke|unplugged)${END}`,
  'iu',
)
const EXPLICIT = /\s*[([](?:explicit(?: version)?|dirty(?: version)?)[)\]]\s*$/i
const DISC = new RegExp(`[\\s,:–-]*[([]?\\s*${BEGIN}(?:cd|disc|disk)[\\s_.-]*0*(\\d{1,2})\\s*[)\\]]?\\s*$`, 'iu')
const GUESTS = new RegExp(`\\s*[([]?\\s*${BEGIN}(?:feat|ft|featuring)(?:\\.|${END})\\s.*$`, 'iu')

/** `Song (Radio Edit) [Explicit]` to its title, version and flag. A title that is all brackets stays as it is. */
export function splitTitle(text: string): { title: string; version: string; explicit: boolean } {
  let title = clean(text)
  const explicit = EXPLICIT.test(title) && title.replace(EXPLICIT, '') !== ''
  if (explicit) title = title.replace(EXPLICIT, '')
  const end = /^(.+?)\s*[([]([^()[\]]+)[)\]]$/.exec(title)
  if (end && VERSION_WORD.test(end[2]!)) return { title: end[1]!, version: end[2]!.trim(), explicit }
  return { title, version: '', explicit }
}

/** `Album (Disc 2)` to the album's name and the disc; a name that is only `CD 2` keeps its text. */
export function splitDisc(album: string): { album: string; disc: number | null } {
  const text = clean(album)
  const end = DISC.exec(text)
  if (!end) return { album: text, disc: null }
  return { album: text.slice(0, end.index).trim() || text, disc: Number(end[1]) }
}

/** The disc a folder stands for (`CD1`, `Disc 02`), or null. */
export function discOfFolder(name: string): number | null {
  const match = /^\s*(?:cd|disc|disk)[\s_.-]*0*(\d{1,2})\b/i.exec(name)
  return match ? Number(match[1]) : null
}

/** What a file's name tells: `03 - Artist - Title.wav`, `1-07 Title.mp3`, `Title.flac`. */
export function fromFileName(name: string): {
  track: number | null
  disc: number | null
  artist: string | null
  title: string
} {
  const stem = clean(name.replace(/\.[^.]+$/, '').replaceAll('_', ' '))
  const number = /^(?:(\d{1,2})-)?(\d{1,3})(?:\s*[-.)]\s+|\s+|\.\s*|\s*-\s*)(?=\S)/.exec(stem)
  const rest = number ? stem.slice(number[0].length) : stem
  const dash = rest.indexOf(' - ')
  return {
    track: number ? Number(number[2]) : null,
    disc: number?.[1] ? Number(number[1]) : null,
    artist: dash > 0 ? rest.slice(0, dash).trim() : null,
    title: (dash > 0 ? rest.slice(dash + 3) : rest).trim() || stem,
  }
}

/** `Artist - Album (2026)` of a folder's name. */
export function fromFolderName(name: string): { artist: string | null; album: string } {
  const text = clean(name.replaceAll('_', ' '))
  const dash = text.indexOf(' - ')
  return dash > 0
    ? { artist: text.slice(0, dash).trim(), album: text.slice(dash + 3).trim() || text }
    : { artist: null, album: text }
}

/** The artist without guests: `A feat. B` is `A`. */
export function leadArtist(artist: string): string {
  return artist.replace(GUESTS, '').trim() || artist
}

/** Text for comparing: NFKC, no case, no accents, nothing invisible, single spaces. */
export function folded(text: string): string {
  return unaccented(clean(text)).normalize('NFKC').toLowerCase()
}

/**
 * No control characters, no halves of surrogate pairs (no database takes them), no runs of white space, NFC; and nothing
 * that turns the direction of what stands behind it. Marks that say which way one sign goes stay: names need them.
 */
export function clean(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * UTF-8 that was read as Latin-1 (`SÃ¶ng`) as it was meant. RIFF INFO and old ID3 name no encoding, so
 * programs write UTF-8 into fields that are defined as Latin-1; real Latin-1 text is no valid UTF-8.
 */
export function mended(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole range of Latin-1 is meant
  if (!/[\u0080-\u00ff]/.test(text) || /[^\u0000-\u00ff]/.test(text)) return text
  try {
    return utf8.decode(Buffer.from(text, 'latin1'))
  } catch {
    return text
  }
}
