/** What is read of the scroll container, once per change of its size; nothing else of the grid is ever measured. */

/** All in px. */
export interface Measures {
  /** Width the cards share. */
  readonly width: number
  /** Height in which they can be seen. */
  readonly height: number
  readonly gapX: number
  readonly gapY: number
  /** Free space above the first row and left of it. */
  readonly lead: number
  readonly margin: number
  /** Height of the list's head, which lies over the rows. */
  readonly head: number
}

/** Reads the container. The scrollbar's gutter lies in the right margin. */
export function measure(scroller: HTMLElement): Measures {
  const style = getComputedStyle(scroller)
  const px = (value: string) => Number.parseFloat(value) || 0
  const head = px(style.scrollPaddingTop)
  const inner = scroller.clientWidth - px(style.paddingLeft)
  return {
    width: Math.min(scroller.offsetWidth - px(style.paddingLeft) - px(style.paddingRight), inner),
    height: scroller.clientHeight - head,
    gapX: px(style.columnGap),
    gapY: px(style.rowGap),
    lead: px(style.paddingTop),
    margin: px(style.paddingLeft),
    head,
  }
}

/** The cards are laid out anew when the width rested this long, ms, and after this long at the latest. */
const RESIZE_REST_MS = 50
const RESIZE_LATEST_MS = 150

/**
 * Hears changes of the container's size. A press that changes the width, such as the sidebar's, is painted first;
 * laying the cards out anew costs more than a frame may, so they follow when the width has come to rest, or after
 * RESIZE_LATEST_MS of change.
 */
export class SizeWatch {
  readonly #observer = new ResizeObserver(() => this.#changed())
  readonly #rested: () => void
  #timer: ReturnType<typeof setTimeout> | null = null
  #since = 0

  constructor(scroller: HTMLElement, rested: () => void) {
    this.#rested = rested
    this.#observer.observe(scroller)
  }

  stop(): void {
    this.#observer.disconnect()
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  #changed(): void {
    const now = performance.now()
    if (this.#timer === null) this.#since = now
    else clearTimeout(this.#timer)
    const wait = Math.max(0, Math.min(RESIZE_REST_MS, this.#since + RESIZE_LATEST_MS - now))
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#rested()
    }, wait)
  }
}
