import { markRanges } from '#core/model/searchMarks.ts'
import { mark } from './search.css.ts'

/** A text with the letters that answer the search marked. @param words of `markedWords` */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  const ranges = markRanges(text, words)
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
