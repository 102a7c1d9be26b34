// What is long is all there soon, and costs the press that opens it its beginning.
import { useEffect, useState } from 'react'
import { nextTask } from '../nextTask.ts'

/** Rows made at first, and with each frame after it: a screenful. */
const STEP = 14

/**
 * How many of `count` rows to make now: `step` more behind each frame, until all are there.
 * @param first so many at once
 */
export function useGrowing(count: number, step = STEP, first = step): number {
  const [made, setMade] = useState(first)
  useEffect(() => {
    if (made >= count) return
    let isOver = false
    // In the callback itself it would be part of the frame that shows what is there by now.
    const frame = requestAnimationFrame(async () => {
      await nextTask()
      if (!isOver) setMade(made + step)
    })
    return () => {
      isOver = true
      cancelAnimationFrame(frame)
    }
  }, [made, count, step])
  return Math.min(made, count)
}
