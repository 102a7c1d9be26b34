/**
 * Text by what a person takes for one character: grapheme clusters (Unicode Standard Annex 29). Everything that limits
 * or counts what is typed counts here, on both sides of the wire.
 */

/** A cluster can be endless. What has more UTF-16 units than this is taken apart into its code points. */
export const CLUSTER_UNITS = 64

/** So many UTF-16 units are handed to the engine at once: some copy all they were given for each cluster of it. */
const WINDOW_UNITS = 256

let segmenter: Intl.Segmenter | null = null

/** The clusters of a text; code points where one is endless, or the engine does not know clusters. */
export function* graphemes(text: string): Generator<string, void> {
  if (typeof Intl.Segmenter !== 'function') return yield* text
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  let units = WINDOW_UNITS
  for (let from = 0; from < text.length; ) {
    const seen = text.slice(from, from + units)
    const isLast = from + units >= text.length
    let end = 0
    for (const { segment } of segmenter.segment(seen)) {
      // It may go on behind what is seen, or what follows may be half of a sign that belongs to it.
      if (!isLast && end + segment.length >= units - 1) break
      end += segment.length
      if (segment.length <= CLUSTER_UNITS) yield segment
      else yield* segment
    }
    // Where one cluster is all that is seen, more has to be.
    units = end === 0 ? units * 2 : WINDOW_UNITS
    from += end
  }
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
