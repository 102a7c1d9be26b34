/** The tags that take every script: LIST/INFO, and the identifiers and names as XML in `axml` (EBU Tech 3352). */
import { fourcc, type ReadBytes, riffChunk } from '#core/model/bytes/riff.ts'
import { isEmptyField } from './latin.ts'
import { lengthOf, type Piece } from './pieces.ts'
import type { WavTexts } from './wavTexts.ts'

const ENTRIES_MAX = 1000
/** As much of an entry is looked at to know whether it says something, bytes. */
const LOOKED_AT = 64

const utf8 = (text: string) => new TextEncoder().encode(text)

const wanted = (texts: WavTexts): [id: string, text: string][] => [
  ['INAM', texts.title],
  ['IART', texts.artist],
  ['IPRD', texts.release],
  ['IGNR', texts.genre],
  ['IMUS', texts.composer],
  ['ICRD', texts.year],
  ['ITRK', texts.ordinal === null ? '' : String(texts.ordinal)],
]

/** A second name of an entry of ours that other programs write; readers take the last of the two, so one is enough. */
const SAME: Readonly<Record<string, string>> = { IPRT: 'ITRK' }

/**
 * The content of LIST/INFO with what we know where nothing stands.
 * @param there where the source's own lies, `INFO` included; null: it has none
 */
export async function infoPieces(
  there: { readonly at: number; readonly length: number } | null,
  read: ReadBytes,
  texts: WavTexts,
): Promise<Piece[]> {
  const pieces: Piece[] = [utf8('INFO')]
  const known = new Set<string>()
  const ours = wanted(texts).filter(([, text]) => text !== '')
  const end = there ? there.at + there.length : 0
  let at = there ? there.at + 4 : 0
  for (let n = 0; at + 8 <= end && n < ENTRIES_MAX; n++) {
    const bytes = await read(at, 8 + LOOKED_AT)
    const id = fourcc(bytes, 0)
    if (bytes.length < 8 || !/^[A-Za-z0-9 ]{4}$/.test(id)) break
    const length = new DataView(bytes.buffer, bytes.byteOffset, 8).getUint32(4, true)
    const to = at + 8 + length + (length % 2)
    if (at + 8 + length > end) break
    const isEmpty = isEmptyField(bytes.subarray(8, 8 + length))
    if (!isEmpty || !ours.some(([ourId]) => ourId === id)) {
      known.add(id)
      if (!isEmpty && SAME[id]) known.add(SAME[id])
      pieces.push({ from: at, to: Math.min(to, end) })
      if (to > end) pieces.push(new Uint8Array(1))
    }
    at = to
  }
  for (const [id, text] of ours) if (!known.has(id)) pieces.push(riffChunk(id, utf8(`${text}\0`)))
  // What could not be read as entries stays behind them, where nobody stumbles over it.
  if (at < end) pieces.push({ from: at, to: end })
  return lengthOf(pieces) > 4 ? pieces : []
}

/** Signs that XML 1.0 cannot hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what must go
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu
const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const xml = (text: string) => text.replace(NOT_XML, '').replace(/[&<>"]/g, (sign) => ESCAPED[sign] as string)

/** An EBUCore document with the song's ISRC and its names as they are. */
export function axmlContent({ title, artist, release, label, isrc }: WavTexts): Uint8Array<ArrayBuffer> {
  const lines = [
    title && `<title><dc:title>${xml(title)}</dc:title></title>`,
    release && `<alternativeTitle typeLabel="album"><dc:title>${xml(release)}</dc:title></alternativeTitle>`,
    artist && named('creator', 'artist', artist),
    label && named('publisher', 'label', label),
    isrc &&
      '<identifier typeLabel="GUID" typeDefinition="Globally Unique Identifier" formatLabel="ISRC" ' +
        'formatDefinition="International Standard Recording Code" ' +
        'formatLink="http://www.ebu.ch/metadata/cs/ebu_IdentifierTypeCodeCS.xml#3.7">' +
        `<dc:identifier>ISRC:${xml(isrc)}</dc:identifier></identifier>`,
  ].filter((line) => line !== '')
  return utf8(
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
      '<ebuCoreMain xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns="urn:ebu:metadata-schema:ebuCore_2012">\n' +
      `<coreMetadata>\n${lines.join('\n')}\n</coreMetadata>\n</ebuCoreMain>\n`,
  )
}

const named = (element: string, role: string, name: string) =>
  `<${element}><organisationDetails><organisationName>${xml(name)}</organisationName></organisationDetails>` +
  `<role typeLabel="${role}"/></${element}>`
