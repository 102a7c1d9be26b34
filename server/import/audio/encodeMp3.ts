// MP3 at 320 kbit/s of a lossless source, by LAME (as wasm), written block by block.
import { open } from 'node:fs/promises'
import { createMp3Encoder } from 'wasm-media-encoders'
import { type PcmSource, toPlanar } from './pcm.ts'
import { createResampler, mp3Rate } from './resample.ts'

/** Changes whenever the same audio would give other MP3 bytes; part of the stored file's name. */
export const MP3_MAKER = 1
const KBITS = 320

/**
 * Encodes `source` into a new file at `path`. Rates above 48 kHz are resampled to 44.1 or 48 kHz.
 * @throws Refusal when the source is damaged, Error when the file cannot be written
 */
export async function encodeMp3(source: PcmSource, path: string): Promise<void> {
  const encoder = await createMp3Encoder()
  const sampleRate = mp3Rate(source.sampleRate)
  encoder.configure({ sampleRate, channels: source.channels, bitrate: KBITS })
  const resamplers =
    sampleRate === source.sampleRate
      ? null
      : Array.from({ length: source.channels }, () => createResampler(source.sampleRate, sampleRate))
  const file = await open(path, 'wx')
  // The encoder owns the memory of what it returns only until the next call.
  const write = async (bytes: Uint8Array) => {
    if (bytes.length > 0) await file.writeFile(Uint8Array.from(bytes))
  }
  try {
    for await (const block of source.blocks()) {
      const planes = toPlanar(block, source)
      await write(encoder.encode(resamplers ? planes.map((plane, c) => resamplers[c]!.push(plane)) : planes))
    }
    if (resamplers) await write(encoder.encode(resamplers.map((resampler) => resampler.end())))
    await write(encoder.finalize())
  } finally {
    await file.close()
  }
}
