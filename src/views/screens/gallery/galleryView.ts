/**
 * The grid of cards. React renders the scroll container and an empty sizer once; everything inside
 * belongs to this class. The window is brought in line inside the scroll event, before anything is
 * painted: no frame request, no React update, nothing measured per card.
 */
import { effect, untracked } from '@preact/signals-react'
import { openReleaseList, wantReleasePages } from '#actions/releases.ts'
import { SCROLL_THROTTLE_MS, SKELETON_CARDS } from '#core/model/constants.ts'
import {
  anchorOf,
  type GridAnchor,
  type GridLayout,
  type GridWindow,
  indexAt,
  layout,
  revealed,
  scrollTopOf,
  windowOf,
} from '#core/model/grid.ts'
import { playingRelease } from '#projections/player.ts'
import { hasPage, pageOf, peekReleaseAt, releaseCard, releaseList, releasePage } from '#projections/releases.ts'
import { ActionsOverlay } from './actionsOverlay.ts'
import { onGalleryReset, recallAnchor, rememberAnchor } from './anchors.ts'
import type { Card } from './card.ts'
import { COVER_SPEED_MAX, fitCover } from './covers.ts'
import { Failures } from './failures.ts'
import { Input } from './input.ts'
import { Throttle, wantedPages } from './paging.ts'
import { Pool, type Row } from './pool.ts'
import type { GalleryTexts } from './texts.ts'

/** Height of the text under the art: 10 + 20 + 20 + 2 + 16. */
export const TEXT_HEIGHT = 68
/** Rows kept mounted beyond each edge of what can be seen. */
const OVERSCAN_ROWS = 1
/** The cards are laid out anew when the width rested this long, ms, and after this long at the latest. */
const RESIZE_REST_MS = 50
const RESIZE_LATEST_MS = 150
/** Scrolling counts as ended when no scroll event came for this long, in ms. */
const SETTLE_MS = 60
/** After a pause this long a far move is a jump, not a fling: its covers are asked for at once. In ms. */
const JUMP_AFTER_MS = 150

/** Share of the speed that one scroll event leaves to the next. */
const SPEED_KEPT = 0.6

export interface GalleryOptions {
  readonly scroller: HTMLElement
  readonly sizer: HTMLElement
  /** The list that is shown: the query text of GET releases without its page. */
  readonly queryId: string
  readonly texts: GalleryTexts
  /** Names this visit for the way back, or an empty text. */
  readonly anchorKey: string
  open(releaseid: string): void
  openInfo(releaseid: string): boolean
  infoHref(releaseid: string): string
}

interface Measures {
  readonly width: number
  readonly height: number
  readonly gapX: number
  readonly gapY: number
  /** Free space above the first row and left of it. */
  readonly lead: number
  readonly margin: number
}

export class GalleryView {
  readonly #options: GalleryOptions
  readonly #pool: Pool
  readonly #overlay: ActionsOverlay
  readonly #input: Input
  readonly #failures: Failures
  readonly #paging = new Throttle(() => this.#wantPages(), SCROLL_THROTTLE_MS)
  readonly #resizes = new ResizeObserver(() => this.#resizedSoon())
  #resizing: ReturnType<typeof setTimeout> | null = null
  #resizingSince = 0
  readonly #stops: (() => void)[] = []
  #stopPages = () => {}
  #stopCards = () => {}
  #measures: Measures
  #grid: GridLayout
  #window: GridWindow = { firstRow: 0, endRow: 0, visibleFirst: 0, visibleEnd: 0 }
  #laid = false
  #round = 0
  #total: number | null = null
  #failed: readonly number[] = []
  #pages = ''
  #wanted: readonly number[] = []
  #playing: string | null = null
  #selected: string | null = null
  #reachable: Card | null = null
  /** Scroll position of the container, and the one the anchor was taken for. */
  #top = 0
  #anchor: GridAnchor
  #anchorTop = 0
  #speed = 0
  #fast = false
  #lastScroll = Number.NEGATIVE_INFINITY
  #settling: ReturnType<typeof setTimeout> | null = null

