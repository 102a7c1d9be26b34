// From a seed to a plan: tempo, key, chords, instruments and which parts play in which bar.
import { Random } from '../random.ts'
import type { Timbre } from './tables.ts'
import type { Drum } from './voices.ts'

const STYLES = ['pop', 'house', 'ambient', 'folk', 'synthwave', 'soul', 'hiphop', 'chamber', 'rock', 'latin'] as const
export type Style = (typeof STYLES)[number]

export type Part = 'pad' | 'bass' | 'drums' | 'arp' | 'lead'

/** Sixteen steps to a bar; `x` plays, `o` plays softly. */
type Beat = Partial<Record<Drum, string>>

interface StyleRules {
  /** Beats per minute, from and to. */
  tempo: readonly [number, number]
  minor: number
  pad: readonly Timbre[]
  lead: readonly Timbre[]
  arp: readonly Timbre[]
  bass: readonly Timbre[]
  /** Bass rhythm: sixteen steps. */
  bassLine: readonly string[]
  beats: readonly Beat[]
  /** Seconds of a pad's attack. */
  swell: number
}

const RULES: Record<Style, StyleRules> = {
  pop: {
    tempo: [96, 124], minor: 0.35, pad: ['saw', 'keys'], lead: ['keys', 'square', 'reed'], arp: ['keys', 'saw'], bass: ['saw', 'square'],
    bassLine: ['x...x...x...x.x.', 'x..x..x.x..x..x.'],
    beats: [{ kick: 'x.....x.x.......', snare: '....x.......x...', hat: 'x.o.x.o.x.o.x.o.' }, { kick: 'x...x...x...x...', clap: '....x.......x...', hat: '..x...x...x...x.' }],
    swell: 0.12,
  },
  house: {
    tempo: [118, 128], minor: 0.6, pad: ['saw', 'string'], lead: ['square', 'saw', 'bell'], arp: ['saw', 'square'], bass: ['square', 'saw'],
    bassLine: ['..x...x...x...x.', '..xx..x...xx..x.'],
    beats: [{ kick: 'x...x...x...x...', clap: '....x.......x...', open: '..x...x...x...x.', shaker: 'oooooooooooooooo' }, { kick: 'x...x...x...x..o', clap: '....x.......x...', hat: 'o.x.o.x.o.x.o.xo' }],
    swell: 0.08,
  },
  ambient: {
    tempo: [66, 84], minor: 0.5, pad: ['string', 'sine', 'reed'], lead: ['bell', 'sine', 'keys'], arp: ['bell', 'keys'], bass: ['sine', 'keys'],
    bassLine: ['x...............', 'x.......x.......'],
    beats: [{ shaker: '....o.......o...' }, { kick: 'o.......o.......', rim: '......o.....o...' }],
    swell: 0.9,
  },
  folk: {
    tempo: [84, 112], minor: 0.35, pad: ['string', 'reed'], lead: ['reed', 'keys', 'string'], arp: ['keys', 'string'], bass: ['keys', 'sine'],
    bassLine: ['x.......x.......', 'x.....x.x.....x.'],
    beats: [{ brush: '....x.......x..o', shaker: 'o.o.o.o.o.o.o.o.' }, { kick: 'x.......x.......', rim: '....x.......x...', shaker: 'o.ooo.ooo.ooo.oo' }],
    swell: 0.3,
  },
  synthwave: {
    tempo: [88, 112], minor: 0.8, pad: ['saw', 'string'], lead: ['saw', 'square'], arp: ['saw', 'square'], bass: ['saw'],
    bassLine: ['x.x.x.x.x.x.x.x.', 'x.xxx.x.x.xxx.x.'],
    beats: [{ kick: 'x...x...x...x...', snare: '....x.......x...', hat: 'o.o.o.o.o.o.o.o.' }, { kick: 'x.......x.x.....', snare: '....x.......x...', open: '..o...o...o...o.' }],
    swell: 0.2,
  },
  soul: {
    tempo: [74, 98], minor: 0.5, pad: ['keys', 'reed'], lead: ['reed', 'keys', 'sine'], arp: ['keys'], bass: ['sine', 'keys'],
    bassLine: ['x..x......x..x..', 'x.....xx..x.....'],
    beats: [{ kick: 'x..o..x...x.....', snare: '....x..o....x...', hat: 'x.oox.o.x.oox.o.' }, { kick: 'x......x..x.....', rim: '....x.......x..o', shaker: 'x.o.x.o.x.o.x.o.' }],
    swell: 0.05,
  },
  hiphop: {
    tempo: [76, 94], minor: 0.75, pad: ['keys', 'string'], lead: ['bell', 'keys', 'square'], arp: ['keys', 'bell'], bass: ['sine'],
    bassLine: ['x......x..x.....', 'x..x......x...x.'],
    beats: [{ kick: 'x.....x..x......', snare: '....x.......x...', hat: 'x.x.x.x.x.x.xxx.' }, { kick: 'x..x....x.x.....', clap: '....x.......x...', hat: 'xoxoxoxoxoxoxoxo' }],
    swell: 0.06,
  },
  chamber: {
    tempo: [66, 96], minor: 0.55, pad: ['string'], lead: ['string', 'reed', 'keys'], arp: ['keys', 'string'], bass: ['string'],
    bassLine: ['x.......x.......', 'x...x...x...x...'],
    beats: [{}, { shaker: 'o...o...o...o...' }],
    swell: 0.35,
  },
  rock: {
    tempo: [104, 144], minor: 0.5, pad: ['saw', 'square'], lead: ['saw', 'square'], arp: ['saw', 'keys'], bass: ['saw'],
    bassLine: ['x.x.x.x.x.x.x.x.', 'x..xx.x.x..xx.x.'],
    beats: [{ kick: 'x.......x.x.....', snare: '....x.......x...', hat: 'x.x.x.x.x.x.x.x.' }, { kick: 'x..x..x...x.....', snare: '....x.......x.o.', open: 'x...x...x...x...' }],
    swell: 0.03,
  },
  latin: {
    tempo: [88, 108], minor: 0.6, pad: ['keys', 'reed'], lead: ['reed', 'bell', 'keys'], arp: ['keys', 'string'], bass: ['keys', 'sine'],
    bassLine: ['x.....x.....x...', 'x..x..x.x..x..x.'],
    beats: [{ kick: 'x...x...x...x...', rim: '...x..x....x..x.', shaker: 'x.oox.oox.oox.oo' }, { kick: 'x.....x.x.....x.', rim: 'x..x..x...x.x...', shaker: 'oooooooooooooooo' }],
    swell: 0.05,
  },
} // biome-ignore format: one style to a block

