import { tick } from '../../kit/controls/Tick.css.ts'
import * as css from './fields.css.ts'
import { useFormField } from './useFormField.ts'

/** A box to tick, with a line that says what it does or what is wrong. */
export function CheckField({ name, label, hint }: { name: string; label: string; hint?: string }) {
  const { id, value, set, error, waiting, tries, control } = useFormField<boolean>(name)
  return (
    <div className={css.check}>
      <input
        {...control}
        type="checkbox"
        checked={value}
        // A box knows no read-only; it keeps the focus and takes no press.
        onChange={(event) => set(event.currentTarget.checked)}
        aria-disabled={waiting || undefined}
        className={tick}
      />
      <label htmlFor={id} className={css.checkLabel}>
        {label}
      </label>
      <span
        id={`${id}e`}
        aria-live={tries === 0 ? 'polite' : undefined}
        className={error === undefined ? css.checkHint : css.checkError}
      >
        {error ?? hint}
      </span>
    </div>
  )
}
