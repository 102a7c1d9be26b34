// A long list that is all there soon, and costs the press that opens it a screenful.
import { useEffect, useState } from 'react'

/** Rows made at first, and with each frame after it. */
const STEP = 14

/** How many of `count` rows to make now: a few more with each frame, until all are there. */
export function useGrowing(count: number): number {
  const [made, setMade] = useState(STEP)
  useEffect(() => {
    if (made >= count) return
    const frame = requestAnimationFrame(() => setMade(made + STEP))
    return () => cancelAnimationFrame(frame)
  }, [made, count])
  return Math.min(made, count)
}
