import { useEffect, useState } from 'react'
import { visuallyHidden } from '../../theme/hidden.css.ts'

/** So long a region stands before its words come; what is here sooner is not said to be on its way, ms. */
const AFTER_MS = 250
/** So long its words stay: whoever reads the page afterwards finds them once, where they are seen, ms. */
const STAYS_MS = 5000

/**
 * Says to those who hear the page what others see beside it: in a region that stands before its words, for what comes
 * with them is not spoken.
 * @param props `stays` where no words are seen beside it: there these are all that can be read
 */
export function Spoken({ words, stays = false }: { words: string; stays?: boolean }) {
  const [isSaid, setSaid] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words are said as well
  useEffect(() => {
    const come = setTimeout(setSaid, AFTER_MS, true)
    const go = stays ? undefined : setTimeout(setSaid, AFTER_MS + STAYS_MS, false)
    return () => {
      clearTimeout(come)
      clearTimeout(go)
    }
  }, [words, stays])
  return (
    <span role="status" className={visuallyHidden}>
      {isSaid && words}
    </span>
  )
}
