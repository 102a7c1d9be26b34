/**
 * Text by what a person takes for one character: grapheme clusters (Unicode Standard Annex 29). Everything that limits
 * or counts what is typed counts here, on both sides of the wire.
 */

/** A cluster can be endless. What has more UTF-16 units than this is taken apart into its code points. */
export const CLUSTER_UNITS = 64

let segmenter: Intl.Segmenter | null = null

/** The clusters of a text; code points where one is endless, or the engine does not know clusters. */
export function* graphemes(text: string): Generator<string, void> {
  if (typeof Intl.Segmenter !== 'function') return yield* text
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  for (const { segment } of segmenter.segment(text))
    if (segment.length <= CLUSTER_UNITS) yield segment
    else yield* segment
}

/** The first so many characters of a text; the text where it has no more. */
export function firstGraphemes(text: string, count: number): string {
  let first = ''
  let left = count
  for (const sign of graphemes(text)) {
    if (left === 0) break
    first += sign
    left -= 1
  }
  return first
}

/**
 * How many characters a text has.
 * @param enough counts no further than this: for who only asks whether it is too long
 */
export function countGraphemes(text: string, enough = Number.POSITIVE_INFINITY): number {
  let count = 0
  for (const _ of graphemes(text)) {
    count += 1
    if (count >= enough) break
  }
  return count
}
