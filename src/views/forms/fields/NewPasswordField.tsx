import { Check, Minus } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import {
  brokenPasswordRules,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  PASSWORD_SPECIALS,
  type PasswordRule,
} from '#core/model/people/fields/password.ts'
import { cx } from '../../theme/cx.ts'
import { visuallyHidden } from '../../theme/hidden.css.ts'
import { useForm } from '../form/state.ts'
import { focusOn } from '../form/wrong.ts'
import * as css from './fields.css.ts'
import { PasswordField } from './PasswordField.tsx'
import { useFormField } from './useFormField.ts'

const RULES: readonly PasswordRule[] = ['length', 'digit', 'special']

/** A new password with its rules, which are ticked while it is typed and go when all are met (RESET-010). */
export function NewPasswordField({ name, label, show }: { name: string; label: string; show?: string }) {
  const { t } = useTranslation('forms')
  const { value } = useFormField(name)
  const broken = brokenPasswordRules(value)
  const isTooLong = [...value].length > PASSWORD_MAX_LENGTH
  const words: Record<PasswordRule, string> = {
    length: isTooLong
      ? t('password.tooLong', { max: PASSWORD_MAX_LENGTH })
      : t('password.length', { min: PASSWORD_MIN_LENGTH }),
    digit: t('password.digit'),
    special: t('password.special', { signs: [...PASSWORD_SPECIALS].join(' ') }),
  }
  const { say } = useForm()
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const isHeld = broken.length > 0
  const lead = useRef((_: HTMLFormElement) => {})
  lead.current = ({ elements }) => {
    say(broken.map((rule) => `${words[rule]}, ${t('password.unmet')}`).join('. '))
    const field = elements.namedItem(name)
    if (field instanceof HTMLElement) focusOn(field)
  }
  useEffect(() => {
    const form = list.current?.closest('form')
    if (!isHeld || !form) return
    // The button that sends it does nothing yet (RESET-018): whoever presses it, or Enter, is led to what is missing.
    const press = ({ target }: Event) => {
      if (target instanceof Element && target.closest('[type="submit"][aria-disabled="true"]')) lead.current(form)
    }
    form.addEventListener('click', press)
    return () => form.removeEventListener('click', press)
  }, [isHeld])
  return (
    <>
      <PasswordField
        name={name}
        label={label}
        autoComplete="new-password"
        // The list itself would describe it by its name.
        {...(isHeld ? { 'aria-describedby': RULES.map((rule) => id + rule).join(' ') } : {})}
        {...(show ? { show } : {})}
      />
      {isHeld && (
        <ul ref={list} aria-label={t('password.rules')} className={css.rules}>
          {RULES.map((rule) => {
            const met = !broken.includes(rule)
            const Sign = met ? Check : Minus
            return (
              <li key={rule} id={id + rule} data-met={met} className={cx(css.rule, met && css.ruleMet)}>
                <Sign size={15} aria-hidden="true" className={css.ruleSign} />
                {words[rule]}
                <span className={visuallyHidden}>, {t(met ? 'password.met' : 'password.unmet')}</span>
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}
