import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../theme/cx.ts'
import type { Choice } from './choices.ts'
import { Frame, type FrameProps } from './Frame.tsx'
import * as css from './fields.css.ts'
import { useFormField } from './useFormField.ts'

interface Props extends FrameProps {
  name: string
  choices: readonly Choice[]
  autoComplete?: string
}

/**
 * A choice of one, by the control of the system: browsers fill it in by code or by name, and on a phone it is the
 * wheel people know. Countries and states are chosen here (boxes of one's own lose what browsers fill in).
 */
export function SelectField({ name, label, choices, autoComplete, starred, optional, hint }: Props) {
  const { t } = useTranslation('forms')
  const { id, value, set, error, waiting, control } = useFormField(name)
  return (
    <Frame
      {...{ id, label, starred, optional, error, hint }}
      end={<ChevronDown size={18} strokeWidth={1.75} className={css.arrow} aria-hidden="true" />}
    >
      <select
        {...control}
        value={value}
        onChange={(event) => set(event.currentTarget.value)}
        autoComplete={autoComplete}
        // A list knows no read-only; it keeps the focus and takes no choice.
        aria-disabled={waiting || undefined}
        aria-required={starred || undefined}
        aria-describedby={cx(optional && error === undefined && `${id}o`, `${id}e`)}
        className={cx(css.input, css.select)}
      >
        <option value="">{t('choose')}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </Frame>
  )
}
