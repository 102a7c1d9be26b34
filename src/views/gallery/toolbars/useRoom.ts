import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * How much room there is for what is shown beside sidebar and queue, of which the window says nothing.
 * @param box what has the whole width of its parent for itself
 * @param steps widths in px; the same array each time
 * @returns the widest of them that its parent has room for, else 0
 */
export function useRoom(box: RefObject<HTMLElement | null>, steps: readonly number[]): number {
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => {
    const around = box.current?.parentElement
    if (!around) return
    const look = () => setRoom(Math.max(0, ...steps.filter((px) => px <= around.clientWidth)))
    // Observed alone it would stand for a frame as where there is no room.
    look()
    const observer = new ResizeObserver(look)
    observer.observe(around)
    return () => observer.disconnect()
  }, [box, steps])
  return room
}
