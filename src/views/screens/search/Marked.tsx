import { markRanges } from '#core/model/search/marks.ts'
import { mark } from './shared.css.ts'

interface Props {
  text: string
  /** Of `markedWords`. */
  words: readonly string[]
  /** What else is said of the same hit. */
  beside?: string
}

/** A text with the letters that answer the search marked. */
export function Marked({ text, words, beside }: Props) {
  const ranges = markRanges(text, words, beside)
  if (ranges.length === 0) return text
  let at = 0
  const parts = ranges.flatMap(([from, to]) => {
    const before = text.slice(at, from)
    at = to
    return [
      before,
      <mark key={from} className={mark}>
        {text.slice(from, to)}
      </mark>,
    ]
  })
  return [...parts, text.slice(at)]
}
