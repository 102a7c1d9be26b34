// Fields of every form: label above, error below in a place of its own, both tied to the control.
import { useField } from 'formik'
import { CircleAlert, Eye, EyeOff, Info } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { IconButton } from '../kit/Button.tsx'
import { cx } from '../theme/cx.ts'
import * as css from './fields.css.ts'

interface FieldProps extends ComponentProps<'input'> {
  name: string
  label: string
  end?: ReactNode
}

/** A line of text. Its error shows once it was left or sent, and goes as soon as it is right. */
export function TextField({ name, label, end, ...rest }: FieldProps) {
  const id = useId()
  const [field, { touched, error }] = useField<string>(name)
  const wrong = touched && error !== undefined
  return (
    <div className={css.field}>
      <label htmlFor={id} className={css.label}>
        {label}
      </label>
      <div className={css.box}>
        <input
          {...rest}
          {...field}
          id={id}
          className={cx(css.input, end !== undefined && css.withEnd)}
          aria-invalid={wrong || undefined}
          aria-describedby={`${id}e`}
        />
        {end !== undefined && <span className={css.end}>{end}</span>}
      </div>
      <div id={`${id}e`} className={css.error}>
        {wrong && (
          <>
            <CircleAlert size={15} className={css.errorIcon} aria-hidden="true" />
            {error}
          </>
        )}
      </div>
    </div>
  )
}

/** A password, hidden until its eye is pressed. */
export function PasswordField({ show, ...rest }: FieldProps & { show: string }) {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...rest}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      end={
        <IconButton
          size={36}
          label={show}
          aria-pressed={shown}
          icon={shown ? <EyeOff size={18} strokeWidth={1.75} /> : <Eye size={18} strokeWidth={1.75} />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}

/** A box to tick, with a line that says what it does. */
export function CheckField({ name, label, hint }: { name: string; label: string; hint: string }) {
  const id = useId()
  const [field] = useField<boolean>({ name, type: 'checkbox' })
  return (
    <div className={css.check}>
      <input {...field} value="" type="checkbox" id={id} className={css.tick} aria-describedby={`${id}h`} />
      <label htmlFor={id} className={css.checkLabel}>
        {label}
      </label>
      <span id={`${id}h`} className={css.checkHint}>
        {hint}
      </span>
    </div>
  )
}

/** What a form has to say as a whole (D-064). */
export function Banner({ kind, title, body }: { kind: 'error' | 'info'; title: string; body: string }) {
  const Icon = kind === 'error' ? CircleAlert : Info
  return (
    <div role="alert" className={cx(css.banner, css.bannerKind[kind])}>
      <Icon size={20} strokeWidth={1.75} className={css.bannerIcon[kind]} aria-hidden="true" />
      <div>
        <p className={css.bannerTitle}>{title}</p>
        <p className={css.bannerBody}>{body}</p>
      </div>
    </div>
  )
}
