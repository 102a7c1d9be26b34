// Loudness of an MP3 that came as one: decoded (mpg123, as wasm) in pieces, and forgotten.
import { MPEGDecoder } from 'mpg123-decoder'
import type { Loudness } from '#core/model/catalogue/release.ts'
import { createLoudnessMeter, type LoudnessMeter } from './loudness.ts'

const PIECE_BYTES = 65_536

/**
 * Measures an MP3, without what the encoder put around the music where the file says how much that is.
 * @param audio its frames
 * @param sampleRate Hz
 */
export async function mp3Loudness(audio: Uint8Array, sampleRate: number): Promise<Loudness> {
  const decoder = new MPEGDecoder({ enableGapless: true })
  await decoder.ready
  let meter: LoudnessMeter | null = null
  try {
    for (let at = 0; at < audio.length; at += PIECE_BYTES) {
      const { channelData, samplesDecoded } = decoder.decode(audio.subarray(at, at + PIECE_BYTES))
      if (samplesDecoded === 0) continue
      meter ??= createLoudnessMeter(sampleRate, channelData.length)
      meter.push(channelData)
      // Others of this process have their turn between two pieces.
      await new Promise(setImmediate)
    }
  } finally {
    decoder.free()
  }
  return (meter ?? createLoudnessMeter(sampleRate, 1)).end()
}
