/**
 * The file-name rule with the limit that disks set (D-159), used before every way out: the browser's own saving,
 * picked folders, entries of zips, Content-Disposition. What is too long is cut between grapheme clusters and in the
 * title; only where that cannot be enough, in what stands beside it.
 */
import { CLUSTER_UNITS, graphemes } from './graphemes.ts'
import {
  type MoreNameParts,
  type NameParts,
  namePart,
  wholeName,
  wholeReleaseName,
  wholeSongName,
  wholeTemplateName,
} from './wholeName.ts'

/**
 * Bytes of UTF-8 that a name may have. ext4, APFS and NTFS hold 255; the rest is room for a number, ` (9999)`, which
 * browsers add by themselves, and for the endings of files that are not whole yet (`.part`, Chromium's `.crswap`).
 */
export const NAME_BYTES = 235
/** Bytes of a number behind a name: ` (9999)`, and one more. */
const NUMBER_BYTES = 8

/** What gives way, in this order. */
const YIELDING = ['title', 'artist', 'release', 'label', 'isrc', 'upc', 'version'] as const

/** How long a name is, and how long it may be. */
export interface NameLimit {
  readonly max: number
  /** Length of a text. That of a joined text is the sum. */
  length(text: string): number
}

export const bytesUpTo = (max: number): NameLimit => ({ max, length: utf8Length })
const DISK = bytesUpTo(NAME_BYTES)

/** A text as a file name of at most `NAME_BYTES` with its extension, cut at the end of the text. */
export function safeFileName(stem: string, extension = '', limit = DISK): string {
  const name = wholeName(stem, extension)
  if (limit.length(name) <= limit.max) return name
  const ext = extension ? limit.length(extension) + 1 : 0
  return wholeName(head(wholeName(stem), limit.max - ext, limit), extension)
}

/** Name of a single song or video. */
export function songFileName(parts: Readonly<NameParts>, extension: string, limit = DISK): string {
  return fitted(parts, (some) => wholeSongName(some, extension), extension, limit)
}

/** Name of a song after a person's template; the specified one when that names nothing that is there. */
export function templateFileName(
  template: string,
  parts: Readonly<NameParts>,
  more: Partial<MoreNameParts>,
  extension: string,
  limit = DISK,
): string {
  return fitted({ ...parts, ...more }, (some) => wholeTemplateName(template, some, extension), extension, limit)
}

/** Name of a release: `artist - title [E]`. */
export function releaseFileName(
  release: Readonly<Pick<NameParts, 'artist' | 'title' | 'explicit'>>,
  extension: string,
  limit = DISK,
): string {
  return fitted(release, (some) => wholeReleaseName(some, extension), extension, limit)
}

/** Name of a release's zip: `artist - title [E].zip`. */
export const releaseZipName = (release: Pick<NameParts, 'artist' | 'title' | 'explicit'>): string =>
  releaseFileName(release, 'zip')

/** Whether every disk takes a name as it is, one with a number too. */
export const everyDiskTakes = (name: string): boolean =>
  utf8Length(name) <= NAME_BYTES + NUMBER_BYTES && wholeName(name) === name

/**
 * Name of an attachment: its title; without an extension it takes that of its address (RELEASE-040, D-092). What stands
 * behind a dot of the title is one where the address has the same, or none: `Bio - J.Cole` is a whole title.
 */
export function attachmentFileName(title: string, url = ''): string {
  const named = ENDING.exec(title.trim())
  const extension = ENDING.exec(url.split(/[?#]/, 1)[0] ?? '')?.[1]
  if (named && (extension === undefined || extension.toLowerCase() === named[1]?.toLowerCase()))
    return safeFileName(title.trim().slice(0, named.index), named[1])
  return safeFileName(title, extension)
}

const ENDING = /\.([a-z0-9]{1,8})$/i

/** The longest name of these parts that fits. @param named the name of parts, whatever their length */
function fitted<P extends Partial<NameParts & MoreNameParts>>(
  parts: P,
  named: (parts: P) => string,
  extension: string,
  limit: NameLimit,
): string {
  let fitting = parts
  let name = named(fitting)
  for (const part of YIELDING) {
    const over = limit.length(name) - limit.max
    if (over <= 0) return name
    const text = namePart(fitting[part] ?? '')
    const left = head(text, limit.length(text) - over, limit)
    // Something of a title stays: without one nobody knows what the file is.
    const kept = left.trim() === '' && part === 'title' ? first(text) : left
    fitting = { ...fitting, [part]: kept }
    name = named(fitting)
  }
  if (limit.length(name) <= limit.max) return name
  return safeFileName(extension ? name.slice(0, -extension.length - 1) : name, extension, limit)
}

/** As many clusters from the start as fit. */
function head(text: string, max: number, limit: NameLimit): string {
  let kept = ''
  let length = 0
  // A unit has at least the length 1, so no more of them can fit; a cluster that is torn by this does not.
  for (const piece of graphemes(text.slice(0, Math.max(0, max) + 1))) {
    length += limit.length(piece)
    if (length > max) break
    kept += piece
  }
  return kept
}

const first = (text: string): string => graphemes(text.slice(0, CLUSTER_UNITS + 1)).next().value ?? ''

/** Bytes of a text in UTF-8. Core has no TextEncoder. */
function utf8Length(text: string): number {
  let bytes = 0
  for (const sign of text) {
    const code = sign.codePointAt(0) as number
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4
  }
  return bytes
}
