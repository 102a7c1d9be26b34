/**
 * While a mark waits that is not kept on this device, or all of them are taken away, the browser asks before the page is
 * closed or loaded anew: they would go with it, and nobody would be told.
 */
import { isLosingMarks, whenMarksChange } from '#projections/library.ts'

/** To be called once for a page. */
export function askBeforeMarksGo(window: Pick<Window, 'addEventListener' | 'removeEventListener'>): void {
  // It looks again: a session that ends leads the page elsewhere before what is left of it shows.
  const ask = (event: BeforeUnloadEvent) => {
    if (isLosingMarks()) event.preventDefault()
  }
  let isLeft = false
  const leave = () => window.removeEventListener('beforeunload', ask)
  const look = () => {
    // One that listens all the while keeps some browsers from holding the page for the way back.
    if (isLosingMarks() && !isLeft) window.addEventListener('beforeunload', ask)
    else leave()
  }
  whenMarksChange(look)
  // It was asked about: a page that the browser kept whole begins anew by itself when it is shown again.
  window.addEventListener('pagehide', () => {
    isLeft = true
    leave()
  })
}
