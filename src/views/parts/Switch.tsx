import * as css from './Switch.css.ts'

interface Props {
  label: string
  checked: boolean
  disabled?: boolean
  onToggle: () => void
}

/** An on-off control with its words in front. */
export function Switch({ label, checked, disabled = false, onToggle }: Props) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      disabled={disabled}
      className={css.toggle}
      onClick={onToggle}
    >
      {label}
      <span className={css.track}>
        <span className={css.thumb} />
      </span>
    </button>
  )
}
