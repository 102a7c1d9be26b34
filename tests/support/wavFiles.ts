/** WAV files chunk by chunk: made, tagged as a download tags them, and read as any program reads them. */
import { riffChunk } from '#core/model/bytes/riff.ts'
import { isRange } from '#workers/engines/downloads/tags/pieces.ts'
import { wrapWav } from '#workers/engines/downloads/tags/wavTags.ts'
import type { WavTexts } from '#workers/engines/downloads/tags/wavTexts.ts'
import { wav } from './downloadParts.ts'

type Bytes = Uint8Array<ArrayBuffer>

export const WAV_TEXTS: WavTexts = {
  title: 'Ärger – “Remix”',
  artist: 'Ana Lumen',
  release: 'Strata',
  label: 'Red Barn',
  isrc: 'GBAAA2600001',
  ordinal: 7,
  disc: '',
  genre: '',
  composer: '',
  year: '',
  loudness: null,
}

export const bytesOf = (text: string): Bytes => new TextEncoder().encode(text)
export const chunk = (id: string, content: string | Uint8Array): Bytes =>
  riffChunk(id, typeof content === 'string' ? bytesOf(content) : content)

/** A WAV with more chunks around its audio. */
export function richWav(before: readonly Uint8Array[], after: readonly Uint8Array[], dataBytes = 100): Bytes {
  const source = wav(dataBytes)
  const pad = new Uint8Array(dataBytes % 2)
  return resized(joinAll([source.subarray(0, 36), ...before, source.subarray(36), pad, ...after]))
}

/** The same with the right size in front. */
export function resized(bytes: Bytes): Bytes {
  new DataView(bytes.buffer).setUint32(4, bytes.length - 8, true)
  return bytes
}

export const joinAll = (pieces: readonly Uint8Array[]): Bytes => Uint8Array.from(Buffer.concat(pieces))

/** The file as a download saves it, or null when it is left as it is. */
export async function taggedWav(source: Uint8Array, texts = WAV_TEXTS): Promise<Bytes | null> {
  const frame = await wrapWav(source.length, async (at, length) => source.slice(at, at + length), texts)
  if (!frame) return null
  const bytes = joinAll(frame.pieces.map((one) => (isRange(one) ? source.subarray(one.from, one.to) : one)))
  if (bytes.length !== frame.size) throw new Error(`${bytes.length} bytes, not ${frame.size}`)
  return bytes
}

/** Chunks of a WAV, its sizes believed. */
export function chunksOf(bytes: Uint8Array): { id: string; content: Uint8Array }[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found: { id: string; content: Uint8Array }[] = []
  for (let at = 12; at < bytes.length; ) {
    const length = view.getUint32(at + 4, true)
    if (at + 8 + length > bytes.length) throw new Error(`a chunk of ${length} bytes at ${at} of ${bytes.length}`)
    const id = String.fromCharCode(...bytes.subarray(at, at + 4))
    found.push({ id, content: bytes.subarray(at + 8, at + 8 + length) })
    at += 8 + length + (length % 2)
  }
  return found
}

export const chunkNames = (bytes: Uint8Array) => chunksOf(bytes).map(({ id }) => id)
/** Content of the first chunk of a name. */
export const contentOf = (bytes: Uint8Array, id: string) =>
  chunksOf(bytes).find((one) => one.id === id)?.content as Uint8Array
/** A text in a field of a fixed length, one character a byte. */
export const fieldOf = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length)).replace(/\0+$/, '')
