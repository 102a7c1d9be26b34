/**
 * Calls `look` whenever something is scrolled or changes its size, for the first time when the page was laid out
 * anyway: to ask earlier would lay it out inside the press.
 * @returns how to stop
 */
export function onScroll(box: HTMLElement, look: () => void): () => void {
  box.addEventListener('scroll', look, { passive: true })
  const observer = new ResizeObserver(look)
  observer.observe(box)
  return () => {
    box.removeEventListener('scroll', look)
    observer.disconnect()
  }
}
