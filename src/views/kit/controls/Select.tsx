import { ChevronDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { nextTask } from '../nextTask.ts'
import * as css from './Select.css.ts'

interface Props<V extends string> {
  id: string
  value: V
  choices: readonly { readonly value: V; readonly label: string }[]
  /** The id of what explains it. */
  describedBy?: string | undefined
  /**
   * More follows than a change. A key on the closed list chooses at once: what is chosen by keys is told when Enter is
   * pressed or the focus leaves (WCAG 3.2.2).
   */
  considered?: boolean
  onChoose: (value: V) => void
}

/** Keys that open the list. */
const OPENING: readonly string[] = [' ', 'Enter', 'F4']

/** One of several, beside the words of its label. */
export function Select<V extends string>({ id, value, choices, describedBy, considered = false, onChoose }: Props<V>) {
  const [pending, setPending] = useState<V | null>(null)
  const byKeys = useRef(false)
  const tell = () => {
    if (pending === null) return
    setPending(null)
    if (pending !== value) onChoose(pending)
  }
  // Whoever leaves the page by a key of the browser's leaves no field before.
  const latest = useRef(tell)
  latest.current = tell
  useEffect(() => () => latest.current(), [])
  return (
    <span className={css.box}>
      <select
        id={id}
        className={css.select}
        value={pending ?? value}
        aria-describedby={describedBy}
        onChange={(event) => {
          const chosen = event.target.value as V
          const waits = considered && byKeys.current
          setPending(waits ? chosen : null)
          if (!waits) onChoose(chosen)
        }}
        onPointerDown={() => {
          byKeys.current = false
        }}
        onKeyDown={({ key, altKey }) => {
          // What is chosen in the list that these open is confirmed by its end.
          byKeys.current = !(altKey || OPENING.includes(key))
          if (key === 'Enter') tell()
        }}
        // What is asked then gives the focus back to where it went.
        onBlur={() => void nextTask().then(tell)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      <ChevronDown size={16} className={css.sign} aria-hidden="true" />
    </span>
  )
}
