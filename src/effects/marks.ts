/**
 * While a mark waits to be sent, or for its answer, or all of them are taken away, the browser asks before the page is
 * closed or loaded anew: they would go with it, and nobody would be told.
 */
import { follow, peekState } from '#projections/entity.ts'

const TABLES = ['markRequest', 'clearing'] as const

/** To be called once for a page. */
export function askBeforeMarksGo(window: Pick<Window, 'addEventListener' | 'removeEventListener'>): void {
  const isWaiting = () => TABLES.some((table) => !peekState().ids(table).next().done)
  // It looks again: a session that ends leads the page elsewhere before what is left of it shows.
  const ask = (event: BeforeUnloadEvent) => {
    if (isWaiting()) event.preventDefault()
  }
  let isLeft = false
  const leave = () => window.removeEventListener('beforeunload', ask)
  const look = () => {
    // One that listens all the while keeps some browsers from holding the page for the way back.
    if (isWaiting() && !isLeft) window.addEventListener('beforeunload', ask)
    else leave()
  }
  for (const table of TABLES) follow(table, look)
  look()
  // It was asked about: a page that the browser kept whole begins anew by itself when it is shown again.
  window.addEventListener('pagehide', () => {
    isLeft = true
    leave()
  })
}
