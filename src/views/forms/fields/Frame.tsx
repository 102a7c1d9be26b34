// What stands around every control: label above, error below in a place of its own, both tied to it.
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useForm } from '../form/state.ts'
import * as css from './fields.css.ts'

export interface FrameProps {
  label: string
  /** Marked with a star, as where most fields may be left open (PROFILE-010). */
  starred?: boolean | undefined
  /** Said beside the label, where most fields are needed. */
  optional?: boolean | undefined
  /** Stands in the place of the error while there is none. */
  hint?: string | undefined
}

interface Props extends FrameProps {
  id: string
  error: string | undefined
  /** At the end of the label's line. */
  aside?: ReactNode
  /** Over the end of the control. */
  end?: ReactNode
  children: ReactNode
}

/** The error has the id of the control with an `e` behind it. What says that it may be left open, with an `o`, describes it while there is none. */
export function Frame({ id, label, starred, optional, aside, error, hint, end, children }: Props) {
  const { t } = useTranslation('forms')
  const { tries } = useForm()
  return (
    <div className={css.field}>
      <div className={css.labelLine}>
        <label htmlFor={id} className={css.label}>
          {label}
          {starred && <span aria-hidden="true"> *</span>}
        </label>
        {optional && (
          <span id={`${id}o`} className={css.optional}>
            {t('optional')}
          </span>
        )}
        {aside}
      </div>
      <div className={css.box}>
        {children}
        {end !== undefined && <span className={css.end}>{end}</span>}
      </div>
      {/* Before the first try an error comes without the focus; afterwards the field that is wrong has it. */}
      <div
        id={`${id}e`}
        aria-live={tries === 0 ? 'polite' : undefined}
        className={error === undefined ? css.hint : css.error}
      >
        {error === undefined ? (
          hint
        ) : (
          <>
            <CircleAlert size={15} className={css.errorIcon} aria-hidden="true" />
            {error}
          </>
        )}
      </div>
    </div>
  )
}
