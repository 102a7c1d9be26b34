/**
 * Music from a few numbers: deterministic, stereo, never clipping, about as varied as a radio hour.
 * The song is planned as a score, rendered bar by bar from clips that are kept while they repeat,
 * then sent through an echo, a small room and a soft limiter. How much is read at a time changes nothing.
 */
import { framesOf, type SongShape, type Sound } from '../../media/contract.ts'
import { Random } from '../random.ts'
import { arrange, type Part, partsOf, type Score, type Section, writeScore } from './score.ts'
import { addDrum, addNote, type Clip, type Drum, newClip } from './voices.ts'

/** Raise it whenever a byte of any song would change. */
export const SYNTH_GENERATOR = 1

/** Seconds of the fade at the end. */
const FADE_SECONDS = 6

/** @throws RangeError for a generator this build does not know */
export const play = (shape: SongShape): Sound => new SynthSong(shape)

export class SynthSong implements Sound {
  readonly frames: number
  private readonly score: Score
  private readonly sections: Section[]
  private readonly barFrames: number
  private readonly clips = new Map<string, Clip>()
  private readonly mix: Clip
  private readonly room: Room
  private position = 0
  private bar = 0
  /** Frames of the current bar already read. */
  private used: number

  /** @throws RangeError for a generator this build does not know */
  constructor(private readonly shape: SongShape) {
    if (shape.generator !== SYNTH_GENERATOR) throw new RangeError(`unknown generator ${shape.generator}`)
    this.frames = framesOf(shape)
    this.score = writeScore(shape.seed, shape.sampleRate)
    this.barFrames = this.score.sixteenth * 16
    this.sections = arrange(Math.ceil(this.frames / this.barFrames))
    // One bar and the tails that ring into the next.
    this.mix = newClip(this.barFrames * 2)
    this.room = new Room(shape.sampleRate, this.score.sixteenth * 3)
    this.used = this.barFrames
  }

  /** Fills both arrays (of one length) from where the last call ended; answers the frames written, 0 at the end. */
  read(left: Float32Array, right: Float32Array): number {
    let done = 0
    while (done < left.length && this.position < this.frames) {
      if (this.used === this.barFrames) this.nextBar()
      const count = Math.min(left.length - done, this.barFrames - this.used, this.frames - this.position)
      left.set(this.mix.left.subarray(this.used, this.used + count), done)
      right.set(this.mix.right.subarray(this.used, this.used + count), done)
      done += count
      this.used += count
      this.position += count
    }
    return done
  }

  private nextBar(): void {
    const { mix, barFrames } = this
    // The dry tail of the bar before comes to the front; the room only ever works on the front half.
    mix.left.copyWithin(0, barFrames)
    mix.right.copyWithin(0, barFrames)
    mix.left.fill(0, barFrames)
    mix.right.fill(0, barFrames)
    const section = this.sections[this.bar] ?? 'outro'
    let first = this.bar
    while (first > 0 && this.sections[first - 1] === section) first--
    const inSection = this.bar - first
    const parts = partsOf(section, inSection, this.score.style)
    for (const part of ['drums', 'bass', 'pad', 'arp', 'lead'] as const) {
      const level = parts[part] ?? 0
      if (level > 0) this.addClip(this.clip(part, section, inSection), level)
    }
    this.room.run(mix, barFrames)
    this.fade()
    this.bar++
    this.used = 0
  }

  private addClip(clip: Clip, level: number): void {
    const { left, right } = this.mix
    const count = clip.left.length
    for (let i = 0; i < count; i++) {
      left[i] = (left[i] as number) + (clip.left[i] as number) * level
      right[i] = (right[i] as number) + (clip.right[i] as number) * level
    }
  }

  /** Fades the end out and takes the click off the start. */
  private fade(): void {
    const { left, right } = this.mix
    const start = this.bar * this.barFrames
    const length = Math.min(this.frames / 3, FADE_SECONDS * this.shape.sampleRate)
    for (let i = 0; i < this.barFrames; i++) {
      const at = start + i
      let gain = at < 256 ? at / 256 : 1
      const rest = this.frames - at
      if (rest < length) gain *= (rest / length) * (rest / length)
      else if (at >= 256) continue
      left[i] = (left[i] as number) * gain
      right[i] = (right[i] as number) * gain
    }
  }

