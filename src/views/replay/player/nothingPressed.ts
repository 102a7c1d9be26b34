/** What a pointer or a key would do, but for scrolling. */
const PRESSES = [
  'click',
  'auxclick',
  'dblclick',
  'contextmenu',
  'pointerdown',
  'pointerup',
  'mousedown',
  'mouseup',
  'touchend',
  'keydown',
  'keyup',
  'beforeinput',
  'submit',
  'dragstart',
  // A file that is held over it would be taken by the browser.
  'dragover',
  'drop',
  'paste',
]

/** From now on no press reaches the page, no focus enters it, and a wheel scrolls whatever lies under it. */
export function nothingPressed(document: Document): void {
  document.body.inert = true
  const stop = (event: Event) => {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  for (const name of PRESSES) document.addEventListener(name, stop, { capture: true, passive: false })
  document.addEventListener(
    'wheel',
    ({ clientX, clientY, deltaX, deltaY }) => scrollerAt(document, clientX, clientY)?.scrollBy(deltaX, deltaY),
    { passive: true },
  )
}

/** The innermost of what scrolls at a point: what is inert is not hit. */
function scrollerAt(document: Document, x: number, y: number): Element | undefined {
  return [...document.querySelectorAll('body *')].findLast((element) => {
    if (element.scrollHeight <= element.clientHeight + 1) return false
    if (!/auto|scroll/.test(getComputedStyle(element).overflowY)) return false
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return x >= left && x < right && y >= top && y < bottom
  })
}
