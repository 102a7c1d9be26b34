import { type ComponentProps, useRef } from 'react'
import { useFocusOnLeave } from '../useFocusOnLeave.ts'
import { Button } from './Button.tsx'

/** A button that is gone once it was pressed: what it stood in has the focus then, a dialog or the page. */
export function LeavingButton(props: ComponentProps<typeof Button>) {
  const button = useRef<HTMLButtonElement>(null)
  useFocusOnLeave(button, (one) => one.closest<HTMLElement>('[role="dialog"], main'))
  return <Button ref={button} {...props} />
}
