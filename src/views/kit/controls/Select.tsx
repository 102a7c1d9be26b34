import { ChevronDown } from 'lucide-react'
import * as css from './Select.css.ts'

interface Props<V extends string> {
  id: string
  value: V
  choices: readonly { readonly value: V; readonly label: string }[]
  /** The id of what explains it. */
  describedBy?: string | undefined
  onChoose: (value: V) => void
}

/** One of several, beside the words of its label. */
export function Select<V extends string>({ id, value, choices, describedBy, onChoose }: Props<V>) {
  return (
    <span className={css.box}>
      <select
        id={id}
        className={css.select}
        value={value}
        aria-describedby={describedBy}
        onChange={(event) => onChoose(event.target.value as V)}
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
