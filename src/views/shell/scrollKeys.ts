/**
 * Keys that scroll find what scrolls. The page itself has the focus after each arrival and each press on a text, as a
 * dialog's panel has, but what scrolls lies within them.
 */
import { isCommand } from '../kit/keys.ts'
import { topDialog } from '../kit/overlays/layers.state.ts'
import { pageMain } from '../kit/pageMain.ts'

const KEYS = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown', ' '])

/**
 * A key that scrolls and that nothing else has taken gives its box the focus: the browser then scrolls that, in its way.
 * @returns what ends it
 */
export function scrollByKeys(): () => void {
  /** What was pressed last: where nothing has the focus, the browser scrolls what that lies in. */
  let pressed: EventTarget | null = null
  const onPress = ({ target }: Event) => {
    pressed = target
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || isCommand(event) || !KEYS.has(event.key)) return
    const around = aroundOf(event.target, pressed)
    if (!around || scrolls(around)) return
    const box = [...around.querySelectorAll<HTMLElement>('*')].find(scrolls)
    if (box) giveFocus(box)
  }
  // After whatever else listens, whenever it began to: the player has the arrows while a song is there.
  const beLast = () => {
    window.removeEventListener('keydown', onKey)
    window.addEventListener('keydown', onKey)
  }
  window.addEventListener('keydown', beLast, { capture: true })
  window.addEventListener('pointerdown', onPress, { capture: true })
  // Who goes on by keys has left that; a press that gives the focus to what it met has not.
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof Node && pressed instanceof Node && target.contains(pressed))) pressed = null
  }
  window.addEventListener('focusin', onFocus, { capture: true })
  return () => {
    window.removeEventListener('focusin', onFocus, { capture: true })
    window.removeEventListener('keydown', onKey)
    window.removeEventListener('keydown', beLast, { capture: true })
    window.removeEventListener('pointerdown', onPress, { capture: true })
  }
}

function giveFocus(box: HTMLElement): void {
  if (!box.hasAttribute('tabindex')) {
    box.tabIndex = -1
    // It is the page that is gone through, not a thing in it.
    box.style.outline = 'none'
    const undo = () => {
      // It is the window that loses the focus, and the box that has it again.
      if (document.activeElement === box) return
      box.removeEventListener('blur', undo)
      box.removeAttribute('tabindex')
      box.style.outline = ''
    }
    box.addEventListener('blur', undo)
  }
  box.focus({ preventScroll: true })
}

/** The page or the dialog, where the key was meant for nothing in it. @param pressed what was pressed last */
function aroundOf(target: EventTarget | null, pressed: EventTarget | null): Element | null {
  if (!(target instanceof Element)) return null
  const main = pageMain()
  if (target !== document.body) return target === main || target.matches('dialog > [tabindex="-1"]') ? target : null
  const panel = topDialog.peek()?.firstElementChild
  if (panel) return panel
  const isElsewhere =
    pressed instanceof Element && pressed.isConnected && pressed !== target && !main?.contains(pressed)
  return isElsewhere ? null : main
}

/** A row of buttons that scrolls sideways may be a pixel higher than its box. */
function scrolls(box: Element): boolean {
  // What is written into has its keys for itself.
  if (box.matches('textarea, input, select')) return false
  if (box.scrollHeight <= box.clientHeight + 1) return false
  const { overflowY, visibility } = getComputedStyle(box)
  return /auto|scroll/.test(overflowY) && visibility === 'visible' && box.checkVisibility()
}
