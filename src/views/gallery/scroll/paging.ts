/** Which pages of a list the gallery names as wanted, and how often. Places count from 0, pages from 1. */
import { PAGE_SIZE } from '#core/model/constants.ts'

const SCROLL_TRIGGER = 0.8
export const SCROLL_THROTTLE_MS = 150

export interface PageNeeds {
  /** Places that can be seen, half-open. */
  readonly visibleFirst: number
  readonly visibleEnd: number
  /** Places that are mounted, half-open. */
  readonly mountedFirst: number
  readonly mountedEnd: number
  /** Places that will be seen soon at the speed of now: behind those in view, negative for before them. */
  readonly soon?: number
  /** Places in the list. */
  readonly total: number
  /** Length of the unbroken run of loaded pages from page 1. */
  readonly loadedPages: number
  has(page: number): boolean
  /** Pages that failed are not named: who tries them again asks with none of them. */
  readonly failed: readonly number[]
}

const pageOf = (index: number): number => Math.floor(index / PAGE_SIZE) + 1

/**
 * Pages that are not there: those in view first, then those mounted, those that come into view soon, and the one that follows when 80 %
 * of what is loaded has been scrolled past (GALLERY-006): of the loaded run from the first page, or,
 * after a jump, of the loaded run that begins with the page in view. Upward the same, mirrored.
 */
export function wantedPages(needs: PageNeeds): number[] {
  const { visibleFirst, visibleEnd, mountedFirst, mountedEnd, total } = needs
  const wanted = new Set<number>()
  const want = (page: number) => {
    if (page >= 1 && (page - 1) * PAGE_SIZE < total && !needs.has(page) && !needs.failed.includes(page))
      wanted.add(page)
  }
  if (total === 0 || visibleEnd <= visibleFirst) return []
  const first = pageOf(visibleFirst)
  const last = pageOf(Math.min(visibleEnd, total) - 1)
  for (let page = first; page <= last; page++) want(page)
  for (let page = pageOf(mountedFirst); page <= pageOf(Math.min(mountedEnd, total) - 1); page++) want(page)
  const { soon = 0 } = needs
  if (soon > 0) for (let page = last + 1; page <= pageOf(visibleEnd + soon - 1); page++) want(page)
  if (soon < 0) for (let page = first - 1; page >= pageOf(Math.max(0, visibleFirst + soon)); page--) want(page)

  let runEnd = last
  while (needs.has(runEnd + 1)) runEnd++
  const runStart = last <= needs.loadedPages ? 0 : (last - 1) * PAGE_SIZE
  const loadedEnd = Math.min(runEnd * PAGE_SIZE, total)
  if (visibleEnd - runStart >= SCROLL_TRIGGER * (loadedEnd - runStart)) want(runEnd + 1)
  if (visibleFirst - (first - 1) * PAGE_SIZE <= (1 - SCROLL_TRIGGER) * PAGE_SIZE) want(first - 1)
  return [...wanted]
}

/** Runs at once, and then at most every `ms`, the last call never lost. */
export class Throttle {
  readonly #run: () => void
  readonly #ms: number
  #timer: ReturnType<typeof setTimeout> | null = null
  #again = false

  constructor(run: () => void, ms: number) {
    this.#run = run
    this.#ms = ms
  }

  call(): void {
    if (this.#timer !== null) {
      this.#again = true
      return
    }
    this.#run()
    this.#wait()
  }

  cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#again = false
  }

  #wait(): void {
    this.#timer = setTimeout(() => {
      this.#timer = null
      if (!this.#again) return
      this.#again = false
      this.call()
    }, this.#ms)
  }
}
