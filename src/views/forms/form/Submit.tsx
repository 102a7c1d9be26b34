import type { ReactNode } from 'react'
import { Button } from '../../kit/controls/Button.tsx'
import { useForm } from './state.ts'

interface Props {
  wide?: boolean
  /** Why it cannot be pressed yet. */
  reason?: string | undefined
  className?: string
  /** What it is not: the one thing this form is about. */
  secondary?: boolean
  children: ReactNode
}

/** The one action of a form. */
export function Submit({ wide = false, className, secondary = false, reason, children }: Props) {
  const { waiting } = useForm()
  return (
    <Button
      type="submit"
      variant={secondary ? 'secondary' : 'primary'}
      wide={wide}
      busy={waiting}
      reason={reason}
      {...(className ? { className } : {})}
    >
      {children}
    </Button>
  )
}
