// A WAV whose sizes are wrong, described as it would be if they were right: the same chunks in the same order.
import type { FileHandle } from 'node:fs/promises'
import { type RiffFile, riffHeader, riffOpening } from '#core/model/bytes/riff.ts'
import type { Piece } from '../../media/contract.ts'
import { readAt } from './chunks.ts'

/**
 * The pieces of the mended file. Bytes that belong to no chunk, and a part of a sample at the end of the audio, are
 * left out. Where 4 GB are passed it becomes an RF64.
 * @param frame bytes of a sample frame
 */
export async function mendedPieces(handle: FileHandle, riff: RiffFile, frame: number): Promise<Piece[]> {
  const chunks = riff.chunks
    .filter(({ id }) => id !== 'ds64')
    .map(({ id, at, length }) => ({ id, at, length: id === 'data' ? length - (length % frame) : length }))
  const place = chunks.findIndex(({ id }) => id === 'data')
  const sum = (some: typeof chunks) => some.reduce((all, { length }) => all + 8 + length + (length % 2), 0)
  const audio = chunks[place]?.length ?? 0
  const pieces: Piece[] = []
  add(
    pieces,
    riffOpening({
      before: sum(chunks.slice(0, place)),
      audio,
      after: sum(chunks.slice(place + 1)),
      frames: audio / frame,
      isBw64: riff.form === 'BW64',
    }),
  )
  for (const { id, at, length } of chunks) {
    const header = await readAt(handle, at - 8, 8)
    const right = riffHeader(id, length)
    // Signs of an id that are no ASCII stay what they are.
    header.copy(right, 0, 0, 4)
    add(pieces, right)
    if (length > 0) pieces.push({ at, bytes: length })
    if (length % 2 === 1) add(pieces, new Uint8Array(1))
  }
  return pieces
}

function add(pieces: Piece[], bytes: Uint8Array): void {
  const last = pieces.at(-1)
  const hex = Buffer.from(bytes).toString('hex')
  if (last && 'hex' in last) last.hex += hex
  else pieces.push({ hex })
}
