// What is long is all there soon, and costs the press that opens it its beginning.
import { useEffect, useState } from 'react'

/** Rows made at first, and with each frame after it: a screenful. */
const STEP = 14

/** How many of `count` rows to make now: `step` more with each frame, until all are there. */
export function useGrowing(count: number, step = STEP): number {
  const [made, setMade] = useState(step)
  useEffect(() => {
    if (made >= count) return
    const frame = requestAnimationFrame(() => setMade(made + step))
    return () => cancelAnimationFrame(frame)
  }, [made, count, step])
  return Math.min(made, count)
}
