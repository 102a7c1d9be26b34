// The loudness over time of an MP3, for its outline: decoded (mpg123, as wasm) in a thread of its own, which takes longer
// than a server may stand still, and forgotten piece by piece.
import { MPEGDecoderWebWorker } from 'mpg123-decoder'
import type { ObjectStore } from './objects/objectStore.ts'

/** Frames of one value at first; each time there are LEVELS_MAX of them two become one. */
const FRAMES = 32
const LEVELS_MAX = 65_536

/**
 * The mean squares of equal, short parts of an MP3, all channels together, without what the encoder put around the
 * music where the file says how much that is; none where there is no MP3.
 * @throws MediaError when the media store does not give it
 */
export async function mp3Squares(store: ObjectStore, path: string, bytes: number): Promise<readonly number[]> {
  const decoder = new MPEGDecoderWebWorker({ enableGapless: true })
  await decoder.ready
  const squares = createSquares()
  try {
    for await (const piece of await store.read(path, 0, bytes - 1)) {
      // A copy: the thread is given its bytes.
      const { channelData } = await decoder.decode(Uint8Array.from(piece as Buffer))
      squares.hear(channelData)
    }
  } finally {
    await decoder.free()
  }
  return squares.all()
}

/** Nobody knows how much will come: the values stay few by getting coarser. */
function createSquares() {
  let squares: number[] = []
  let frames = FRAMES
  let [sum, count] = [0, 0]
  return {
    hear(planes: readonly Float32Array[]): void {
      const length = planes[0]?.length ?? 0
      for (let at = 0; at < length; at++) {
        for (const plane of planes) sum += (plane[at] as number) ** 2 / planes.length
        if (++count < frames) continue
        squares.push(sum / count)
        ;[sum, count] = [0, 0]
        if (squares.length < LEVELS_MAX) continue
        squares = Array.from(
          { length: LEVELS_MAX / 2 },
          (_, n) => ((squares[2 * n] ?? 0) + (squares[2 * n + 1] ?? 0)) / 2,
        )
        frames *= 2
      }
    },
    all: (): readonly number[] => squares,
  }
}
