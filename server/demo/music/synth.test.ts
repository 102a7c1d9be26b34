import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { dataBytes, pcmBytes, WAV_HEADER_BYTES, wavBytes, wavHeader } from '../../media/codecs/wav.ts'
import { SYNTH_GENERATOR, SynthSong } from './synth.ts'

const shape = { seed: 'house.unit.0', generator: SYNTH_GENERATOR, seconds: 9, sampleRate: 44100 }

function digest(song: SynthSong, block: number, bits: 16 | 24 = 16): string {
  const hash = createHash('sha256')
  const [left, right] = [new Float32Array(block), new Float32Array(block)]
  for (let n = song.read(left, right); n > 0; n = song.read(left, right)) {
    hash.update(pcmBytes(left.subarray(0, n), right.subarray(0, n), bits))
  }
  return hash.digest('hex')
}

function whole(song: SynthSong): { left: Float32Array; right: Float32Array } {
  const [left, right] = [new Float32Array(song.frames), new Float32Array(song.frames)]
  song.read(left, right)
  return { left, right }
}

describe('synthesised songs', () => {
  it('are the same bytes on every machine: the digest of a generator never changes', { tags: ['long'] }, () => {
    expect(digest(new SynthSong(shape), 4096)).toBe('0a73147afefd7de62e56f072936869cc238bcac4c8ed4f2997832fc98841ab31')
    expect(digest(new SynthSong({ ...shape, sampleRate: 48000 }), 4096, 24)).toBe(
      '2222d13f1acea44a44d1ae9d54cb188457a687f183a9cb0e8b1c9509fba6b350',
    )
  })

  it('do not depend on how much is read at a time', { tags: ['long'] }, () => {
    const reference = digest(new SynthSong(shape), 44_100)
    for (const block of [1, 1152, 65_537]) expect(digest(new SynthSong({ ...shape }), block)).toBe(reference)
  })

  it('differ from seed to seed', { tags: ['long'] }, () => {
    expect(digest(new SynthSong({ ...shape, seed: 'house.unit.1' }), 8192)).not.toBe(digest(new SynthSong(shape), 8192))
  })

  it('last exactly as long as they say', () => {
    const song = new SynthSong({ ...shape, seconds: 3.5 })
    expect(song.frames).toBe(154_350)
    expect(whole(song).left.length).toBe(154_350)
    expect(song.read(new Float32Array(1), new Float32Array(1))).toBe(0)
  })

  it('sound: loud enough, never clipped, stereo, without offset, more tone than noise, faded at the end', {
    tags: ['long'],
  }, () => {
    for (const style of ['pop', 'ambient', 'rock', 'chamber', 'latin']) {
      const { left, right } = whole(new SynthSong({ ...shape, seed: `${style}.ears`, seconds: 40 }))
      let [peak, power, slope, side, sum] = [0, 0, 0, 0, 0]
      for (let i = 1; i < left.length; i++) {
        const [l, r, before] = [left[i] ?? 0, right[i] ?? 0, left[i - 1] ?? 0]
        peak = Math.max(peak, Math.abs(l), Math.abs(r))
        power += l * l
        slope += (l - before) ** 2
        side += (l - r) ** 2
        sum += l
      }
      const rms = Math.sqrt(power / left.length)
      expect(peak).toBeLessThan(0.97)
      expect(rms).toBeGreaterThan(0.06)
      expect(rms).toBeLessThan(0.3)
      // The frequency at which the power is centred: white noise would be at 11 kHz and more.
      const centre = (Math.sqrt(slope / power) * 44_100) / (2 * Math.PI)
      expect(centre).toBeGreaterThan(150)
      expect(centre).toBeLessThan(3000)
      expect(side / power).toBeGreaterThan(0.005)
      expect(Math.abs(sum / left.length)).toBeLessThan(0.002)
      expect(Math.abs(left[left.length - 1] ?? 1)).toBeLessThan(0.001)
    }
  })

  it('refuse a generator they do not know', () => {
    expect(() => new SynthSong({ ...shape, generator: 999 })).toThrow(RangeError)
  })
})

describe('WAV', () => {
  it('has a header whose sizes are those of the file', () => {
    for (const bits of [16, 24] as const) {
      const pcm = { sampleRate: 48000, bits, channels: 2, frames: 1001 }
      const view = new DataView(wavHeader(pcm, dataBytes(pcm)).buffer)
      expect(view.getUint32(4, true) + 8).toBe(wavBytes(pcm))
      expect(view.getUint32(40, true) + WAV_HEADER_BYTES).toBe(wavBytes(pcm))
      expect(view.getUint16(32, true)).toBe((bits / 8) * 2)
      expect(view.getUint32(28, true)).toBe(48_000 * (bits / 8) * 2)
    }
  })

  it('writes little-endian samples, clipped at full scale', () => {
    const bytes = pcmBytes(Float32Array.of(0.5, 2), Float32Array.of(-0.5, -2), 24)
    const sample = (i: number) => Buffer.from(bytes).readIntLE(i * 3, 3)
    expect([sample(0), sample(1), sample(2), sample(3)]).toEqual([4_194_304, -4_194_304, 8_388_607, -8_388_607])
    const narrow = Buffer.from(pcmBytes(Float32Array.of(0.5, 2), Float32Array.of(-0.5, -2), 16))
    expect([0, 2, 4, 6].map((at) => narrow.readInt16LE(at))).toEqual([16_384, -16_384, 32_767, -32_767])
  })
})
