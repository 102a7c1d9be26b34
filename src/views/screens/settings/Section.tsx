import '../../i18n/settings.ts'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { keepsNothing } from '#projections/session.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { cx } from '../../theme/cx.ts'
import * as css from './settings.css.ts'

interface SectionProps {
  title: string
  lead?: string
  /**
   * Whether what is chosen here holds on this device alone or wherever the player signs in. A public computer has no
   * such thing as the first: it holds while the page is open (D-006).
   */
  kept: 'device' | 'account'
  busy?: boolean
  children: ReactNode
}

/** Settings that belong together, with where they are kept. */
export function Section({ title, lead, kept, busy = false, children }: SectionProps) {
  const { t } = useTranslation('settings')
  const id = useId()
  const isPublic = useSignalValue(keepsNothing)
  return (
    <section aria-labelledby={id} aria-busy={busy}>
      <div className={css.head}>
        <h2 id={id} className={css.heading}>
          {title}
        </h2>
        <span className={css.kept}>{t(`kept.${kept === 'device' && isPublic ? 'page' : kept}`)}</span>
      </div>
      {lead !== undefined && <p className={css.lead}>{lead}</p>}
      {children}
    </section>
  )
}

interface RowProps {
  label: string
  hint?: string | undefined
  /** Its control lies below its words on a phone. */
  wide?: boolean
  /** The control, given its id and that of what explains it. */
  children: (id: string, describedBy: string | undefined) => ReactNode
}

/** One setting: its words and its control. */
export function Row({ label, hint, wide = false, children }: RowProps) {
  const id = useId()
  const hintId = hint === undefined ? undefined : `${id}h`
  return (
    <div className={cx(css.row, wide && css.wide)}>
      <div className={css.words}>
        <label htmlFor={id} className={css.name}>
          {label}
        </label>
        {hint !== undefined && (
          <span id={hintId} className={css.hint}>
            {hint}
          </span>
        )}
      </div>
      {children(id, hintId)}
    </div>
  )
}