  private clip(part: Part, section: Section, n: number): Clip {
    const big = section === 'chorus' || section === 'outro'
    const turn = big ? this.score.chorus : this.score.verse
    const fill = part === 'drums' && n % 8 === 7
    const key = part === 'drums' ? `drums:${big}:${fill}` : `${part}:${big}:${n % 4}`
    const known = this.clips.get(key)
    if (known) return known
    const made = newClip(part === 'drums' ? Math.floor(this.barFrames * 1.25) : Math.floor(this.barFrames * 1.75))
    const degree = turn[n % 4] ?? 0
    if (part === 'drums') this.drums(made, big, fill)
    else if (part === 'bass') this.bass(made, degree, big)
    else if (part === 'pad') this.pad(made, degree, big)
    else if (part === 'arp') this.arp(made, degree)
    else this.lead(made, big, n % 4)
    this.clips.set(key, made)
    return made
  }

  /** The MIDI note of a step of the scale, `octave` above the tonic. */
  private pitch(step: number, octave: number): number {
    const { scale, tonic } = this.score
    const size = scale.length
    return tonic + 12 * (octave + Math.floor(step / size)) + (scale[((step % size) + size) % size] ?? 0)
  }

  private pad(clip: Clip, degree: number, big: boolean): void {
    const { timbre, swell } = this.score
    const notes = [0, 2, 4, big ? 7 : 6]
    notes.forEach((step, i) => {
      addNote(clip, this.shape.sampleRate, {
        at: 0, hold: this.barFrames - 400, note: this.pitch(degree + step, 1), timbre: timbre.pad,
        level: timbre.pad === 'saw' || timbre.pad === 'square' ? 0.06 : 0.085, attack: swell, decay: swell > 0.2 ? 0 : 2.2, release: 0.25 + swell * 0.4,
        pan: (i - 1.5) * 0.5, detune: 0.0035, bright: 0.3, dull: 0.09,
      }) // biome-ignore format: a voice on four lines
    })
  }

  private bass(clip: Clip, degree: number, big: boolean): void {
    const { sixteenth, timbre } = this.score
    const line = this.score.bassLine[big ? 1 : 0]
    for (let i = 0; i < 16; i++) {
      if (line[i] !== 'x') continue
      let hold = 1
      while (i + hold < 16 && line[i + hold] !== 'x') hold++
      const note = this.pitch(degree, i % 8 === 6 ? 0 : -1)
      addNote(clip, this.shape.sampleRate, {
        at: i * sixteenth, hold: Math.floor(Math.min(hold, 6) * sixteenth * 0.9), note: note < 31 ? note + 12 : note, timbre: timbre.bass,
        level: 0.2, attack: 0.006, decay: 0.9, release: 0.06, pan: 0, bright: 0.32, dull: 0.05,
      }) // biome-ignore format: a voice on four lines
    }
  }

  private arp(clip: Clip, degree: number): void {
    const { sixteenth, timbre, arpOrder } = this.score
    const chord = [0, 2, 4, 7]
    const slow = this.score.style === 'ambient' || this.score.style === 'chamber' || this.score.style === 'folk'
    const every = slow ? 2 : 1
    for (let i = 0, k = 0; i < 16; i += every, k++) {
      if (!slow && (i % 8 === 3 || i % 8 === 7)) continue
      addNote(clip, this.shape.sampleRate, {
        at: i * sixteenth, hold: Math.floor(sixteenth * every * 0.8), note: this.pitch(degree + (chord[arpOrder[k % 4] ?? 0] ?? 0), 2), timbre: timbre.arp,
        level: 0.05, attack: 0.004, decay: 0.3, release: 0.3, pan: k % 2 ? 0.6 : -0.6, bright: 0.5, dull: 0.08,
      }) // biome-ignore format: a voice on four lines
    }
  }

  private lead(clip: Clip, big: boolean, n: number): void {
    const { sixteenth, timbre } = this.score
    const steps = this.score.melodies[big ? 'chorus' : 'verse'].bars[n] ?? []
    steps.forEach((step, i) => {
      if (step === null) return
      let hold = 1
      while (i + hold < 16 && (steps[i + hold] ?? null) === null) hold++
      addNote(clip, this.shape.sampleRate, {
        at: i * sixteenth, hold: Math.floor(Math.min(hold, 7) * sixteenth * 0.92), note: this.pitch(step, 2), timbre: timbre.lead,
        level: timbre.lead === 'saw' || timbre.lead === 'square' ? 0.085 : 0.13, attack: 0.012, decay: 1.1, release: 0.18, pan: big ? 0.08 : -0.05,
        detune: big ? 0.002 : 0, bright: 0.55, dull: 0.14,
      }) // biome-ignore format: a voice on four lines
    })
  }

