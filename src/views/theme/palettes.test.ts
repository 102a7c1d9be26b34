// WCAG 2.2, 1.4.3 and 1.4.11: every token that is read or looked at stands out from every ground it is put on.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contrast, type Rgb } from '#tests/support/contrast.ts'
import { contrastDark, contrastLight, dark, light } from './palettes.ts'

type Token = Exclude<keyof typeof dark, 'shadow'>

/** Least contrast of text, and of signs, edges of controls and what shows a state. */
const LEAST = { TEXT: 4.5, SIGN: 3 }
/** Of the themes of high contrast (WCAG 1.4.6). */
const MORE = { TEXT: 7, SIGN: 4.5 }

/** Grounds everything may stand on. */
const GROUNDS: readonly Token[] = ['canvas', 'surface', 'raised', 'overlay', 'secondary']
/** Laid over a ground when something is pointed at or chosen. */
const VEILS: readonly Token[] = ['hover', 'accentSoft']
/** What has a ground of its own and may stand on no other. */
const OWN_GROUND: Partial<Record<Token, readonly Token[]>> = {
  accentText: ['accent', 'accentHover', 'accentPress'],
  cautionText: ['caution'],
  canvas: ['text', 'playHover', 'accent', 'danger'],
}
/** Read as text on any ground. */
const READ: readonly Token[] = ['text', 'muted', 'accent', 'positive', 'caution', 'danger']

function parts(colour: string): { rgb: Rgb; alpha: number } {
  const hex = /^#([0-9A-F]{6})([0-9A-F]{2})?$/i.exec(colour)
  if (!hex?.[1]) throw new Error(`${colour} is no colour`)
  const byte = (at: number) => Number.parseInt(hex[1]?.slice(at, at + 2) ?? '', 16)
  return { rgb: [byte(0), byte(2), byte(4)], alpha: hex[2] ? Number.parseInt(hex[2], 16) / 255 : 1 }
}

/** What is seen when a colour lies over an opaque one. */
function over(colour: string, ground: Rgb): Rgb {
  const { rgb, alpha } = parts(colour)
  const mix = (n: 0 | 1 | 2) => rgb[n] * alpha + ground[n] * (1 - alpha)
  return [mix(0), mix(1), mix(2)]
}

describe.each([
  ['dark', dark, LEAST],
  ['light', light, LEAST],
  ['dark high contrast', contrastDark, MORE],
  ['light high contrast', contrastLight, MORE],
] as const)('in the %s theme', (_, palette, { TEXT, SIGN }) => {
  const solid = (token: Token) => parts(palette[token]).rgb
  /** Every ground, bare and with each veil over it. */
  const grounds = GROUNDS.flatMap((ground) => [
    { name: ground as string, rgb: solid(ground) },
    ...VEILS.map((veil) => ({ name: `${veil} over ${ground}`, rgb: over(palette[veil], solid(ground)) })),
  ])
  /** While something is held down, and under what is open or the current page. */
  const pressed = GROUNDS.map((ground) => ({ name: `press over ${ground}`, rgb: over(palette.press, solid(ground)) }))
  const tooFaint = (token: Token, least: number, on = grounds) =>
    on
      .map(({ name, rgb }) => ({ name, contrast: contrast(over(palette[token], rgb), rgb) }))
      .filter((found) => found.contrast < least)
      .map((found) => `${token} on ${found.name}: ${found.contrast.toFixed(2)}`)

  it.each(READ)('%s can be read on every ground', (token) => {
    expect(tooFaint(token, TEXT)).toEqual([])
  })

  it('faint can be read on every ground; on an overlay that is pointed at the second line is muted', () => {
    const own = grounds.filter(({ name }) => !name.endsWith('over overlay'))
    expect(tooFaint('faint', TEXT, own)).toEqual([])
  })

  it('what is written where something is pressed, open or current can be read, and its signs be seen', () => {
    expect((['text', 'muted'] as const).flatMap((token) => tooFaint(token, TEXT, pressed))).toEqual([])
    expect(READ.flatMap((token) => tooFaint(token, SIGN, pressed))).toEqual([])
  })

  it('letters that answer a search can be read in a row that is pointed at: text, and no other colour', () => {
    const marked = grounds.map(({ name, rgb }) => ({ name: `press over ${name}`, rgb: over(palette.press, rgb) }))
    expect(tooFaint('text', TEXT, marked)).toEqual([])
  })

  it.each(['outline', 'accent', 'danger', 'caution', 'positive'] as const)(
    'the edge of a control in %s stands out from every ground',
    (token) => {
      expect(tooFaint(token, SIGN)).toEqual([])
    },
  )

  it.each(Object.entries(OWN_GROUND))('%s can be read on its own grounds', (token, own) => {
    const found = own.map((ground) => contrast(solid(token as Token), solid(ground)))
    expect(Math.min(...found)).toBeGreaterThanOrEqual(TEXT)
  })

  it('the knob of a switch stands out from its track, on and off', () => {
    for (const track of ['accent', 'outline'] as const)
      expect(contrast(solid('knob'), solid(track))).toBeGreaterThanOrEqual(2.5)
  })
})

