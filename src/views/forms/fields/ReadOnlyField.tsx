import { useId } from 'react'
import { cx } from '../../theme/cx.ts'
import * as css from './fields.css.ts'

interface Props {
  label: string
  value: string
  /** `username` right before a new password: managers take the field before it for the user name. */
  autoComplete?: string
}

/** What a form says and does not ask: it can be read, selected and copied. */
export function ReadOnlyField({ label, value, autoComplete }: Props) {
  const id = useId()
  return (
    <div className={css.field}>
      <div className={css.labelLine}>
        <label htmlFor={id} className={css.label}>
          {label}
        </label>
      </div>
      <input id={id} value={value} readOnly autoComplete={autoComplete} className={cx(css.input, css.fixed)} />
      <div className={css.hint} />
    </div>
  )
}