  private drums(clip: Clip, big: boolean, fill: boolean): void {
    const { sixteenth } = this.score
    const r = new Random(`drums:${this.shape.seed}:${big}:${fill}`)
    const levels: Record<Drum, number> = {
      kick: 0.52,
      snare: 0.3,
      clap: 0.26,
      brush: 0.2,
      rim: 0.16,
      hat: 0.13,
      open: 0.12,
      shaker: 0.09,
    }
    for (const [drum, line] of Object.entries(this.score.beats[big ? 1 : 0]) as [Drum, string][]) {
      for (let i = 0; i < 16; i++) {
        const stroke = line[i]
        if (stroke !== 'x' && stroke !== 'o') continue
        const accent = i % 4 === 0 ? 1 : 0.86
        addDrum(
          clip,
          this.shape.sampleRate,
          drum,
          i * sixteenth,
          levels[drum] * (stroke === 'x' ? accent : accent * 0.5) * r.range(0.9, 1),
        )
      }
    }
    if (fill && this.score.beats[1].snare)
      for (let i = 12; i < 16; i++) addDrum(clip, this.shape.sampleRate, 'snare', i * sixteenth, 0.12 + i * 0.012)
  }
}

/** An echo across the sides, a small room of four combs (Schroeder 1962), a gentle limiter. */
class Room {
  private readonly echoL: Float32Array
  private readonly echoR: Float32Array
  private readonly combs: { line: Float32Array; at: number }[]
  private echoAt = 0
  private dcL = 0
  private dcR = 0

  constructor(rate: number, echoFrames: number) {
    this.echoL = new Float32Array(echoFrames)
    this.echoR = new Float32Array(echoFrames)
    this.combs = [0.0297, 0.0371, 0.0411, 0.0437].map((s) => ({ line: new Float32Array(Math.round(s * rate)), at: 0 }))
  }

  /** Works on the first `frames` of the clip in place. */
  run(clip: Clip, frames: number): void {
    const { left, right } = clip
    const { echoL, echoR, combs } = this
    const [c0, c1, c2, c3] = combs as [(typeof combs)[0], (typeof combs)[0], (typeof combs)[0], (typeof combs)[0]]
    let { echoAt, dcL, dcR } = this
    for (let i = 0; i < frames; i++) {
      const l = left[i] as number
      const r = right[i] as number
      const el = echoL[echoAt] as number
      const er = echoR[echoAt] as number
      // The echo changes sides each time.
      echoL[echoAt] = l * 0.22 + er * 0.36
      echoR[echoAt] = r * 0.22 + el * 0.36
      if (++echoAt === echoL.length) echoAt = 0
      const send = (l + r) * 0.09
      const y0 = c0.line[c0.at] as number
      const y1 = c1.line[c1.at] as number
      const y2 = c2.line[c2.at] as number
      const y3 = c3.line[c3.at] as number
      c0.line[c0.at] = send + y0 * 0.77
      c1.line[c1.at] = send + y1 * 0.75
      c2.line[c2.at] = send + y2 * 0.73
      c3.line[c3.at] = send + y3 * 0.72
      if (++c0.at === c0.line.length) c0.at = 0
      if (++c1.at === c1.line.length) c1.at = 0
      if (++c2.at === c2.line.length) c2.at = 0
      if (++c3.at === c3.line.length) c3.at = 0
      let a = l + el + y0 - y2
      let b = r + er + y1 - y3
      // No offset may build up: a high pass far below hearing.
      dcL += (a - dcL) * 0.0004
      dcR += (b - dcR) * 0.0004
      a = soft((a - dcL) * 1.25)
      b = soft((b - dcR) * 1.25)
      left[i] = a
      right[i] = b
    }
    this.echoAt = echoAt
    this.dcL = dcL
    this.dcR = dcR
  }
}

/** The Padé form of tanh, exactly 1 at 3: rounds peaks off instead of cutting them. */
function soft(x: number): number {
  const v = x > 3 ? 3 : Math.max(x, -3)
  return ((v * (27 + v * v)) / (27 + 9 * v * v)) * 0.96
}
