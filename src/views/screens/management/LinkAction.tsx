import type { ReactNode } from 'react'
import { cx } from '../../theme/cx.ts'
import * as css from './management.css.ts'

interface Props {
  /** The page that offers the same, for another tab. */
  href: string
  danger?: boolean
  busy?: boolean
  onAct: () => void
  children: ReactNode
}

/** A link that asks in a dialog here what its page offers elsewhere. */
export function LinkAction({ href, danger = false, busy = false, onAct, children }: Props) {
  return (
    <a
      href={href}
      className={cx(css.link, danger && css.linkDanger)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        if (!busy) onAct()
      }}
    >
      {children}
    </a>
  )
}
