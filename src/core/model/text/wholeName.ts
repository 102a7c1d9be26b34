/**
 * How a file is named before any disk has set a limit (DOWNLOAD-028, D-133, D-134):
 * `artist - ordinal - title [E] (version).ext`; a missing part leaves with its separator; what a file system refuses
 * becomes `_`, and what nobody sees is gone. Pure text: the same name on every thread and in every replay, which a cut
 * between grapheme clusters would not be (`fileName.ts` makes it, where a file leaves for a disk).
 */
export interface NameParts {
  artist: string
  ordinal: number | null
  title: string
  explicit: boolean
  version: string
}

// Names Windows keeps for devices, with or without an extension, and two that Chromium takes for Windows' own.
const RESERVED =
  /^((con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$) *(\.|$)|desktop\.ini$|thumbs\.db$)/i
// Endings Chromium writes for nobody, because Windows acts on them.
const ACTED_ON = /\.(lnk|local|scf|url)$/i
// Neither shown nor wanted: joiners and spaces without width, direction, soft hyphens, tags. Chromium writes no file
// with one of them into a folder and makes each a `_` when it saves one itself (measured).
const UNSEEN =
  /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\u034f/gu
const REFUSED =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what must go
  /[\u0000-\u001f\u007f-\u009f/\\:*?"<>|\p{Surrogate}\p{Noncharacter_Code_Point}\p{Cf}]/gu

/** One part of a name without what no name may hold, of any length; may be empty. */
export function namePart(text: string): string {
  return text.replace(UNSEEN, '').replace(REFUSED, '_').normalize('NFC').replace(/\s+/g, ' ').trim()
}

/**
 * A text as the name of a file, of any length. Never empty, no dot or space at its ends, none of the names that
 * Windows keeps for itself. A name that was made so stays as it is.
 * @param extension without its dot; empty: none
 */
export function wholeName(stem: string, extension = ''): string {
  const ext = extension ? `.${extension}` : ''
  let name = namePart(stem)
    .replace(/^[. ]+/, '')
    .replace(/[. ]+$/, '')
    .replace(/^~/, '_')
  if (ext === '') name = name.replace(ACTED_ON, '_$1')
  if (RESERVED.test(name + ext)) name = `_${name}`
  return (name || 'untitled') + ext
}

/** Name of a single song or video. */
export function wholeSongName(parts: Readonly<NameParts>, extension: string): string {
  const stem = [namePart(parts.artist), parts.ordinal === null ? '' : String(parts.ordinal), namePart(parts.title)]
    .filter((part) => part !== '')
    .join(' - ')
  const version = namePart(parts.version)
  return wholeName(`${stem}${parts.explicit ? ' [E]' : ''}${version ? ` (${version})` : ''}`, extension)
}

/** Name of a release, or of another thing that has an artist and a title: `artist - title [E]`. */
export function wholeReleaseName(release: Pick<NameParts, 'artist' | 'title' | 'explicit'>, extension: string): string {
  return wholeSongName({ ...release, ordinal: null, version: '' }, extension)
}

/** What a template may name in braces. */
export const TEMPLATE_PARTS = [
  'artist',
  'ordinal',
  'title',
  'explicit',
  'version',
  'release',
  'label',
  'isrc',
  'upc',
] as const
type TemplatePart = (typeof TEMPLATE_PARTS)[number]

/** Parts of a name beyond the specified ones. */
export interface MoreNameParts {
  readonly release: string
  readonly label: string
  readonly isrc: string
  readonly upc: string
}

const SEPARATORS = '[\\s\\-_–—,·]+'
const AT_START = new RegExp(`^${SEPARATORS}`)
const AT_END = new RegExp(`${SEPARATORS}$`)
const BRACKETS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '<': '>' }

/**
 * Name of a song after a person's template: `{artist}`, `{title}` and so on are replaced, `{ordinal:2}` has at least
 * two digits; what is missing leaves with its brackets and its separator. A template that names nothing that is there
 * gives the specified name.
 */
export function wholeTemplateName(
  template: string,
  parts: Readonly<NameParts & Partial<MoreNameParts>>,
  extension: string,
): string {
  const textOf = (name: TemplatePart, digits: number): string => {
    if (name === 'ordinal') return parts.ordinal === null ? '' : String(parts.ordinal).padStart(digits, '0')
    if (name === 'explicit') return parts.explicit ? '[E]' : ''
    return namePart(parts[name] ?? '')
  }
  // Text between the parts, and the parts: text, name, digits, text, name, digits, …, text.
  const pieces = template.split(new RegExp(`\\{(${TEMPLATE_PARTS.join('|')})(?::([2-4]))?\\}`))
  let stem = ''
  let between = pieces[0] ?? ''
  let isNamed = false
  for (let at = 1; at < pieces.length; at += 3) {
    const value = textOf(pieces[at] as TemplatePart, Number(pieces[at + 1] ?? 1))
    let after = pieces[at + 2] ?? ''
    if (value !== '') {
      stem += between + value
      between = after
      isNamed = true
      continue
    }
    const closing = BRACKETS[between.slice(-1)]
    if (closing && after.startsWith(closing)) {
      between = between.slice(0, -1)
      after = after.slice(1)
    }
    between = isNamed ? between.replace(AT_END, '') + after : between.replace(AT_END, '') + after.replace(AT_START, '')
  }
  return isNamed ? wholeName(stem + between, extension) : wholeSongName(parts, extension)
}

/** The same text for names that a disk may take for one: macOS and Windows do not tell case apart. */
export const nameFold = (name: string): string =>
  // Small first: the large ẞ becomes ß, which alone becomes SS.
  name.toLowerCase().toUpperCase().toLowerCase().normalize('NFC')

/** Makes names unique inside one archive or folder, without case: the second `a.wav` becomes `a (2).wav`. */
export function uniqueName(name: string, taken: Set<string>): string {
  let candidate = name
  for (let n = 2; taken.has(nameFold(candidate)); n++) candidate = numberedName(name, n)
  taken.add(nameFold(candidate))
  return candidate
}

/** `a.wav` with 2 is `a (2).wav`. */
export function numberedName(name: string, n: number): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? `${name.slice(0, dot)} (${n})${name.slice(dot)}` : `${name} (${n})`
}
