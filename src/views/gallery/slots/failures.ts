/** What stands over the rows of pages that failed: the sentence and the way out, where the skeletons are. */

import { type GridLayout, rowOf } from '#core/model/catalogue/grid.ts'
import { PAGE_SIZE } from '#core/model/constants.ts'
import * as css from './gallery.css.ts'
import type { GalleryTexts } from './texts.ts'

export class Failures {
  readonly #sizer: HTMLElement
  readonly #texts: GalleryTexts
  readonly #isList: boolean
  readonly #retry: (page: number) => void
  readonly #panels = new Map<number, HTMLElement>()

  /** @param isList the panels are rows of a table, else articles of a feed */
  constructor(sizer: HTMLElement, isList: boolean, texts: GalleryTexts, retry: (page: number) => void) {
    this.#sizer = sizer
    this.#isList = isList
    this.#texts = texts
    this.#retry = retry
  }

  /** Shows one panel per failed page that is mounted. @param pages failed pages between the mounted rows */
  show(grid: GridLayout, pages: readonly number[]): void {
    for (const [page, panel] of this.#panels) {
      if (pages.includes(page)) continue
      // Its button goes with the press.
      if (panel.contains(document.activeElement)) panel.closest('main')?.focus({ preventScroll: true })
      panel.remove()
      this.#panels.delete(page)
    }
    for (const page of pages) {
      const panel = this.#panels.get(page) ?? this.#build(page)
      const first = rowOf(grid, (page - 1) * PAGE_SIZE + grid.columns - 1)
      const end = rowOf(grid, Math.min(page * PAGE_SIZE, grid.count) - 1) + 1
      // Not a transform: what is sticky inside of it goes by the layout.
      panel.style.top = `${Math.min(first, end - 1) * grid.rowHeight}px`
      panel.style.height = `${Math.max(1, end - first) * grid.rowHeight}px`
    }
  }

  #build(page: number): HTMLElement {
    const panel = document.createElement(this.#isList ? 'div' : 'article')
    panel.className = css.failure
    panel.setAttribute('aria-label', this.#texts.pageFailed)
    const words = document.createElement('div')
    if (this.#isList) {
      panel.setAttribute('role', 'row')
      words.setAttribute('role', 'gridcell')
    }
    words.className = css.failureWords
    words.textContent = this.#texts.pageFailed
    const button = document.createElement('button')
    button.type = 'button'
    button.className = css.button
    button.textContent = this.#texts.retry
    button.addEventListener('click', (event) => {
      event.stopPropagation()
      this.#retry(page)
    })
    words.append(button)
    panel.append(words)
    this.#sizer.append(panel)
    this.#panels.set(page, panel)
    return panel
  }
}
