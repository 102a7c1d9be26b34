import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { say } from '../../kit/said.ts'
import * as css from './PlayBar.css.ts'
import { NAMED_MS, useSkipped } from './SecondLine.tsx'

/**
 * Stands for a while in place of the play bar, where nothing is in it and what was chosen cannot be played: no
 * notification (SHELL-057). Made anew with each choice.
 */
export function SkippedAlone() {
  const words = useSkipped()
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), NAMED_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (words !== null) say(words)
  }, [words])
  if (words === null || isOver) return null
  return (
    <p className={css.alone}>
      <CircleAlert size={18} strokeWidth={1.75} className={css.aloneIcon} aria-hidden="true" />
      {words}
    </p>
  )
}
