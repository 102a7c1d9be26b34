import { useEffect } from 'react'

/**
 * Lets Enter that is held down press a button once (H-665): the next button may have the focus by then, and would go on
 * removing rows, or answer a question nobody has read. Within `data-repeats` each repeat is a press, as on steppers.
 */
export function useHeldEnter(): void {
  useEffect(() => {
    const hold = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !event.repeat || !(event.target instanceof Element)) return
      if (event.target.closest('button') && !event.target.closest('[data-repeats]')) event.preventDefault()
    }
    document.addEventListener('keydown', hold, { capture: true })
    return () => document.removeEventListener('keydown', hold, { capture: true })
  }, [])
}
