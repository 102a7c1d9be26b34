import { Eye, EyeOff } from 'lucide-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../kit/controls/Button.tsx'
import { useForm } from '../form/state.ts'
import { TextField, type TextFieldProps } from './TextField.tsx'

interface Props extends Omit<TextFieldProps, 'type' | 'end' | 'hint'> {
  /** What the eye is called, where a form has several, or where the field alone may be called by its name. */
  show?: string
}

/** A password, hidden until its eye is pressed, and again when it is sent. It says when Caps Lock is on. */
export function PasswordField({ show, ...rest }: Props) {
  const { t } = useTranslation('forms')
  const { waiting } = useForm()
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  useEffect(() => {
    if (waiting) setShown(false)
  }, [waiting])
  useEffect(() => {
    // A page that comes back from the browser's memory may be looked at by somebody else.
    const hide = ({ persisted }: PageTransitionEvent) => persisted && setShown(false)
    addEventListener('pageshow', hide)
    return () => removeEventListener('pageshow', hide)
  }, [])
  const look = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const Sign = shown ? EyeOff : Eye
  return (
    <TextField
      spellCheck={false}
      autoCapitalize="none"
      {...rest}
      type={shown ? 'text' : 'password'}
      hint={capsLock ? t('password.capsLock') : undefined}
      onKeyDown={look}
      onKeyUp={look}
      end={
        <IconButton
          size={36}
          label={show ?? t('password.show')}
          aria-pressed={shown}
          icon={<Sign size={18} strokeWidth={1.75} />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
