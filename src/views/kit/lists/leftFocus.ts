/** Who leaves a row or a result: somebody who goes on elsewhere, or one that is taken away with its focus. */
import type { RefObject } from 'react'

/**
 * What goes takes the focus to nowhere; whoever presses on nothing leaves it there as well, but stays without it.
 * @param held who had the focus last; null from when it was left on purpose
 * @returns what hears `focusout`
 */
export const forgetsLeft =
  (held: RefObject<{ readonly target: HTMLElement } | null>) =>
  ({ target, relatedTarget }: FocusEvent): void => {
    if (relatedTarget !== null) held.current = null
    else
      setTimeout(() => {
        const isLeft = (target as Element).isConnected && target !== document.activeElement
        if (isLeft && held.current?.target === target) held.current = null
      })
  }
