import * as css from './Switch.css.ts'
import { Tooltip } from './Tooltip.tsx'

interface Props {
  label: string
  checked: boolean
  disabled?: boolean
  /** Its words are a tooltip, where there is no room for them. */
  nameless?: boolean
  /** The id of what explains it. */
  describedBy?: string
  onToggle: () => void
}

/** An on-off control with its words in front. */
export function Switch({ label, checked, disabled = false, nameless = false, describedBy, onToggle }: Props) {
  const control = (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      disabled={disabled}
      className={css.toggle}
      aria-label={nameless ? label : undefined}
      aria-describedby={describedBy}
      onClick={onToggle}
    >
      {!nameless && label}
      <span className={css.track}>
        <span className={css.thumb} />
      </span>
    </button>
  )
  return nameless ? <Tooltip text={label}>{control}</Tooltip> : control
}
