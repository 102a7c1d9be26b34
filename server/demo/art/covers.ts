/**
 * Drawn cover art: a seed becomes an SVG, always the same one. A seed is either
 * `{family}.{palette}.{number}`, as the demo catalogue gives them so that neighbours differ, or any
 * other text, which is hashed to a family and a palette. Paths only: no fonts are needed to render one.
 */

import { Random } from '../random.ts'
import * as botanic from './botanic.ts'
import { mean } from './colour.ts'
import type { Family } from './family.ts'
import * as geometry from './geometry.ts'
import * as landscapes from './landscapes.ts'
import * as light from './light.ts'
import * as lines from './lines.ts'
import { PALETTES, type Palette, turned } from './palettes.ts'
import { Sheet } from './sheet.ts'

/** Raise it when a drawing changes, so that rendered files of the old one are not served. */
export const COVER_GENERATOR = 1

const { hills, harbour, strata, peaks, pines, city, palms, road, dunes } = landscapes
const { bauhaus, arcs, bands, opArt, halftone, scales, cubes, arches, stairs, cutouts } = geometry
const { eclipse, streaks, haze, sphere, water, silhouette, orbits, ribbons } = light
const { leaves, flower, meadow, stillLife, monstera } = botanic
const { contours, ridges, moire, strokes, spiral, record, pool, kites } = lines

// biome-ignore format: four shelves read better than forty lines
export const FAMILIES: readonly Family[] = [
  hills, harbour, silhouette, bauhaus, streaks, strata, arches, sphere, leaves, water,
  cutouts, arcs, eclipse, halftone, flower, city, opArt, bands, haze, contours,
  peaks, ridges, moire, pines, orbits, stillLife, scales, palms, ribbons, cubes,
  road, monstera, dunes, meadow, spiral, record, pool, strokes, stairs, kites,
]

/** The palettes a family looks good in. */
export function palettesOf(family: Family): readonly Palette[] {
  return PALETTES.filter((p) => (family.tone === 'any' || p.tone === family.tone) && !family.avoid?.includes(p.name))
}

interface Design {
  family: Family
  palette: Palette
  random: Random
}

function design(seed: string): Design {
  const random = new Random(`cover:${seed}`)
  const [familyName, paletteName] = seed.split('.')
  const family = FAMILIES.find((f) => f.name === familyName) ?? random.pick(FAMILIES)
  const palette = PALETTES.find((p) => p.name === paletteName) ?? random.pick(palettesOf(family))
  return { family, palette: turned(palette, random.range(-16, 16)), random }
}

/** The cover of a seed as SVG text, 300 by 300 units. Pure. */
export function coverSvg(seed: string): string {
  const { family, palette, random } = design(seed)
  const sheet = new Sheet()
  family.draw(sheet, random, palette)
  return sheet.toString()
}

/** The colour the cover has from afar, as `#rrggbb`: the mean of what its family says it covers the sheet with. */
export function averageColour(seed: string): string {
  const { family, palette } = design(seed)
  return mean(family.mean(palette))
}
