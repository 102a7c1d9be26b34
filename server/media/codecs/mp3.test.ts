import { MPEGDecoder } from 'mpg123-decoder'
import { describe, expect, it } from 'vitest'
import { mp3Bytes, openMp3Encoder } from './mp3.ts'

async function encode(frames: number, sampleRate: 44100 | 48000, block: number): Promise<Buffer> {
  const encoder = await openMp3Encoder(sampleRate, frames)
  const parts: Buffer[] = []
  for (let at = 0; at < frames; at += block) {
    const [left, right] = [
      new Float32Array(Math.min(block, frames - at)),
      new Float32Array(Math.min(block, frames - at)),
    ]
    // Two triangle waves that drift apart.
    for (let i = 0; i < left.length; i++) {
      left[i] = (Math.abs(((at + i) % 200) - 100) - 50) / 120
      right[i] = (Math.abs(((at + i) % 201) - 100) - 50) / 120
    }
    parts.push(Buffer.from(encoder.encode(left, right)))
  }
  parts.push(Buffer.from(encoder.finish()))
  return Buffer.concat(parts)
}

describe('MP3', () => {
  for (const rate of [44100, 48000] as const) {
    it(`announces the length the encoder then makes, at ${rate} Hz`, { tags: ['long'] }, async () => {
      // At 44.1 kHz every count of MP3 frames up to 50 is there, so every state of the padding is; 48 kHz has none.
      for (let k = 1; k <= 50; k += rate === 44_100 ? 1 : 7) {
        const frames = k * 1152 - ((k * 397) % 1152)
        expect([frames, (await encode(frames, rate, 16_384)).length]).toEqual([frames, mp3Bytes(frames, rate)])
      }
      expect((await encode(1_000_007, rate, 65_536)).length).toBe(mp3Bytes(1_000_007, rate))
    })
  }

  it('makes the same bytes however the samples are cut', async () => {
    const reference = await encode(60_000, 44_100, 16_384)
    expect((await encode(60_000, 44_100, 999)).equals(reference)).toBe(true)
  })

  it('is MPEG 1 layer III at 320 kbit/s from the first byte', async () => {
    const bytes = await encode(5000, 48_000, 4096)
    expect([bytes[0], (bytes[1] ?? 0) & 0xfe, (bytes[2] ?? 0) >> 4, ((bytes[2] ?? 0) >> 2) & 3]).toEqual([
      0xff, 0xfa, 14, 1,
    ])
  })

  for (const rate of [44100, 48000] as const) {
    it(`decodes to exactly the samples that went in, at ${rate} Hz: no silence before, none behind`, async () => {
      const decoder = new MPEGDecoder()
      await decoder.ready
      for (const frames of [50_000, 1152 * 40, 1152 * 40 + 1, 1152 * 41 - 1]) {
        const { channelData, samplesDecoded } = decoder.decode(await encode(frames, rate, 16_384))
        await decoder.reset()
        expect(samplesDecoded).toBe(frames)
        // The same triangle wave, sample for sample, but for what the encoder leaves out.
        let [worst, at] = [0, 0]
        for (let i = 2000; i < frames - 2000; i++) {
          const off = Math.abs((channelData[0]?.[i] ?? 9) - (Math.abs((i % 200) - 100) - 50) / 120)
          if (off > worst) [worst, at] = [off, i]
        }
        expect([worst < 0.02, worst, at][0]).toBe(true)
      }
      decoder.free()
    })
  }
})