const MAJOR = [0, 2, 4, 5, 7, 9, 11] as const
const MINOR = [0, 2, 3, 5, 7, 8, 10] as const
/** Four-chord progressions as steps of the scale, 0 the tonic. */
const TURNS_MAJOR = [
  [0, 4, 5, 3],
  [0, 5, 3, 4],
  [3, 0, 4, 5],
  [0, 3, 1, 4],
  [0, 2, 3, 4],
  [5, 3, 0, 4],
] as const
const TURNS_MINOR = [
  [0, 5, 2, 6],
  [0, 3, 5, 4],
  [0, 6, 5, 4],
  [0, 2, 6, 5],
  [5, 6, 0, 0],
  [0, 5, 3, 6],
] as const

export interface Melody {
  /** Four bars of sixteen steps: a step of the scale above the tonic, or null for silence. */
  bars: readonly (readonly (number | null)[])[]
}

export interface Score {
  style: Style
  /** Frames of a sixteenth; a bar has sixteen of them. */
  sixteenth: number
  tonic: number
  scale: readonly number[]
  verse: readonly number[]
  chorus: readonly number[]
  timbre: { pad: Timbre; lead: Timbre; arp: Timbre; bass: Timbre }
  bassLine: readonly [string, string]
  beats: readonly [Beat, Beat]
  swell: number
  melodies: { verse: Melody; chorus: Melody }
  /** Order in which the arpeggio takes the chord's notes. */
  arpOrder: readonly number[]
}

/**
 * Plans the whole song. A seed may begin with a style and a dot; any other text is hashed to one. What
 * follows a `#` (a version) changes the playing, not the song.
 */
