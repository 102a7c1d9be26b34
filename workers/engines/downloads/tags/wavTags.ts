/**
 * A WAV as radio automation wants it: `bext` (EBU Tech 3285), `cart` (AES46-2002), LIST/INFO, `id3 ` and `axml`. What
 * the source has of these stays and is completed where it says nothing; the audio and every other chunk stay as they
 * are, byte for byte. Sizes that were wrong are right afterwards. Of the source only heads of chunks are read: the
 * rest goes along as ranges, so a file of any length takes little memory.
 */
import { joined } from '#core/model/bytes/bytes.ts'
import {
  fourcc,
  type RiffChunk,
  type RiffFile,
  riffChunk,
  riffHeader,
  riffOpening,
  walkRiff,
} from '#core/model/bytes/riff.ts'
import type { ReadAt } from '../verify/container.ts'
import { BEXT_BYTES, bextFields, CART_BYTES, cartFields } from './broadcast.ts'
import { completedId3, id3Content } from './id3Tag.ts'
import { losesSigns, type Spell, spelling, type Tables } from './latin.ts'
import { type Framed, isRange, lengthOf, type Piece } from './pieces.ts'
import { axmlContent, infoPieces } from './textTags.ts'
import type { WavTexts } from './wavTexts.ts'

/** What a chunk holds here, if it is one of those that are completed. */
type Kind = 'bext' | 'cart' | 'info' | 'id3' | 'axml'

/** What every step of the making is given. */
interface Making {
  readonly read: ReadAt
  readonly texts: WavTexts
  readonly spell: Spell
  /** Which chunks stand in the file already. A second of a kind stays as it is. */
  readonly made: Set<Kind>
}

const MAX_32 = 0xffff_ffff

/**
 * What a WAV of `size` bytes becomes with these texts. Null when it is none that can be told apart (no audio, no
 * format before it): then it is saved as it came.
 * @param tables loads what spells other scripts in Latin letters
 * @throws what `tables` throws, and `read`
 */
export async function wrapWav(size: number, read: ReadAt, texts: WavTexts, tables?: Tables): Promise<Framed | null> {
  const file = await walkRiff(size, read)
  const audio = file?.chunks.find(({ id }) => id === 'data')
  const format = file?.chunks.find(({ id }) => id === 'fmt ')
  if (!file || !audio || !format || format.at > audio.at || format.length < 14) return null
  const { title, artist, release, label, isrc } = texts
  const making: Making = {
    read,
    texts,
    spell: await spelling([title, artist, release, label, isrc], tables),
    made: new Set(),
  }
  const before: Piece[] = []
  const after: Piece[] = []
  for (const chunk of withLoose(file, await looseIds(file, read))) {
    if (chunk.at === audio.at || (chunk.id === 'ds64' && file.form !== 'RIFF')) continue
    if (chunk.length > MAX_32) return null
    ;(chunk.at < audio.at ? before : after).push(...(await carried(chunk, making)))
  }
  const { made } = making
  if (!made.has('bext')) before.push(riffChunk('bext', bextFields(new Uint8Array(), texts, making.spell)))
  if (!made.has('cart')) before.push(riffChunk('cart', cartFields(new Uint8Array(), texts, making.spell)))
  if (!made.has('info')) after.push(...chunkOf('LIST', await infoPieces(null, read, texts)))
  if (!made.has('id3')) after.push(riffChunk('id3 ', id3Content(texts)))
  if (!made.has('axml') && (isrc !== '' || losesSigns([title, artist, release, label])))
    after.push(riffChunk('axml', axmlContent(texts)))
  const blockAlign = new DataView((await read(format.at + 12, 2)).slice().buffer).getUint16(0, true)
  const opening = riffOpening({
    before: lengthOf(before),
    audio: audio.length,
    after: lengthOf(after),
    frames: blockAlign > 0 ? Math.floor(audio.length / blockAlign) : 0,
    isBw64: file.form === 'BW64',
  })
  const sound: Piece = { from: audio.at, to: audio.at + audio.length }
  const pieces = merged([
    opening,
    ...before,
    riffHeader('data', audio.length),
    sound,
    new Uint8Array(audio.length % 2),
    ...after,
  ])
  return { pieces, size: lengthOf(pieces) }
}

/** What becomes of a chunk of the source: the same, or the same with what it lacks. */
async function carried(chunk: RiffChunk, { read, texts, spell, made }: Making): Promise<Piece[]> {
  const { id, at, length } = chunk
  const isInfo = id === 'LIST' && fourcc(await read(at, 4), 0) === 'INFO'
  const kind = isInfo ? 'info' : KINDS[id]
  if (kind === undefined || made.has(kind)) return asItIs(chunk)
  /** Fields of fixed places anew, and the text of any length behind them as it is. */
  const fixed = async (bytes: number, fields: typeof bextFields) => {
    const there = await read(at, Math.min(length, bytes))
    return [fields(there, texts, spell), { from: at + Math.min(length, bytes), to: at + length }]
  }
  const content: Piece[] | null =
    kind === 'bext'
      ? await fixed(BEXT_BYTES, bextFields)
      : kind === 'cart'
        ? await fixed(CART_BYTES, cartFields)
        : kind === 'info'
          ? await infoPieces(chunk, read, texts)
          : kind === 'id3'
            ? await completedId3(chunk, read, texts)
            : null
  // Neither an `id3 ` that is no tag nor one that cannot be added to is replaced; ours stands beside the former.
  if (content === null && kind === 'id3' && fourcc(await read(at, 3), 0) !== 'ID3') return asItIs(chunk)
  made.add(kind)
  return content === null ? asItIs(chunk) : chunkOf(id, content)
}

const KINDS: Readonly<Record<string, Kind>> = { bext: 'bext', cart: 'cart', 'id3 ': 'id3', 'ID3 ': 'id3', axml: 'axml' }

const asItIs = ({ id, at, length }: RiffChunk): Piece[] => chunkOf(id, [{ from: at, to: at + length }])

/** A chunk of this content, with its pad byte; nothing for one without any. */
function chunkOf(id: string, content: readonly Piece[]): Piece[] {
  const length = lengthOf(content)
  if (content.length === 0) return []
  return [riffHeader(id, length), ...content, new Uint8Array(length % 2)]
}

/** The chunks in their order in the file, with the bytes of none of them as chunks of their own. */
function withLoose({ chunks, loose }: RiffFile, ids: readonly string[]): RiffChunk[] {
  return [...chunks, ...loose.map((run, n) => ({ ...run, id: ids[n] as string }))].sort((a, b) => a.at - b.at)
}

/** A tag that somebody hung onto the file without a chunk is one afterwards; what nobody knows is carried as filling. */
async function looseIds({ loose }: RiffFile, read: ReadAt): Promise<string[]> {
  return Promise.all(loose.map(async ({ at }) => (fourcc(await read(at, 3), 0) === 'ID3' ? 'id3 ' : 'JUNK')))
}

/** The same bytes in fewer pieces. */
function merged(pieces: readonly Piece[]): Piece[] {
  const out: Piece[] = []
  let bytes: Uint8Array<ArrayBuffer>[] = []
  const flush = () => {
    const whole = joined(bytes)
    if (whole.length > 0) out.push(whole)
    bytes = []
  }
  for (const piece of pieces) {
    if (!isRange(piece)) {
      bytes.push(piece)
      continue
    }
    if (piece.to === piece.from) continue
    flush()
    const last = out.at(-1)
    if (last && isRange(last) && last.to === piece.from) out.splice(-1, 1, { from: last.from, to: piece.to })
    else out.push(piece)
  }
  flush()
  return out
}
