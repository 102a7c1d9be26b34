// Vorbis in Ogg, decoded page by page.
import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis'
import { Refusal } from '../../refusal.ts'
import type { PlanarSource } from '../pcm.ts'
import { quietly } from '../quietly.ts'
import type { OggPage } from './pages.ts'

/** @throws Refusal when the audio cannot be decoded, or none is there */
export async function* vorbisPlanes(
  pages: AsyncIterable<OggPage>,
  { sampleRate, channels }: Pick<PlanarSource, 'sampleRate' | 'channels'>,
): AsyncIterable<Float32Array[]> {
  const decoder = new OggVorbisDecoder()
  await decoder.ready
  let frames = 0
  const take = async (decode: () => ReturnType<OggVorbisDecoder['decode']>) => {
    const decoded = await quietly(decode)
    if (decoded.errors.length > 0) throw new Refusal('damaged: a part of the audio cannot be decoded')
    if (decoded.samplesDecoded <= 0) return null
    if (decoded.channelData.length !== channels || decoded.sampleRate !== sampleRate)
      throw new Refusal('damaged: it contradicts its own format')
    frames += decoded.samplesDecoded
    return decoded.channelData
  }
  try {
    for await (const { raw } of pages) {
      const planes = await take(() => decoder.decode(raw))
      if (planes) yield planes
    }
    const last = await take(() => decoder.flush())
    if (last) yield last
  } finally {
    decoder.free()
  }
  if (frames === 0) throw new Refusal('there is no audio in it')
}