  constructor(options: GalleryOptions) {
    this.#options = options
    const { scroller, sizer, queryId, texts } = options
    this.#pool = new Pool(sizer, texts)
    this.#overlay = new ActionsOverlay(texts, options.infoHref)
    this.#failures = new Failures(sizer, texts, (page) => wantReleasePages(queryId, [page]))
    this.#measures = measure(scroller)
    this.#anchor = recallAnchor(options.anchorKey, queryId) ?? { index: 0, px: 0 }
    // A scroller that outlives its list stands where the one before was.
    this.#top = this.#anchorTop = scroller.scrollTop
    openReleaseList(queryId)
    this.#grid = this.#lay()
    this.#input = new Input({
      scroller,
      overlay: this.#overlay,
      isScrolling: () => this.#settling !== null,
      keyboard: () => this.#keyboard(),
      cardOf: (element) => this.#pool.cardOf(element),
      cardAtPoint: (x, y) => this.#cardAtPoint(x, y),
      selectedCard: () => this.#selectedCard(),
      select: (releaseid) => this.#select(releaseid),
      setReachable: (card) => this.#setReachable(card),
      focusPlace: (index) => this.#focusPlace(index),
      focusLeft: () => this.#pool.unpin(),
      open: options.open,
      openInfo: options.openInfo,
    })
    const onScroll = () => this.#scrolled()
    scroller.addEventListener('scroll', onScroll, { passive: true })
    this.#stops.push(
      () => scroller.removeEventListener('scroll', onScroll),
      onGalleryReset(() => this.#scrollTo(0)),
    )
    this.#stops.push(effect(() => this.#listChanged(releaseList(queryId).value)))
    this.#stops.push(effect(() => this.#playingChanged(playingRelease.value)))
    this.#resizes.observe(scroller)
    this.#settle()
  }

  dispose(): void {
    this.#remember()
    for (const stop of [...this.#stops, this.#stopPages, this.#stopCards]) stop()
    this.#paging.cancel()
    this.#resizes.disconnect()
    if (this.#resizing !== null) clearTimeout(this.#resizing)
    if (this.#settling !== null) clearTimeout(this.#settling)
    this.#input.dispose()
    this.#overlay.dispose()
    this.#options.sizer.replaceChildren()
  }

  // What the list says

  #listChanged(list: ReturnType<typeof releaseList>['value']): void {
    untracked(() => {
      const total = list?.total ?? null
      const isAnew = list !== undefined && this.#round !== 0 && list.round !== this.#round
      const isSame = this.#laid && total === this.#total && !isAnew
      this.#round = list?.round ?? 0
      this.#failed = list?.failedPages ?? []
      // Pages that come and fail leave the geometry alone: nothing may touch the position while it moves.
      if (isSame) {
        this.#watchPages()
        this.#paging.call()
        return
      }
      this.#keepAnchor()
      if (isAnew) {
        this.#anchor = { index: 0, px: 0 }
        this.#options.scroller.scrollTop = this.#anchorTop = this.#top = 0
      }
      this.#total = total
      this.#relayout()
    })
  }

  #playingChanged(releaseid: string | null): void {
    this.#playing = releaseid
    for (const card of this.#pool.cards()) card.markPlaying(releaseid !== null && card.id === releaseid)
  }

  // Geometry

  #lay(): GridLayout {
    const { width, gapX, gapY } = this.#measures
    return layout({ width, gapX, gapY, count: this.#total ?? SKELETON_CARDS, textHeight: TEXT_HEIGHT })
  }

  /** While the total is unknown all skeletons are mounted, however few fit (GALLERY-004). */
  get #overscan(): number {
    return this.#total === null ? SKELETON_CARDS : OVERSCAN_ROWS
  }

  /**
   * A press that changes the width, such as the sidebar's, is painted first; laying the cards out anew costs
   * more than a frame may, so they follow when the width has come to rest, or after RESIZE_LATEST_MS of change.
   */
  #resizedSoon(): void {
    const now = performance.now()
    if (this.#resizing === null) this.#resizingSince = now
    else clearTimeout(this.#resizing)
    const wait = Math.max(0, Math.min(RESIZE_REST_MS, this.#resizingSince + RESIZE_LATEST_MS - now))
    this.#resizing = setTimeout(() => {
      this.#resizing = null
      this.#resized()
    }, wait)
  }

  #resized(): void {
    const next = measure(this.#options.scroller)
    const now = this.#measures
    if ((Object.keys(now) as (keyof Measures)[]).every((key) => now[key] === next[key])) return
    this.#keepAnchor()
    this.#measures = next
    this.#relayout()
  }

  /** Takes the anchor anew when the person has scrolled since it was taken; a chain of resizes keeps the first. */
  #keepAnchor(): void {
    if (this.#top !== this.#anchorTop) this.#anchor = anchorOf(this.#grid, this.#gridTop())
  }

  #relayout(): void {
    this.#laid = true
    const { scroller, sizer } = this.#options
    this.#grid = this.#lay()
    const grid = this.#grid
    sizer.style.width = `${this.#measures.width}px`
    sizer.style.height = `${grid.total}px`
    const focused = this.#pool.cardOf(document.activeElement)?.index ?? null
    this.#overlay.show(null)
    if (this.#total !== null) {
      const { lead } = this.#measures
      const start = this.#anchor.index === 0 && this.#anchor.px === 0
      const top = start ? 0 : scrollTopOf(grid, this.#anchor, 0) + lead
      if (top !== this.#top) {
        scroller.scrollTop = top
        this.#top = scroller.scrollTop
      }
      this.#anchorTop = this.#top
    }
    const w = this.#windowNow()
    this.#pool.shape(grid, w.firstRow, w.endRow)
    this.#render(true)
    if (focused !== null && focused >= 0) this.#pool.cardAt(focused)?.element.focus({ preventScroll: true })
    this.#paging.call()
    this.#awaitSettling()
  }

  /** The place in the list the container is scrolled to. */
  #gridTop(): number {
    return this.#top - this.#measures.lead
  }

  // Scrolling

  #scrolled(): void {
    const top = this.#options.scroller.scrollTop
    const now = performance.now()
    const elapsed = now - this.#lastScroll
    const speed = Math.abs(top - this.#top) / Math.max(1, elapsed)
    const wasFast = this.#fast
    // Events do not come evenly: one short step does not end a fling.
    this.#speed = elapsed > JUMP_AFTER_MS ? 0 : Math.max(speed, this.#speed * SPEED_KEPT)
    this.#fast = this.#speed > COVER_SPEED_MAX
    this.#lastScroll = now
    this.#top = top
    this.#render(false)
    if (wasFast && !this.#fast) this.#fitCovers()
    this.#input.scrolled()
    this.#paging.call()
    this.#awaitSettling()
  }

  #windowNow(): GridWindow {
    return windowOf(this.#grid, this.#gridTop(), this.#measures.height, this.#overscan)
  }

  #render(all: boolean): void {
    const w = this.#windowNow()
    this.#window = w
    this.#pool.show(w.firstRow, w.endRow, all, this.#bindRow)
    this.#watchPages()
  }

  readonly #bindRow = (row: Row): void => {
    const { queryId } = this.#options
    const { columns, count } = this.#grid
    const need = this.#fast ? 'none' : this.#isVisible(row) ? 'now' : 'ahead'
    for (const [column, card] of row.cards.entries()) {
      const index = row.row * columns + column
      const release = index < count ? peekReleaseAt(queryId, index) : null
      const id = release?.releaseid ?? null
      const isOther = id !== card.id
      if (isOther && card === this.#overlay.card) this.#input.rebound(card)
      card.bind(index, release, count)
      if (isOther) {
        card.markPlaying(id !== null && id === this.#playing)
        card.markSelected(id !== null && id === this.#selected)
      }
      fitCover(card, need)
    }
  }

  #isVisible(row: Row): boolean {
    return row.row >= this.#window.visibleFirst && row.row < this.#window.visibleEnd
  }

  #fitCovers(): void {
    for (const visible of [true, false])
      for (const row of this.#pool.rows())
        if (this.#isVisible(row) === visible) for (const card of row.cards) fitCover(card, visible ? 'now' : 'ahead')
  }

  #awaitSettling(): void {
    this.#settling ??= setTimeout(this.#settleWhenQuiet, SETTLE_MS)
  }

  readonly #settleWhenQuiet = (): void => {
    const rest = SETTLE_MS - (performance.now() - this.#lastScroll)
    this.#settling = rest > 1 ? setTimeout(this.#settleWhenQuiet, rest) : null
    if (this.#settling === null) this.#settle()
  }

  /** What can wait until scrolling has ended. */
  #settle(): void {
    this.#fast = false
    this.#speed = 0
    this.#input.settled()
    this.#fitCovers()
    if (!this.#input.pressed) this.#pool.sort()
    this.#keepReachable()
    this.#watchCards()
    this.#remember()
  }

  #remember(): void {
    const { anchorKey, queryId } = this.#options
    if (anchorKey === '' || this.#total === null) return
    rememberAnchor(anchorKey, queryId, anchorOf(this.#grid, this.#gridTop()))
  }

  // State of what is mounted

  #watchPages(): void {
    const { columns, count, rowHeight } = this.#grid
    const first = pageOf(this.#window.firstRow * columns)
    const last = pageOf(Math.max(0, Math.min(this.#window.endRow * columns, count) - 1))
    const pages = `${first}-${last}-${this.#failed.join()}-${columns}-${rowHeight}-${count}`
    if (pages === this.#pages) return
    this.#pages = pages
    const failed = this.#failed.filter((page) => page >= first && page <= last)
    this.#failures.show(this.#grid, this.#total === null ? [] : failed)
    this.#stopPages()
    let known = false
    this.#stopPages = effect(() => {
      let missing = false
      for (let page = first; page <= last; page++) missing = !releasePage(this.#options.queryId, page).value || missing
      untracked(() => {
        this.#options.scroller.setAttribute('aria-busy', String(missing && count > 0))
        if (known) this.#pageCame()
        known = true
      })
    })
  }

  #pageCame(): void {
    this.#pool.show(this.#window.firstRow, this.#window.endRow, true, this.#bindRow)
    this.#awaitSettling()
  }

  /** Releases that change while they are mounted: one effect over the mounted ids, renewed when scrolling ends. */
  #watchCards(): void {
    this.#stopCards()
    const ids = [...this.#pool.cards()].map((card) => card.id).filter((id) => id !== null)
    this.#stopCards = effect(() => {
      for (const id of ids) void releaseCard(id).value
      untracked(() => {
        this.#pool.show(this.#window.firstRow, this.#window.endRow, true, this.#bindRow)
        this.#overlay.refresh()
      })
    })
  }

  #wantPages(): void {
    if (this.#total === null) return
    const { columns } = this.#grid
    const { queryId } = this.#options
    const wanted = wantedPages({
      visibleFirst: this.#window.visibleFirst * columns,
      visibleEnd: Math.min(this.#window.visibleEnd * columns, this.#grid.count),
      mountedFirst: this.#window.firstRow * columns,
      mountedEnd: this.#window.endRow * columns,
      total: this.#total,
      loadedPages: releaseList(queryId).peek()?.page ?? 0,
      has: (page) => hasPage(queryId, page),
      failed: this.#failed,
    })
    const isNew = wanted.some((page) => !this.#wanted.includes(page))
    const isPassed = this.#wanted.some((page) => !wanted.includes(page) && !hasPage(queryId, page))
    if (!isNew && !isPassed) return
    this.#wanted = wanted
    wantReleasePages(queryId, wanted)
  }

  // Focus, selection, points

  #keyboard() {
    const { columns, count, rowHeight } = this.#grid
    return { columns, count, pageRows: Math.max(1, Math.floor(this.#measures.height / rowHeight)) }
  }

  #focusPlace(index: number): void {
    this.#scrollTo(this.#revealing(index))
    this.#pool.cardAt(index)?.element.focus({ preventScroll: true })
  }

  #revealing(index: number): number {
    const { lead, height } = this.#measures
    const top = revealed(this.#grid, index, Math.max(0, this.#gridTop()), height - 2 * lead)
    return top === Math.max(0, this.#gridTop()) ? this.#top : index < this.#grid.columns ? 0 : top + lead / 2
  }

  #scrollTo(top: number): void {
    if (top === this.#top) return
    this.#options.scroller.scrollTop = top
    this.#scrolled()
  }

  #setReachable(card: Card): void {
    if (card === this.#reachable) return
    this.#reachable?.setReachable(false)
    this.#reachable = card
    card.setReachable(true)
  }

  /** Tab reaches the focused card, or else the first one that can be seen whole. */
  #keepReachable(): void {
    const focused = this.#pool.cardOf(document.activeElement)
    const { columns, count, rowHeight } = this.#grid
    const row = Math.min(Math.ceil(Math.max(0, this.#gridTop()) / rowHeight), Math.floor((count - 1) / columns))
    const card = focused ?? this.#pool.cardAt(row * columns)
    if (card) this.#setReachable(card)
  }

  #select(releaseid: string | null): void {
    this.#selected = releaseid
    for (const card of this.#pool.cards()) card.markSelected(releaseid !== null && card.id === releaseid)
  }

  #selectedCard(): Card | null {
    if (this.#selected === null) return null
    for (const card of this.#pool.cards()) if (card.id === this.#selected) return card
    return null
  }

  #cardAtPoint(x: number, y: number): Card | null {
    const index = indexAt(this.#grid, x - this.#measures.margin, y + this.#gridTop())
    return index === null ? null : this.#pool.cardAt(index)
  }
}

/** The container's measures, read once per resize. The scrollbar's gutter lies in the right margin. */
function measure(scroller: HTMLElement): Measures {
  const style = getComputedStyle(scroller)
  const px = (value: string) => Number.parseFloat(value) || 0
  const inner = scroller.clientWidth - px(style.paddingLeft)
  return {
    width: Math.min(scroller.offsetWidth - px(style.paddingLeft) - px(style.paddingRight), inner),
    height: scroller.clientHeight,
    gapX: px(style.columnGap),
    gapY: px(style.rowGap),
    lead: px(style.paddingTop),
    margin: px(style.paddingLeft),
  }
}
