import { useEffect, useState } from 'react'
import { visuallyHidden } from '../../theme/hidden.css.ts'

/** So long a region stands before its words come; what is here sooner is not said to be on its way, ms. */
const AFTER_MS = 250

/**
 * Says to those who hear the page what others see beside it, out of their hearing: in a region that stands before its
 * words, for what comes with them is not spoken.
 */
export function Spoken({ words }: { words: string }) {
  const [isSaid, setSaid] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSaid(true), AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <span role="status" className={visuallyHidden}>
      {isSaid && words}
    </span>
  )
}
