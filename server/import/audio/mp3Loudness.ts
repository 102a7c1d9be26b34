// Loudness of an MP3 that came as one: decoded (mpg123, as wasm) in pieces, and forgotten.
import { MPEGDecoder } from 'mpg123-decoder'
import type { Loudness } from '#core/model/catalogue/release.ts'
import { createLoudnessMeter } from './loudness.ts'

const PIECE_BYTES = 65_536

/**
 * Measures an MP3, without what the encoder put around the music where the file says how much that is.
 * @param audio its frames
 * @param sampleRate Hz
 * @param channels as its frames say: the decoder makes two of one, which would count twice (H-084)
 */
export async function mp3Loudness(audio: Uint8Array, sampleRate: number, channels: 1 | 2): Promise<Loudness> {
  const decoder = new MPEGDecoder({ enableGapless: true })
  await decoder.ready
  const meter = createLoudnessMeter(sampleRate, channels)
  try {
    for (let at = 0; at < audio.length; at += PIECE_BYTES) {
      const { channelData, samplesDecoded } = decoder.decode(audio.subarray(at, at + PIECE_BYTES))
      if (samplesDecoded === 0) continue
      meter.push(channelData.slice(0, channels))
      // Others of this process have their turn between two pieces.
      await new Promise(setImmediate)
    }
  } finally {
    decoder.free()
  }
  return meter.end()
}
