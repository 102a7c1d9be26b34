// Files that are served mended: pieces of a stored file with a few bytes of ours between them.
import { Readable } from 'node:stream'
import type { Piece, StoredFile } from '../contract.ts'
import type { ObjectStore } from './objectStore.ts'

/** Bytes of a whole list of pieces. */
export const piecesBytes = (pieces: readonly Piece[]): number => pieces.reduce((sum, piece) => sum + lengthOf(piece), 0)

/** Bytes `start` to `end`, inclusive, of a stored file, mended where it is. @throws MediaError as `ObjectStore.read` does */
export async function readStored(
  store: Pick<ObjectStore, 'read'>,
  { path, mended }: Pick<StoredFile, 'path' | 'mended'>,
  start: number,
  end: number,
): Promise<Readable> {
  if (!mended) return store.read(path, start, end)
  const wanted: ({ hex: string } | { from: number; to: number })[] = []
  let at = 0
  for (const piece of mended.pieces) {
    const [from, to] = [Math.max(start, at) - at, Math.min(end, at + lengthOf(piece) - 1) - at]
    at += lengthOf(piece)
    if (from > to) continue
    if ('hex' in piece) wanted.push({ hex: piece.hex.slice(from * 2, (to + 1) * 2) })
    else wanted.push({ from: piece.at + from, to: piece.at + to })
  }
  // The first stretch is opened at once, so that what cannot be read is known before anything was promised.
  const first = wanted.find((piece) => 'from' in piece)
  const opened = first ? await store.read(path, first.from, first.to) : null
  async function* bytes() {
    for (const piece of wanted) {
      if ('hex' in piece) yield Buffer.from(piece.hex, 'hex')
      else yield* (piece === first && opened ? opened : await store.read(path, piece.from, piece.to)) as AsyncIterable<Buffer> // biome-ignore format: one line
    }
  }
  return Readable.from(bytes(), { objectMode: false }).once('close', () => void opened?.destroy())
}

const lengthOf = (piece: Piece): number => ('hex' in piece ? piece.hex.length / 2 : piece.bytes)
