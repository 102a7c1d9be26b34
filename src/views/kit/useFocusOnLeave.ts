import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * What leaves with the focus in it gives it to what stays, else the next key would begin at the top of the page.
 * @param stays what takes it, asked while the box is still there
 */
export function useFocusOnLeave(
  box: RefObject<HTMLElement | null>,
  stays: (box: HTMLElement) => HTMLElement | null | undefined,
): void {
  const to = useRef(stays)
  to.current = stays
  useLayoutEffect(() => {
    const element = box.current
    return () => {
      if (element?.contains(document.activeElement)) to.current(element)?.focus({ preventScroll: true })
    }
  }, [box])
}
