import type { ReactNode } from 'react'
import { Button } from '../../kit/controls/Button.tsx'
import { useForm } from './state.ts'

interface Props {
  wide?: boolean
  /** Why it cannot be pressed yet. */
  reason?: string | undefined
  className?: string
  children: ReactNode
}

/** The one action of a form. */
export function Submit({ wide = false, reason, className, children }: Props) {
  const { waiting } = useForm()
  return (
    <Button
      type="submit"
      variant="primary"
      wide={wide}
      busy={waiting}
      reason={reason}
      {...(className ? { className } : {})}
    >
      {children}
    </Button>
  )
}
