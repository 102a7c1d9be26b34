/** A panel takes the focus of what goes in it, so that Escape still closes it and leads back to its button. */
import type { MouseEvent } from 'react'

export const panelAround = (part: Element): HTMLElement | null =>
  part.closest<HTMLElement>('[role="dialog"], dialog > [tabindex="-1"]')

/** For a button that is gone or off once it was pressed. */
export const leaving =
  (act: () => void) =>
  ({ currentTarget }: MouseEvent): void => {
    panelAround(currentTarget)?.focus({ preventScroll: true })
    act()
  }
