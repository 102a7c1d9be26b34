/**
 * Keys that scroll find what scrolls. The page itself has the focus after each arrival and each press on a text, as a
 * dialog's panel has, but what scrolls lies within them.
 */
import { topDialog } from '../kit/overlays/layers.state.ts'
import { pageMain } from '../kit/pageMain.ts'

const KEYS = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown', ' '])

/**
 * A key that scrolls and that nothing else has taken gives its box the focus: the browser then scrolls that, in its way.
 * @returns what ends it
 */
export function scrollByKeys(): () => void {
  const onKey = ({ key, target, defaultPrevented }: KeyboardEvent) => {
    const around = defaultPrevented || !KEYS.has(key) ? null : aroundOf(target)
    if (!around || scrolls(around)) return
    const box = [...around.querySelectorAll<HTMLElement>('*')].find(scrolls)
    if (!box) return
    if (!box.hasAttribute('tabindex')) box.tabIndex = -1
    // It is the page that is gone through, not a thing in it.
    box.style.outline = 'none'
    box.focus({ preventScroll: true })
  }
  // After all that listens on the document, and after the keys of the player: those have the arrows while a song is there.
  window.addEventListener('keydown', onKey)
  return () => window.removeEventListener('keydown', onKey)
}

/** The page or the dialog, where the key was meant for nothing in it. */
function aroundOf(target: EventTarget | null): Element | null {
  if (!(target instanceof Element)) return null
  if (target === document.body) return topDialog.peek()?.firstElementChild ?? pageMain()
  return target === pageMain() || target.matches('dialog > [tabindex="-1"]') ? target : null
}

/** A row of buttons that scrolls sideways may be a pixel higher than its box. */
function scrolls(box: Element): boolean {
  if (box.scrollHeight <= box.clientHeight + 1) return false
  const { overflowY, visibility } = getComputedStyle(box)
  return /auto|scroll/.test(overflowY) && visibility === 'visible'
}
