// MP3 at 320 kbit/s, by LAME (as wasm), written block by block.
import { open } from 'node:fs/promises'
import { createMp3Encoder } from 'wasm-media-encoders'
import { infoFrame, mp3Bytes } from '../../media/codecs/mp3.ts'
import { Refusal } from '../refusal.ts'
import type { PlanarSource } from './pcm.ts'
import { createResampler, mp3Rate } from './resample.ts'

/** Changes whenever the same audio would give other MP3 bytes; part of the stored file's name. */
export const MP3_MAKER = 2
const KBITS = 320
/** What the fields for the length of an MP3 can say; more than 29 hours. */
const BYTES_MAX = 0xffff_ffff

/**
 * Encodes `source` into a new file at `path`, behind a frame that says how many samples the encoder put around the
 * music. Other rates than 44.1 and 48 kHz are resampled to one of them.
 * @throws Refusal when the source is damaged or too long for an MP3, Error when the file cannot be written
 */
export async function encodeMp3(source: PlanarSource, path: string): Promise<void> {
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
  let frames = 0
  const encode = async (planes: Float32Array[]) => {
    frames += planes[0]?.length ?? 0
    if (mp3Bytes(frames, sampleRate) > BYTES_MAX)
      throw new Refusal('it is longer than 29 hours, which an MP3 cannot be')
    await write(encoder.encode(planes))
  }
  try {
    // How long the music is shows at its end: the frame is written over this one of its length.
    await file.writeFile(infoFrame(0, sampleRate, source.channels))
    for await (const planes of source.planes()) {
      await encode(resamplers ? planes.map((plane, c) => resamplers[c]!.push(plane)) : planes)
    }
    if (resamplers) await encode(resamplers.map((resampler) => resampler.end()))
    await write(encoder.finalize())
    const info = infoFrame(frames, sampleRate, source.channels)
    await file.write(info, 0, info.length, 0)
  } finally {
    await file.close()
  }
}
