/** The pages of the list under the grid: which are there, which failed, and which are wanted from here. */
import { effect, untracked } from '@preact/signals-react'
import { wantReleasePages } from '#actions/releases.ts'
import { hasPage, lacksPlacesOn, pageOf, releaseList, releasePage } from '#projections/releases.ts'
import { Failures } from '../slots/failures.ts'
import type { GalleryTexts } from '../slots/texts.ts'
import type { Motion } from './motion.ts'
import { SCROLL_THROTTLE_MS, Throttle, wantedPages } from './paging.ts'
import type { ScrollGeometry } from './scrollGeometry.ts'

/** At a speed at which people can see, pages are wanted this long before they come into view, ms. */
const AHEAD_MS = 400

interface Parts {
  readonly queryId: string
  readonly scroller: HTMLElement
  readonly sizer: HTMLElement
  readonly texts: GalleryTexts
  readonly geometry: ScrollGeometry
  readonly motion: Motion
  /** A page that is mounted came or went. */
  changed(): void
  /** Whether one that is mounted failed. */
  failing(isFailing: boolean): void
}

export class Pages {
  readonly #parts: Parts
  readonly #failures: Failures
  readonly #throttle = new Throttle(() => this.#want(), SCROLL_THROTTLE_MS)
  failed: readonly number[] = []
  #watched = ''
  #stopWatching = () => {}
  #wanted: readonly number[] = []
  /** Last pages that came with too few, and were wanted once more, as `#doubtOf` names them. */
  readonly #doubted = new Set<string>()

  constructor(parts: Parts) {
    this.#parts = parts
    const { sizer, texts, queryId, geometry } = parts
    this.#failures = new Failures(sizer, geometry.isList, texts, (page) => wantReleasePages(queryId, [page]))
  }

  stop(): void {
    this.#stopWatching()
    this.#throttle.cancel()
  }

  /** Watches the pages that are mounted, and shows a way out over those that failed. */
  watch(): void {
    const { geometry, queryId, scroller, changed } = this.#parts
    const { columns, count, rowHeight } = geometry.grid
    const first = pageOf(geometry.window.firstRow * columns)
    const last = pageOf(Math.max(0, Math.min(geometry.window.endRow * columns, count) - 1))
    const watched = `${first}-${last}-${this.failed.join()}-${columns}-${rowHeight}-${count}`
    if (watched === this.#watched) return
    this.#watched = watched
    const failed = this.failed.filter((page) => page >= first && page <= last)
    this.#failures.show(geometry.grid, geometry.total === null ? [] : failed)
    this.#parts.failing(geometry.total !== null && failed.length > 0)
    this.#stopWatching()
    let known = false
    this.#stopWatching = effect(() => {
      let missing = false
      for (let page = first; page <= last; page++) missing = !releasePage(queryId, page).value || missing
      untracked(() => {
        scroller.setAttribute('aria-busy', String(missing && count > 0))
        if (known) changed()
        known = true
      })
    })
  }

  /** Names the pages that are wanted from here, at most every SCROLL_THROTTLE_MS (GALLERY-007). */
  want(): void {
    this.#throttle.call()
  }

  /** Asks again for what is wanted here and failed; what is on its way goes on. */
  again(): void {
    this.#want(true)
  }

  /** Another round, and another count, is doubted anew. */
  #doubtOf(page: number): string {
    const { round, total } = releaseList(this.#parts.queryId).peek() ?? {}
    return `${round}.${total}.${page}`
  }

  #want(again = false): void {
    const { geometry, queryId, motion } = this.#parts
    if (geometry.total === null) return
    const { columns, count, rowHeight } = geometry.grid
    const { visibleFirst, visibleEnd, firstRow, endRow } = geometry.window
    const wanted = wantedPages({
      visibleFirst: visibleFirst * columns,
      visibleEnd: Math.min(visibleEnd * columns, count),
      mountedFirst: firstRow * columns,
      mountedEnd: endRow * columns,
      // A fling passes everything: what it wants is what it meets.
      soon: motion.fast ? 0 : Math.round((motion.velocity * AHEAD_MS) / rowHeight) * columns,
      total: geometry.total,
      loadedPages: releaseList(queryId).peek()?.page ?? 0,
      has: (page) =>
        hasPage(queryId, page) && (this.#doubted.has(this.#doubtOf(page)) || !lacksPlacesOn(queryId, page)),
      failed: again ? [] : this.failed,
    })
    // One that came is wanted anew when it has been let go.
    this.#wanted = this.#wanted.filter((page) => !hasPage(queryId, page))
    const isNew = wanted.some((page) => !this.#wanted.includes(page))
    const isPassed = this.#wanted.some((page) => !wanted.includes(page))
    if (again ? wanted.length === 0 : !isNew && !isPassed) return
    this.#wanted = wanted
    for (const page of wanted) if (lacksPlacesOn(queryId, page)) this.#doubted.add(this.#doubtOf(page))
    wantReleasePages(queryId, wanted)
  }
}
