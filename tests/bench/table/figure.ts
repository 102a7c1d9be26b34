/**
 * A figure of a benchmark: what was measured, what it must be, and whether it is. Reports go from the process of one
 * benchmark to the one that runs them all as JSON, so they are read through schemas.
 */
import { z } from 'zod'
import { median, spreadOf } from './stats.ts'

export const Must = z.object({ bound: z.enum(['at most', 'at least', 'below']), value: z.number() })
export type Must = z.infer<typeof Must>

export const atMost = (value: number): Must => ({ bound: 'at most', value })
export const atLeast = (value: number): Must => ({ bound: 'at least', value })
export const below = (value: number): Must => ({ bound: 'below', value })

export const Figure = z.object({
  what: z.string().min(1),
  /** Null: it was not measured. */
  value: z.number().nullable(),
  unit: z.string(),
  /** Null: printed to be known. */
  must: Must.nullable(),
  /** Lowest and highest of the rounds; null where there was one. */
  spread: z.tuple([z.number(), z.number()]).nullable(),
  /** Measured over less than the must was made for. */
  shortened: z.boolean(),
  /** What else has to be known to read it. */
  note: z.string(),
})
export type Figure = z.infer<typeof Figure>

export const Report = z.object({
  bench: z.string().min(1),
  figures: z.array(Figure),
  /** Who it is compared with and what it ran on, with versions. */
  peers: z.array(z.string()),
  /** What the figures do not count. */
  leavesOut: z.array(z.string()),
})
export type Report = z.infer<typeof Report>

/** Known is a figure without a must; void is one that was not measured, which meets nothing. */
export type Verdict = 'met' | 'MISSED' | 'VOID' | 'known'

export function verdictOf({ value, must }: Pick<Figure, 'value' | 'must'>): Verdict {
  if (value === null || !Number.isFinite(value)) return 'VOID'
  if (must === null) return 'known'
  const isMet =
    must.bound === 'at least' ? value >= must.value : must.bound === 'below' ? value < must.value : value <= must.value
  return isMet ? 'met' : 'MISSED'
}

/** @returns whether a figure is neither missed nor void */
export const isKept = (figure: Figure): boolean => ['met', 'known'].includes(verdictOf(figure))

export interface Measured {
  readonly what: string
  readonly unit: string
  readonly must?: Must | undefined
  readonly shortened?: boolean
  readonly note?: string
}

/** A figure of one value. @param value not a finite number: void */
export function figureOf({ what, unit, must, shortened, note }: Measured, value: number): Figure {
  return {
    what,
    unit,
    value: Number.isFinite(value) ? value : null,
    must: must ?? null,
    spread: null,
    shortened: shortened ?? false,
    note: note ?? '',
  }
}

/**
 * The median of some rounds, with the lowest and the highest of them.
 * @param values one round that came to nothing makes the figure void: what is left would flatter
 */
export function figureOfRounds(measured: Measured, values: readonly number[]): Figure {
  const isWhole = values.length > 0 && values.every(Number.isFinite)
  if (!isWhole) return figureOf(measured, Number.NaN)
  return { ...figureOf(measured, median(values)), spread: values.length > 1 ? spreadOf(values) : null }
}
