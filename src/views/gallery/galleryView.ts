/**
 * The grid of cards. React renders the scroll container and an empty sizer once; everything inside
 * belongs to this class. The window is brought in line inside the scroll event, before anything is
 * painted: no frame request, no React update, nothing measured per card.
 */
import { effect, untracked } from '@preact/signals-react'
import { openReleaseList } from '#actions/releases.ts'
import { libraryListOf } from '#core/model/library.ts'
import type { KeptPlace } from '#core/model/places.ts'
import { playingRelease } from '#projections/player.ts'
import { peekReleaseAt, releaseCard, releaseList } from '#projections/releases.ts'
import { ActionsOverlay } from './actionsOverlay.ts'
import { onGalleryLeft, onGalleryReset, recallPlace, rememberPlace } from './anchors.ts'
import { Card } from './card.ts'
import { fitCover } from './covers.ts'
import { Input } from './input.ts'
import { ListRow } from './listRow.ts'
import { SizeWatch } from './measures.ts'
import { Motion } from './motion.ts'
import { Pages } from './pages.ts'
import { Picks } from './picks.ts'
import { Place } from './place.ts'
import { Pool, type Row } from './pool.ts'
import { Reach } from './reach.ts'
import type { GalleryTexts } from './texts.ts'

export interface GalleryOptions {
  readonly scroller: HTMLElement
  readonly sizer: HTMLElement
  /** The list that is shown: the query text of GET releases without its page. */
  readonly queryId: string
  readonly texts: GalleryTexts
  /** Rows instead of cards. */
  readonly isList: boolean
  /** Where the view before this one, of the same visit, was left. */
  readonly from: KeptPlace | null
  /** Names this visit for the way back, or an empty text. */
  readonly anchorKey: string
  open(releaseid: string): void
  openInfo(releaseid: string): boolean
  infoHref(releaseid: string): string
  /** Opens the menu of a release below its button; null closes it. */
  setMenu(menu: { readonly releaseid: string; readonly button: HTMLElement } | null): void
}

export class GalleryView {
  readonly #options: GalleryOptions
  readonly #pool: Pool
  readonly #place: Place
  readonly #reach: Reach
  readonly #pages: Pages
  readonly #picks: Picks
  readonly #overlay: ActionsOverlay
  readonly #input: Input
  readonly #motion = new Motion(() => this.#settle())
  readonly #stops: (() => void)[] = []
  #stopCards = () => {}
  /** Place that shall have the focus once the list is there. */
  #focus: number | null
  #hasMenu = false
  /** Mounted pages came during a fling and are not shown yet. */
  #isBehind = false
  #laid = false
  #round = 0