export function writeScore(seed: string, sampleRate: number): Score {
  const r = new Random(`score:${seed.split('#')[0]}`)
  const named = STYLES.find((style) => seed.startsWith(`${style}.`))
  const style = named ?? r.pick(STYLES)
  const rules = RULES[style]
  const tempo = r.int(rules.tempo[0], rules.tempo[1])
  const minor = r.chance(rules.minor)
  const [verse, chorus] = r.shuffle<readonly number[]>(minor ? TURNS_MINOR : TURNS_MAJOR)
  return {
    style,
    sixteenth: Math.round((60 * sampleRate) / (tempo * 4)),
    tonic: r.int(43, 54),
    scale: minor ? MINOR : MAJOR,
    verse: verse ?? [0, 3, 4, 0],
    chorus: chorus ?? [0, 4, 5, 3],
    timbre: { pad: r.pick(rules.pad), lead: r.pick(rules.lead), arp: r.pick(rules.arp), bass: r.pick(rules.bass) },
    bassLine: [r.pick(rules.bassLine), r.pick(rules.bassLine)],
    beats: [rules.beats[0] ?? {}, rules.beats[1] ?? {}],
    swell: rules.swell,
    melodies: { verse: melody(r, 0.42), chorus: melody(r, 0.58) },
    arpOrder: r.pick([
      [0, 1, 2, 3],
      [0, 2, 1, 2],
      [3, 2, 1, 0],
      [0, 1, 2, 1],
      [0, 3, 1, 2],
    ]),
  }
}

/** A motif of one bar, answered, repeated with another ending: how a tune is remembered. */
function melody(r: Random, density: number): Melody {
  const bar = (start: number): (number | null)[] => {
    const steps: (number | null)[] = []
    let degree = start
    for (let i = 0; i < 16; i++) {
      const strong = i % 4 === 0
      if (i % 2 === 0 && r.chance(strong ? density + 0.3 : density - 0.08)) {
        degree += r.pick([-2, -1, -1, 0, 1, 1, 2, strong ? 2 : -1])
        degree = Math.max(-2, Math.min(9, degree))
        steps.push(degree)
      } else steps.push(null)
    }
    return steps
  }
  const motif = bar(r.int(2, 4))
  const answer = bar(r.int(3, 6))
  const ending = motif.map((step, i) => (i < 8 ? step : i === 8 ? 2 : i === 12 ? 0 : null))
  return { bars: [motif, answer, motif.map((step) => (step === null ? null : step + 1)), ending] }
}

export type Section = 'intro' | 'verse' | 'chorus' | 'bridge' | 'outro'

/** Which section each bar belongs to, for a song of that many bars (the last may be cut short). */
export function arrange(bars: number): Section[] {
  const out: Section[] = []
  const push = (section: Section, count: number) => {
    for (let i = 0; i < count; i++) out.push(section)
  }
  push('intro', 4)
  const cycle: Section[] = ['verse', 'chorus', 'verse', 'chorus', 'bridge', 'chorus']
  for (let i = 0; out.length < bars; i++)
    push(cycle[i % cycle.length] ?? 'verse', cycle[i % cycle.length] === 'bridge' ? 4 : 8)
  const close = Math.min(4, Math.max(1, Math.floor(bars / 8)))
  return [...out.slice(0, Math.max(0, bars - close)), ...Array<Section>(close).fill('outro')].slice(0, bars)
}

/** The parts that play in a section, bar `n` of it, with their loudness. */
export function partsOf(section: Section, n: number, style: Style): Partial<Record<Part, number>> {
  const calm = style === 'ambient' || style === 'chamber'
  switch (section) {
    case 'intro':
      return { pad: 0.9, arp: n > 1 ? 0.8 : 0.5, ...(n > 2 && !calm ? { drums: 0.5 } : {}) }
    case 'verse':
      return {
        pad: 0.7,
        bass: 0.9,
        drums: calm ? 0.6 : 0.85,
        lead: n > 1 || calm ? 0.85 : 0,
        ...(n > 3 ? { arp: 0.5 } : {}),
      }
    case 'chorus':
      return { pad: 1, bass: 1, drums: 1, lead: 1, arp: 0.75 }
    case 'bridge':
      return { pad: 1, arp: 0.9, lead: 0.5, ...(n > 1 ? { bass: 0.7 } : {}) }
    case 'outro':
      return { pad: 1, bass: 0.7, arp: 0.6, drums: calm ? 0 : 0.6 }
  }
}
