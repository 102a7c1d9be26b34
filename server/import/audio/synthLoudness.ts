// How loud a song is that is synthesised: it is played once at its own rate, piece by piece, and measured as imports are.
import type { Loudness } from '#core/model/catalogue/release.ts'
import type { SynthSource } from '../../media/protocol.ts'
import { openDemoMusic } from '../../openDemo.ts'
import { createLoudnessMeter } from './loudness.ts'

/** A third of a second of music, a few ms of work. */
const BLOCK_FRAMES = 16_384

/**
 * Measures a song; four minutes of it are some two seconds of work.
 * @param turn settles when the next piece may be worked on, and is rejected to break off
 */
export async function synthLoudness(source: SynthSource, turn: () => Promise<void>): Promise<Loudness> {
  const song = (await openDemoMusic()).play(source)
  const meter = createLoudnessMeter(source.sampleRate, 2)
  const [left, right] = [new Float32Array(BLOCK_FRAMES), new Float32Array(BLOCK_FRAMES)]
  for (let count = song.read(left, right); count > 0; count = song.read(left, right)) {
    meter.push([left.subarray(0, count), right.subarray(0, count)])
    await turn()
    await new Promise(setImmediate)
  }
  return meter.end()
}