  constructor(options: GalleryOptions) {
    this.#options = options
    const { scroller, sizer, queryId, texts, isList } = options
    const from = options.from ?? recallPlace(options.anchorKey, queryId)
    const pool = new Pool(sizer, () => (isList ? new ListRow(texts) : new Card(texts)))
    const place = new Place(scroller, isList, from?.anchor ?? null)
    const reach = new Reach(pool, place)
    const overlay = new ActionsOverlay(texts, options.infoHref, isList, libraryListOf(queryId))
    this.#focus = from?.focus ?? null
    this.#pool = pool
    this.#place = place
    this.#reach = reach
    this.#overlay = overlay
    this.#pages = new Pages({
      queryId,
      scroller,
      sizer,
      texts,
      place,
      motion: this.#motion,
      changed: () => this.#pageCame(),
    })
    const picks = new Picks(queryId, pool, overlay, texts)
    this.#picks = picks
    openReleaseList(queryId)
    this.#input = new Input({
      scroller,
      overlay,
      picks,
      isScrolling: () => this.#motion.isMoving,
      keyboard: () => place.keyboard(),
      slotOf: (element) => pool.slotOf(element),
      slotAtPoint: (x, y) => reach.atPoint(x, y),
      selectedSlot: () => reach.selected(),
      select: (releaseid) => reach.select(releaseid),
      setReachable: (slot) => reach.set(slot),
      reachablePlace: () => reach.place,
      focusPlace: (index) => this.#focusPlace(index),
      focusLeft: () => pool.unpin(),
      open: options.open,
      openInfo: options.openInfo,
      openMenu: (releaseid, button) => {
        this.#hasMenu = true
        options.setMenu({ releaseid, button })
      },
    })
    const onScroll = () => this.#scrolled()
    scroller.addEventListener('scroll', onScroll, { passive: true })
    const sizes = new SizeWatch(scroller, () => {
      if (place.resized()) this.#relayout()
    })
    this.#stops.push(
      () => scroller.removeEventListener('scroll', onScroll),
      () => sizes.stop(),
      onGalleryReset(() => this.#scrollTo(0)),
      onGalleryLeft(() => this.#remember()),
      effect(() => this.#listChanged(releaseList(queryId).value)),
      effect(() => reach.plays(playingRelease.value)),
    )
    this.#settle()
  }

  /** The menu was closed, by a choice or without one. */
  menuClosed(): void {
    this.#hasMenu = false
    this.#input.menuClosed()
  }

  /** Where the person is, for the way back. */
  get here(): KeptPlace {
    const focus = this.#focus ?? this.#reach.focused()
    return { queryId: this.#options.queryId, anchor: this.#place.anchor, focus }
  }

  dispose(): void {
    this.#remember()
    for (const stop of this.#stops) stop()
    this.#stopCards()
    this.#pages.stop()
    this.#picks.stop()
    this.#motion.stop()
    this.#input.dispose()
    this.#overlay.dispose()
    this.#options.sizer.replaceChildren()
  }

  #listChanged(list: ReturnType<typeof releaseList>['value']): void {
    untracked(() => {
      const place = this.#place
      const total = list?.total ?? null
      const isAnew = list !== undefined && this.#round !== 0 && list.round !== this.#round
      const isSame = this.#laid && total === place.total && !isAnew
      this.#round = list?.round ?? 0
      this.#pages.failed = list?.failedPages ?? []
      // Pages that come and fail leave the geometry alone: nothing may touch the position while it moves.
      if (isSame) {
        this.#pages.watch()
        this.#pages.want()
        return
      }
      place.keepAnchor()
      if (isAnew) place.toStart()
      place.total = total
      this.#relayout()
    })
  }

  #relayout(): void {
    this.#laid = true
    const { sizer, scroller } = this.#options
    const place = this.#place
    place.lay()
    sizer.style.width = `${place.measures.width}px`
    scroller.style.setProperty('--rows', sizer.style.width)
    sizer.style.height = `${place.grid.total}px`
    const focused = this.#reach.focused()
    this.#overlay.show(null)
    place.toAnchor()
    const { firstRow, endRow } = place.look()
    this.#pool.shape(place.grid, firstRow, endRow)
    this.#render(true)
    if (focused !== null) this.#reach.focus(focused)
    else this.#returnFocus()
    this.#pages.want()
    this.#motion.awaitRest()
  }

  /** Gives the focus back to where it was left, unless somebody has taken it meanwhile. */
  #returnFocus(): void {
    if (this.#focus === null || this.#place.total === null) return
    const index = this.#focus
    this.#focus = null
    const holder = document.activeElement
    const isFree = holder === null || holder === document.body || holder === this.#options.scroller.closest('main')
    if (isFree) this.#reach.focus(index)
  }

  #scrolled(): void {
    if (this.#hasMenu) this.#options.setMenu(null)
    const slowedDown = this.#motion.moved(this.#place.scrolled())
    this.#render(false)
    if (slowedDown) {
      if (this.#isBehind) this.#bindAll()
      this.#fitCovers()
    }
    this.#input.scrolled()
    this.#pages.want()
    this.#motion.awaitRest()
  }

  #scrollTo(top: number): void {
    if (top === this.#place.top) return
    this.#options.scroller.scrollTop = top
    this.#scrolled()
  }

  #focusPlace(index: number): void {
    this.#scrollTo(this.#place.revealing(index))
    this.#reach.focus(index)
  }

  #render(all: boolean): void {
    const { firstRow, endRow } = this.#place.look()
    this.#pool.show(firstRow, endRow, all, this.#bindRow)
    this.#pages.watch()
  }

  /** Says of every mounted place what stands there now. */
  #bindAll(): void {
    this.#isBehind = false
    const { firstRow, endRow } = this.#place.window
    this.#pool.show(firstRow, endRow, true, this.#bindRow)
  }

  readonly #bindRow = (row: Row): void => {
    const { queryId } = this.#options
    const { columns, count } = this.#place.grid
    const need = this.#motion.fast ? 'none' : this.#place.isVisible(row.row) ? 'now' : 'ahead'
    for (const [column, slot] of row.slots.entries()) {
      const index = row.row * columns + column
      const release = index < count ? peekReleaseAt(queryId, index) : null
      const isOther = (release?.releaseid ?? null) !== slot.id
      const isElsewhere = index !== slot.index
      if (isOther && slot === this.#overlay.slot) this.#input.rebound(slot)
      slot.bind(index, release, count)
      if (isOther) this.#reach.mark(slot)
      if (isOther || isElsewhere) this.#picks.mark(slot)
      fitCover(slot, need)
    }
  }

  #fitCovers(): void {
    for (const visible of [true, false])
      for (const row of this.#pool.rows())
        if (this.#place.isVisible(row.row) === visible)
          for (const slot of row.slots) fitCover(slot, visible ? 'now' : 'ahead')
  }

  /** What can wait until scrolling has ended. */
  #settle(): void {
    this.#input.settled()
    this.#fitCovers()
    if (!this.#input.pressed) this.#pool.sort()
    this.#reach.keep()
    this.#watchCards()
    this.#remember()
  }

  #remember(): void {
    const { anchorKey } = this.#options
    if (anchorKey !== '' && this.#place.total !== null) rememberPlace(anchorKey, this.here)
  }

  /** Nobody can read in a fling: what came meanwhile is shown when it slows down, or when its row comes by. */
  #pageCame(): void {
    this.#isBehind = this.#motion.fast
    if (!this.#isBehind) this.#bindAll()
    this.#motion.awaitRest()
  }

  /** Releases that change while they are mounted: one effect over the mounted ids, renewed when scrolling ends. */
  #watchCards(): void {
    this.#stopCards()
    const ids = [...this.#pool.slots()].map((slot) => slot.id).filter((id) => id !== null)
    this.#stopCards = effect(() => {
      for (const id of ids) void releaseCard(id).value
      untracked(() => {
        this.#bindAll()
        this.#overlay.refresh()
      })
    })
  }
}
