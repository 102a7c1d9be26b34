/**
 * While a mark waits to be sent, or for its answer, the browser asks before the page is closed or loaded anew: the mark
 * would go with it, and nobody would be told.
 */
import { follow, peekState } from '#projections/entity.ts'

/** To be called once for a page. */
export function askBeforeMarksGo(window: Pick<Window, 'addEventListener' | 'removeEventListener'>): void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  const look = () => {
    // One that listens all the while keeps some browsers from holding the page for the way back.
    if (peekState().ids('markRequest').next().done) window.removeEventListener('beforeunload', ask)
    else window.addEventListener('beforeunload', ask)
  }
  follow('markRequest', look)
  look()
}
