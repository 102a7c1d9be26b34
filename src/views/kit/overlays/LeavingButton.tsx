import { type ComponentProps, useRef } from 'react'
import { Button } from '../controls/Button.tsx'
import { useFocusOnLeave } from '../useFocusOnLeave.ts'
import { panelAround } from './panelFocus.ts'

/** A button that is gone once it was pressed: what it stood in has the focus then, a panel or the page. */
export function LeavingButton(props: ComponentProps<typeof Button>) {
  const button = useRef<HTMLButtonElement>(null)
  useFocusOnLeave(button, (one) => panelAround(one) ?? one.closest('main'))
  return <Button ref={button} {...props} />
}
