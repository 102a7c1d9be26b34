import { Pin, PinOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import * as css from './stateTree.css.ts'
import { useNumber } from './useNumber.ts'

interface Props {
  /** Between which two states it is. */
  readonly children: ReactNode
  readonly isPinned: boolean
  /** What comes of pinning. */
  readonly pinWhy: string
  readonly onPin: () => void
  /** Null: not known yet. */
  readonly tree: { readonly changed: number; readonly isCapped: boolean } | null
}

/** Above the rows: what is compared with what, and how much of it differs. */
export function StateHead({ children, isPinned, pinWhy, onPin, tree }: Props) {
  const { t } = useTranslation('tree')
  const number = useNumber()
  return (
    <div className={css.head}>
      {children}
      <button type="button" className={css.pin} aria-pressed={isPinned} title={pinWhy} onClick={onPin}>
        {isPinned ? <PinOff size={14} aria-hidden="true" /> : <Pin size={14} aria-hidden="true" />}
        {t(isPinned ? 'unpin' : 'pin')}
      </button>
      <span className={css.changed} role="status">
        {tree &&
          t(tree.isCapped ? 'changedAtLeast' : 'changed', { count: tree.changed, n: number.format(tree.changed) })}
      </span>
    </div>
  )
}
