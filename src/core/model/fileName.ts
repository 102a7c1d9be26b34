/**
 * The file-name rule (DOWNLOAD-028, D-133, D-134), used before every way out: saving, zip
 * entries, Content-Disposition. `artist - ordinal - title [E] (version).ext`; a missing part
 * leaves with its separator; what a file system refuses becomes `_`.
 */
export interface NameParts {
  artist: string
  ordinal: number | null
  title: string
  explicit: boolean
  version: string
}

const NAME_MAX = 180
// Names Windows keeps for devices, with or without an extension.
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/i

/**
 * Makes one text safe as a file name on Windows, macOS and Linux. Never empty, at most `max` (180)
 * UTF-16 units including the extension, no trailing dot or space, no leading dot, no bidi override.
 */
export function safeFileName(stem: string, extension = '', max = NAME_MAX): string {
  const ext = extension ? `.${extension}` : ''
  let name = stem
    .normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what must go
    .replace(/[\u0000-\u001f\u007f-\u009f/\\:*?"<>|]/g, '_')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
  if (RESERVED.test(name + ext)) name = `_${name}`
  name = cut(name, max - ext.length).replace(/[. ]+$/, '')
  if (name === '') name = 'untitled'
  return name + ext
}

/** Name of a single song or video. */
export function songFileName(parts: NameParts, extension: string): string {
  const stem = [parts.artist.trim(), parts.ordinal === null ? '' : String(parts.ordinal), parts.title.trim()]
    .filter((part) => part !== '')
    .join(' - ')
  const explicit = parts.explicit ? ' [E]' : ''
  const version = parts.version.trim() ? ` (${parts.version.trim()})` : ''
  return safeFileName(`${stem}${explicit}${version}`, extension)
}

/** The specified name as a template. */
export const FILE_NAME_TEMPLATE = '{artist} - {ordinal} - {title} {explicit} ({version})'

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
export function templateFileName(
  template: string,
  parts: NameParts,
  more: Partial<MoreNameParts>,
  extension: string,
): string {
  const textOf = (name: TemplatePart, digits: number): string => {
    if (name === 'ordinal') return parts.ordinal === null ? '' : String(parts.ordinal).padStart(digits, '0')
    if (name === 'explicit') return parts.explicit ? '[E]' : ''
    if (name === 'artist' || name === 'title' || name === 'version') return parts[name].trim()
    return more[name]?.trim() ?? ''
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
    const closing = BRACKETS[between.at(-1) ?? '']
    if (closing && after.startsWith(closing)) {
      between = between.slice(0, -1)
      after = after.slice(1)
    }
    between = isNamed ? between.replace(AT_END, '') + after : between.replace(AT_END, '') + after.replace(AT_START, '')
  }
  return isNamed ? safeFileName(stem + between, extension) : songFileName(parts, extension)
}

/** Name of a release's zip: `artist - title [E].zip`. */
export function releaseZipName(release: { artist: string; title: string; explicit: boolean }): string {
  return songFileName({ ...release, ordinal: null, version: '' }, 'zip')
}

/** Name of an attachment: its title; without an extension it takes that of its address (RELEASE-040, D-092). */
export function attachmentFileName(title: string, url: string): string {
  const named = /\.[a-z0-9]{1,8}$/i.test(title.trim())
  const extension = named ? undefined : /\.([a-z0-9]{1,8})$/i.exec(url.split(/[?#]/, 1)[0] ?? '')?.[1]
  return safeFileName(title, extension ?? '')
}

/** Makes names unique inside one archive or folder, without case: the second `a.wav` becomes `a (2).wav`. */
export function uniqueName(name: string, taken: Set<string>): string {
  const dot = name.lastIndexOf('.')
  const [stem, ext] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  let candidate = name
  for (let n = 2; taken.has(candidate.toLowerCase()); n++) candidate = `${stem} (${n})${ext}`
  taken.add(candidate.toLowerCase())
  return candidate
}

/** Cuts at a length without leaving half of a surrogate pair. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text
  const end = /[\ud800-\udbff]/.test(text[max - 1] ?? '') ? max - 1 : max
  return text.slice(0, end)
}
