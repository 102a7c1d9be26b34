import type { Random } from '../random.ts'
import type { Palette } from './palettes.ts'
import type { Sheet } from './sheet.ts'

/** A kind of picture. What it draws depends on nothing but the chance and the palette it is given. */
export interface Family {
  name: string
  /** The tone of palettes it looks good in. */
  tone: 'light' | 'dark' | 'any'
  /** Palettes it must not use, by name. */
  avoid?: readonly string[]
  draw(sheet: Sheet, r: Random, palette: Palette): void
  /** The colours that cover most of the picture, with their share: the mean is the placeholder's colour. */
  mean(palette: Palette): readonly (readonly [string, number])[]
}
