export interface Cut {
  readonly file: URL
  /** The font's file it is cut from. */
  readonly from: URL
  /** Its letters, as styles name them. */
  readonly range: string
}

/** Lightest and boldest of the type scale. */
export const WEIGHTS: { readonly min: number; readonly max: number }
/** What is cut. */
export const CUTS: readonly Cut[]
/** @returns a font's file with these letters and weights alone */
export function cut(which: Cut): Promise<Buffer>
