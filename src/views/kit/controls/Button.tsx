import { type ComponentProps, type MouseEvent, type ReactNode, useId } from 'react'
import { cx } from '../../theme/cx.ts'
import { Spinner } from '../graphics/Spinner.tsx'
import * as css from './Button.css.ts'
import { Tooltip } from './Tooltip.tsx'

interface Look {
  variant?: keyof typeof css.variant
  /** Height in px. */
  size?: keyof typeof css.size
  icon?: ReactNode
  /** Keeps its width, shows a ring in place of its words and takes no press. */
  busy?: boolean
  /** Why it cannot be pressed: disables it and says so in a tooltip. */
  reason?: string | undefined
  wide?: boolean
}

type Props = Look & ComponentProps<'button'>

/** A button with words. */
export function Button({
  variant = 'secondary',
  size = 40,
  icon,
  busy = false,
  reason,
  wide,
  children,
  className,
  onClick,
  ...rest
}: Props) {
  const reasonId = useId()
  const blocked = busy || reason !== undefined
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (blocked) event.preventDefault()
    else onClick?.(event)
  }
  return (
    // Around it at any time: a button that is put there anew loses the focus.
    <Tooltip text={reason} isReason>
      <button
        type="button"
        {...rest}
        onClick={press}
        aria-busy={busy || undefined}
        aria-disabled={blocked || rest['aria-disabled']}
        aria-describedby={reason === undefined ? rest['aria-describedby'] : reasonId}
        className={cx(css.button, css.variant[variant], css.size[size], wide && css.wide, css.reach, className)}
      >
        {icon && <span className={cx(busy && css.hiddenWords)}>{icon}</span>}
        <span className={cx(busy && css.hiddenWords)}>{children}</span>
        {busy && (
          <span className={css.overWords}>
            <Spinner />
          </span>
        )}
        {reason !== undefined && (
          <span id={reasonId} hidden>
            {reason}
          </span>
        )}
      </button>
    </Tooltip>
  )
}

interface IconProps extends Omit<Look, 'wide'>, Omit<ComponentProps<'button'>, 'children'> {
  /** The accessible name, also shown as a tooltip. */
  label: string
  /** A longer word for the tooltip than the name. */
  hint?: string
  on?: boolean
}

/** A button that is only a glyph; its name is its tooltip. */
export function IconButton({
  label,
  hint,
  icon,
  on = false,
  variant = 'quiet',
  size = 40,
  busy = false,
  reason,
  disabled = false,
  className,
  onClick,
  ...rest
}: IconProps) {
  // It keeps the focus of who pressed it until there was nothing more to press for.
  const blocked = disabled || reason !== undefined
  return (
    <Tooltip
      text={reason ?? hint ?? label}
      asked={hint !== undefined && onClick === undefined}
      isReason={reason !== undefined}
    >
      <button
        type="button"
        aria-label={label}
        {...rest}
        aria-busy={busy || undefined}
        aria-disabled={blocked || undefined}
        aria-description={reason ?? rest['aria-description']}
        onClick={blocked ? undefined : onClick}
        className={cx(
          css.button,
          css.variant[variant],
          css.size[size],
          css.square[size],
          css.reach,
          on && css.on,
          className,
        )}
      >
        {busy ? <Spinner /> : icon}
      </button>
    </Tooltip>
  )
}
