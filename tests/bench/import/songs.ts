// Songs to import: stretches of the demo's music laid over each other, so that each is another one; the same from one seed.
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { play, SYNTH_GENERATOR } from '#server/demo/music/synth.ts'
import { wavHeader } from '#server/media/codecs/wav.ts'
import { id3, png, riffChunk } from '#tests/fixtures/import/make.ts'
import { numbers } from '../events/downloadMix.ts'

export const SONG_S = 20
const SONGS_OF_A_RELEASE = 10
const TEXTURES = 4
/** Seconds of a texture, of which a song takes a stretch. */
const TEXTURE_S = 60

/** Writes `count` tagged WAVs into folders of ten: three in four as a CD has them, one in four of 48 kHz and 24 bit. */
export function writeSongs(folder: string, count: number): void {
  const next = numbers(20)
  const textures = new Map<number, [Float32Array, Float32Array][]>()
  for (let n = 0; n < count; n++) {
    const release = Math.floor(n / SONGS_OF_A_RELEASE)
    const place = (n % SONGS_OF_A_RELEASE) + 1
    const [rate, bits] = n % 4 === 3 ? ([48_000, 24] as const) : ([44_100, 16] as const)
    const words = {
      TIT2: `Song ${place} of ${release}`,
      TPE1: `Artist ${release % 90}`,
      TALB: `Release ${release}`,
      TRCK: `${place}/${SONGS_OF_A_RELEASE}`,
      TSRC: `GBAAA26${String(n).padStart(5, '0')}`,
      TCON: 'Electronic',
      TDRC: '2026-03-04',
      APIC: png(release % 256, place, 90, 600),
    }
    const some = textures.get(rate) ?? texturesOf(rate)
    textures.set(rate, some)
    const data = mixed(some, rate, bits, next)
    const tag = riffChunk('id3 ', id3(words))
    const head = wavHeader({ sampleRate: rate, bits, channels: 2 }, data.length)
    head.writeUInt32LE(36 + data.length + tag.length, 4)
    const parent = join(folder, String(release).padStart(4, '0'))
    mkdirSync(parent, { recursive: true })
    const file = openSync(join(parent, `${place}.wav`), 'w')
    for (const part of [head, data, tag]) writeSync(file, part)
    closeSync(file)
  }
}

function texturesOf(sampleRate: number): [Float32Array, Float32Array][] {
  return Array.from({ length: TEXTURES }, (_, n) => {
    const shape = { seed: `texture ${n}`, generator: SYNTH_GENERATOR, seconds: TEXTURE_S, sampleRate }
    const planes: [Float32Array, Float32Array] = [
      new Float32Array(TEXTURE_S * sampleRate),
      new Float32Array(TEXTURE_S * sampleRate),
    ]
    play(shape).read(...planes)
    return planes
  })
}

function mixed(textures: [Float32Array, Float32Array][], rate: number, bits: 16 | 24, next: () => number): Buffer {
  const frames = SONG_S * rate
  const pick = () => {
    const planes = textures[Math.floor(next() * textures.length)]!
    return { planes, from: Math.floor(next() * (planes[0].length - frames)), gain: 0.2 + 0.3 * next() }
  }
  const [a, b] = [pick(), pick()]
  const full = 2 ** (bits - 1) - 1
  const width = bits / 8
  const data = Buffer.allocUnsafe(frames * 2 * width)
  for (let i = 0, at = 0; i < frames; i++) {
    for (let c = 0; c < 2; c++, at += width) {
      const sum = a.gain * a.planes[c]![a.from + i]! + b.gain * b.planes[c]![b.from + i]!
      const value = Math.round(Math.max(-1, Math.min(1, sum)) * full)
      data[at] = value
      data[at + 1] = value >> 8
      if (width === 3) data[at + 2] = value >> 16
    }
  }
  return data
}
