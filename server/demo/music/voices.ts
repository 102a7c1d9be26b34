// What can sound: pitched notes and drums, added into a clip of two channels. Lengths are frames.
import { noteHz, TABLE, TABLE_MASK, type Timbre, tableFor } from './tables.ts'

export interface Clip {
  left: Float32Array
  right: Float32Array
}

export const newClip = (frames: number): Clip => ({ left: new Float32Array(frames), right: new Float32Array(frames) })

export interface Note {
  /** Frame of the clip at which it starts. */
  at: number
  /** Frames it is held. */
  hold: number
  note: number
  timbre: Timbre
  /** Peak, about 0-0.4. */
  level: number
  /** Seconds. */
  attack: number
  /** Seconds until it has fallen to about a third while held; 0 holds the level. */
  decay: number
  /** Seconds until it is gone after the hold. */
  release: number
  /** -1 left to 1 right. */
  pan: number
  /** Second oscillator, out of tune by this part of the pitch (0.004 is about 7 cents); 0 for none. */
  detune?: number
  /** One-pole low pass: 1 is open, 0.02 is dull. Falls to `dull` with the decay. */
  bright?: number
  dull?: number
}

/** Adds one note; what reaches beyond the clip is cut (clips are made with room for a tail). */
export function addNote(clip: Clip, rate: number, v: Note): void {
  const hz = noteHz(v.note)
  const table = tableFor(v.timbre, hz)
  const step = (hz * TABLE) / rate
  const detune = v.detune ?? 0
  const stepB = step * (1 + detune)
  const attack = Math.max(16, Math.floor(v.attack * rate))
  const release = Math.max(64, Math.floor(v.release * rate))
  const fall = v.decay > 0 ? 1 - 1 / (v.decay * rate) : 1
  const end = Math.min(clip.left.length, v.at + v.hold + release)
  const releaseStep = 1 / release
  const [gainL, gainR] = [v.level * (1 - v.pan * 0.6), v.level * (1 + v.pan * 0.6)]
  const [dull, open] = [v.dull ?? 1, v.bright ?? 1]
  const { left, right } = clip
  // Phases from the pitch, so that chords do not start as one click.
  let [a, b] = [(v.note * 331) & TABLE_MASK, (v.note * 733) & TABLE_MASK]
  let [env, held, tail] = [0, 1, 1]
  let low = 0
  let cut = open
  const attackStep = 1 / attack
  const cutFall = v.decay > 0 ? 1 - 1.6 / (v.decay * rate) : 1
  const releaseAt = v.at + v.hold
  for (let i = v.at; i < end; i++) {
    if (env < 1) env = Math.min(env + attackStep, 1)
    held *= fall
    if (i >= releaseAt) tail -= releaseStep
    const ia = a | 0
    const xa = table[ia & TABLE_MASK] as number
    let s = xa + ((table[(ia + 1) & TABLE_MASK] as number) - xa) * (a - ia)
    a += step
    if (a >= TABLE) a -= TABLE
    if (detune !== 0) {
      s = (s + (table[b & TABLE_MASK] as number)) * 0.6
      b += stepB
      if (b >= TABLE) b -= TABLE
    }
    cut *= cutFall
    low += (s - low) * Math.max(cut, dull)
    const out = low * env * held * (tail > 0 ? tail * tail : 0)
    left[i] = (left[i] as number) + out * gainL
    right[i] = (right[i] as number) + out * gainR
  }
}

export type Drum = 'kick' | 'snare' | 'hat' | 'open' | 'clap' | 'rim' | 'shaker' | 'brush'

/** White noise from a 32-bit congruential generator (Numerical Recipes' constants). */
class Noise {
  private state: number
  constructor(seed: number) {
    this.state = seed | 0
  }
  next(): number {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) | 0
    return this.state / 2147483648
  }
}

/** Adds one stroke of a drum. */
export function addDrum(clip: Clip, rate: number, drum: Drum, at: number, level: number): void {
  const { left, right } = clip
  const add = (i: number, l: number, r: number) => {
    left[i] = (left[i] as number) + l
    right[i] = (right[i] as number) + r
  }
  const until = (seconds: number) => Math.min(left.length, at + Math.floor(seconds * rate))
  const noise = new Noise(at * 31 + drum.length * 7919 + drum.charCodeAt(0))
  if (drum === 'kick') {
    const table = tableFor('sine', 60)
    let [phase, hz, env] = [0, 150, level]
    const [hzFall, envFall] = [1 - 28 / rate, 1 - 9 / rate]
    for (let i = at, end = until(0.34); i < end; i++) {
      const s = (table[phase & TABLE_MASK] as number) * env
      add(i, s, s)
      phase = (phase + ((46 + hz) * TABLE) / rate) % TABLE
      hz *= hzFall
      env *= envFall
    }
    return
  }
  const shape = {
    snare: { seconds: 0.22, fall: 20, high: 0.25, tone: 190, pan: 0 },
    clap: { seconds: 0.2, fall: 22, high: 0.4, tone: 0, pan: 0.1 },
    brush: { seconds: 0.3, fall: 13, high: 0.3, tone: 0, pan: -0.1 },
    rim: { seconds: 0.06, fall: 80, high: 0.3, tone: 820, pan: 0.2 },
    hat: { seconds: 0.06, fall: 75, high: 0.85, tone: 0, pan: 0.3 },
    open: { seconds: 0.3, fall: 14, high: 0.85, tone: 0, pan: 0.3 },
    shaker: { seconds: 0.09, fall: 36, high: 0.75, tone: 0, pan: -0.35 },
  }[drum]
  const table = tableFor('sine', 200)
  let [env, low, phase] = [level, 0, 0]
  const envFall = 1 - shape.fall / rate
  const rise = Math.floor((drum === 'shaker' || drum === 'brush' ? 0.012 : 0.0006) * rate)
  for (let i = at, end = until(shape.seconds); i < end; i++) {
    const white = noise.next()
    low += (white - low) * shape.high
    // High-passed noise: what the low pass did not keep.
    let s = (white - low) * 0.8 + (shape.high < 0.5 ? low * 0.7 : 0)
    if (shape.tone > 0) {
      s = s * 0.6 + (table[phase & TABLE_MASK] as number) * 0.7
      phase = (phase + (shape.tone * TABLE) / rate) % TABLE
    }
    s *= env * (i - at < rise ? (i - at) / rise : 1)
    env *= envFall
    add(i, s * (1 - shape.pan), s * (1 + shape.pan))
  }
}
