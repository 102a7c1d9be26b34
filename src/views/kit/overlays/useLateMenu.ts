import { useEffect, useMemo, useRef, useState } from 'react'
import { type Script, usePreload } from '../script.ts'

/** A button, and whether what it opens is open: something that comes with a script of its own (`WithScript`). */
export function useLateMenu(late: Script<object>) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  usePreload(useMemo(() => [late], [late]))
  useEffect(() => {
    if (!open) return
    // As the menu itself does once it is here: what somebody goes on to meanwhile is not covered by it.
    const elsewhere = ({ target }: PointerEvent) => {
      // A dialog that says it does not come has its own ways out.
      const isElsewhere = !button.current?.contains(target as Node) && !(target as Element).closest('dialog')
      if (late.here.peek() === null && isElsewhere) setOpen(false)
    }
    document.addEventListener('pointerdown', elsewhere, true)
    return () => document.removeEventListener('pointerdown', elsewhere, true)
  }, [open, late])
  return { button, open, setOpen }
}