describe.each([
  ['dark', contrastDark],
  ['light', contrastLight],
] as const)('with high contrast, %s', (_, palette) => {
  it('hairlines can be seen: they bound what floats and every card', () => {
    const edge = parts(palette.hairline)
    const found = GROUNDS.map((ground) => contrast(edge.rgb, parts(palette[ground]).rgb))
    expect(edge.alpha).toBe(1)
    expect(Math.min(...found)).toBeGreaterThanOrEqual(3)
  })

  it('what a scale is filled on can be seen, and small words on it be read', () => {
    const tracks = GROUNDS.map((ground) => {
      const { rgb } = parts(palette[ground])
      return { ground: rgb, track: over(palette.track, rgb) }
    })
    expect(Math.min(...tracks.map(({ ground, track }) => contrast(track, ground)))).toBeGreaterThanOrEqual(2)
    expect(Math.min(...tracks.map(({ track }) => contrast(parts(palette.text).rgb, track)))).toBeGreaterThanOrEqual(7)
  })
})

describe('the styles', () => {
  const views = join(import.meta.dirname, '..')
  const files = readdirSync(views, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css.ts'))
  const rules = files.flatMap((file) =>
    readFileSync(join(views, file), 'utf8')
      .split(/\n(?=export const |const |globalStyle\()/)
      .map((rule) => ({ file, rule })),
  )

  it('were read', () => {
    expect(files.length).toBeGreaterThan(40)
    expect(rules.filter(({ rule }) => rule.includes('vars.text')).length).toBeGreaterThan(40)
  })

  it('say in what colour they write on the ground of what is pressed, for not every colour can be read there', () => {
    const strays = rules.filter(({ rule }) => /background: vars\.press,/.test(rule) && /\bcolor: 'inherit'/.test(rule))
    expect(strays.map(({ file, rule }) => `${file}: ${rule.slice(0, 120)}`)).toEqual([])
  })

  it('draw an edge that is seen around the one of several that holds: its ground is hardly another', () => {
    const segment = rules.find(({ file, rule }) => file.endsWith('Segments.css.ts') && /const segment\b/.test(rule))
    expect(segment?.rule).toMatch(/aria-checked="true"[^}]*boxShadow: `[^`]*vars\.outline/s)
  })

  it.each(Object.entries(OWN_GROUND))('put %s on its own ground alone', (token, own) => {
    const wears = new RegExp(`[^a-zA-Z]color: vars\\.${token}\\b`)
    const ground = new RegExp(`background(Color)?: (vars\\.(${own.join('|')})\\b)`)
    const strays = rules.filter(({ rule }) => wears.test(rule) && !ground.test(rule))
    expect(strays.map(({ file, rule }) => `${file}: ${rule.slice(0, 120)}`)).toEqual([])
  })
})
