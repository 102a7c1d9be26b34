import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { visuallyHidden } from '../../theme/hidden.css.ts'

/** Afterwards nobody who walks through the page finds it there. */
const KEPT_MS = 7000

/** A region that is always there, so that what is written into it is spoken. @returns what speaks, and the region */
export function useAnnouncer(): [say: (words: string) => void, region: ReactNode] {
  const [lines, setLines] = useState<readonly { id: number; words: string }[]>([])
  const count = useRef(0)
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const running = timers.current
    return () => running.forEach(clearTimeout)
  }, [])
  const say = useCallback((words: string) => {
    const id = ++count.current
    setLines((all) => [...all, { id, words }])
    const timer = setTimeout(() => {
      timers.current.delete(timer)
      setLines((all) => all.filter((line) => line.id !== id))
    }, KEPT_MS)
    timers.current.add(timer)
  }, [])
  const region = (
    <div role="log" aria-live="polite" className={visuallyHidden}>
      {lines.map(({ id, words }) => (
        <p key={id}>{words}</p>
      ))}
    </div>
  )
  return [say, region]
}
