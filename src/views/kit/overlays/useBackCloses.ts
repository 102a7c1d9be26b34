/**
 * Back closes what covers the whole page. A phone's Back button is its Escape; without this it would leave the page
 * beneath. While something covers the page the history has one entry more, which the router never hears of: its way
 * back changes nothing on the page.
 */
import { useEffect, useRef } from 'react'

/** What covers the page, the last on top. */
const covers: (() => void)[] = []
/** Ways back that were asked for here, to take the entry away again. */
let own = 0

const isOurs = (state: unknown) => typeof state === 'object' && state !== null && 'covered' in state

function onPop(event: PopStateEvent): void {
  if (own > 0) {
    own -= 1
    settle()
  } else if (covers.length > 0 && !isOurs(event.state)) covers.at(-1)?.()
  else return
  // The router would read it as the way to another page.
  event.stopImmediatePropagation()
}

/** One entry while anything covers the page, none otherwise. After the present task: one cover may follow another. */
function settle(): void {
  setTimeout(() => {
    if (own > 0) return
    if (covers.length > 0 && !isOurs(history.state)) {
      const { idx = 0, ...state } = (history.state ?? {}) as { idx?: number }
      history.pushState({ ...state, idx: idx + 1, covered: true }, '')
    } else if (covers.length === 0 && isOurs(history.state)) {
      own += 1
      history.back()
    }
  })
}

/** @param close takes away what covers the page; once it is no longer rendered, Back leads where it led before */
export function useBackCloses(close: () => void, covering = true): void {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    if (!covering) return
    const cover = () => latest.current()
    window.addEventListener('popstate', onPop, true)
    covers.push(cover)
    settle()
    return () => {
      covers.splice(covers.indexOf(cover), 1)
      settle()
    }
  }, [covering])
}
