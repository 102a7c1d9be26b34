/**
 * The grid of cards. React renders the scroll container and an empty sizer once; everything inside
 * belongs to this class. The window is brought in line inside the scroll event, before anything is
 * painted: no frame request, no React update, nothing measured per card.
 */
import { effect, untracked } from '@preact/signals-react'
import { openReleaseList } from '#actions/releases.ts'
import { libraryListOf } from '#core/model/library/library.ts'
import type { KeptPlace } from '#core/model/places.ts'
import { playingRelease } from '#projections/player.ts'
import { peekReleaseAt, releaseList } from '#projections/releases.ts'
import { Binder } from './binder.ts'
import { BlindPlace } from './input/blindPlace.ts'
import { FocusKeeper } from './input/focusKeeper.ts'
import type { Grid } from './input/gridPort.ts'
import { Input } from './input/input.ts'
import { pressOn } from './input/keys.ts'
import { Picks } from './input/picks.ts'
import { RovingFocus } from './input/rovingFocus.ts'
import { Stillness } from './input/stillness.ts'
import { Triage } from './input/triage.ts'
import { onGalleryLeft, onGalleryReset, recallPlace, rememberPlace } from './scroll/anchors.ts'
import { Homecoming } from './scroll/homecoming.ts'
import { watchLowerEdge } from './scroll/lowerEdge.ts'
import { Marked } from './scroll/marked.ts'
import { SizeWatch } from './scroll/measures.ts'
import { Motion } from './scroll/motion.ts'
import { Pages } from './scroll/pages.ts'
import { Pool } from './scroll/pool.ts'
import { ScrollGeometry } from './scroll/scrollGeometry.ts'
import { Sketches } from './scroll/sketches.ts'
import { ActionsOverlay } from './slots/actionsOverlay.ts'
import type { GalleryTexts } from './slots/texts.ts'

export interface GalleryOptions {
  readonly scroller: HTMLElement
  readonly sizer: HTMLElement
  /** The list that is shown: the query text of GET releases without its page. */
  readonly queryId: string
  readonly texts: GalleryTexts
  /** Rows instead of cards. */
  readonly isList: boolean
  /** What the view before this one left in the sizer. */
  readonly left: Pool | null
  /** Where the view before this one, of the same visit, was left. */
  readonly from: KeptPlace | null
  /** Names this visit for the way back, or an empty text. */
  readonly anchorKey: string
  open(releaseid: string): void
  openInfo(releaseid: string): boolean
  infoHref(releaseid: string): string
  /** Whether a page that stands here failed. */
  setFailing(isFailing: boolean): void
  /** Opens the menu of a release below its button; null closes it. */
  setMenu(menu: { readonly releaseid: string; readonly button: HTMLElement } | null): void
}

export class GalleryView {
  readonly #options: GalleryOptions
  readonly #pool: Pool
  readonly #geometry: ScrollGeometry
  readonly #roving: RovingFocus
  readonly #pages: Pages
  readonly #sketches: Sketches
  readonly #picks: Picks
  readonly #overlay: ActionsOverlay
  readonly #binder: Binder
  readonly #input: Input
  readonly #triage: Triage
  readonly #keeper: FocusKeeper
  readonly #motion = new Motion(() => this.#settle())
  readonly #stops: (() => void)[] = []
  readonly #home: Homecoming
  readonly #still = new Stillness(() => this.#hasMenu || this.#input.pressed)
  #hasMenu = false
  #laid = false
  #round = 0
  readonly #marked = new Marked()

  constructor(options: GalleryOptions) {
    this.#options = options
    const { scroller, sizer, queryId, texts, isList } = options
    const from = options.from ?? recallPlace(options.anchorKey, queryId)
    const pool = Pool.after(options.left, sizer, isList, texts)
    const geometry = new ScrollGeometry(scroller, isList, from?.anchor ?? null)
    const roving = new RovingFocus(pool, geometry)
    const overlay = new ActionsOverlay(texts, options.infoHref, isList, libraryListOf(queryId))
    this.#home = new Homecoming(queryId, from)
    this.#pool = pool
    this.#geometry = geometry
    this.#roving = roving
    this.#overlay = overlay
    this.#pages = new Pages({
      queryId,
      scroller,
      sizer,
      texts,
      geometry,
      motion: this.#motion,
      changed: () => this.#pageCame(),
      failing: (isFailing) => options.setFailing(isFailing),
    })
    this.#sketches = new Sketches({
      queryId,
      near: () => geometry.window.visibleFirst * geometry.grid.columns,
      isLookedAt: () => this.#motion.velocity !== 0 && !this.#motion.fast,
      came: () => this.#pageCame(),
    })
    const picks = new Picks(queryId, pool, overlay, texts)
    this.#picks = picks
    this.#binder = new Binder({
      queryId,
      pool,
      geometry,
      motion: this.#motion,
      overlay,
      roving,
      picks,
      sketchAt: (index) => this.#sketches.at(index),
      rebound: (slot) => this.#input.rebound(slot),
      whenFree: (call) => this.#still.whenFree(call),
    })
    const blind = new BlindPlace(queryId)
    const focusPlace = (index: number) => {
      this.#scrollTo(geometry.revealing(index))
      roving.focus(index)
      blind.focused(index)
    }
    this.#triage = new Triage(
      {
        queryId,
        count: () => geometry.total ?? 0,
        releaseAt: (index) => pool.slotAt(index)?.release ?? null,
        focused: () => roving.focused(),
        focusPlace,
        press: (key) => {
          const slot = pool.slotOf(document.activeElement)
          if (slot) pressOn(slot, key, grid)
        },
      },
      () => roving.place,
    )
    this.#keeper = new FocusKeeper({
      queryId,
      scroller,
      geometry,
      roving,
      home: this.#home,
      blind,
      focusPlace,
      landed: (index) => this.#triage.landed(index),
    })
    openReleaseList(queryId)
    const grid: Grid = {
      scroller,
      overlay,
      picks,
      triage: this.#triage,
      isScrolling: () => this.#motion.isMoving,
      keyboard: () => geometry.keyboard(),
      slotOf: (element) => pool.slotOf(element),
      slotAtPoint: (x, y) => roving.atPoint(x, y),
      selectedSlot: () => roving.selected(),
      select: (releaseid) => roving.select(releaseid),
      setReachable: (slot) => roving.set(slot),
      reachablePlace: () => roving.place,
      focusPlace: (index) => {
        this.#triage.leave()
        focusPlace(index)
      },
      focusLeft: () => pool.unpin(),
      letGo: () => this.#still.freed(),
      open: options.open,
      openInfo: options.openInfo,
      openMenu: (releaseid, button) => {
        this.#hasMenu = true
        options.setMenu({ releaseid, button })
      },
    }
    this.#input = new Input(grid)
    const onScroll = () => this.#scrolled()
    scroller.addEventListener('scroll', onScroll, { passive: true })
    const onBack = () => {
      this.#binder.tryCovers()
      this.#sketches.again()
    }
    addEventListener('online', onBack)
    const sizes = new SizeWatch(scroller, () => {
      const held = this.#heldByKeys()
      if (!geometry.resized()) return
      this.#relayout()
      this.#keepInSight(held)
    })
    this.#stops.push(
      () => scroller.removeEventListener('scroll', onScroll),
      () => removeEventListener('online', onBack),
      () => sizes.stop(),
      () => this.#triage.stop(),
      watchLowerEdge(scroller, queryId, () => {
        geometry.edgeChanged()
        untracked(() => this.#keepInSight(this.#heldByKeys()))
      }),
      onGalleryReset(() => this.#scrollTo(0)),
      onGalleryLeft(() => this.#remember()),
      effect(() => {
        void releaseList(queryId).value
        untracked(() => this.#still.whenFree(this.#listChanged))
      }),
      effect(() => roving.plays(playingRelease.value)),
    )
    this.#settle()
  }

  /** The menu was closed, by a choice or without one. */
  menuClosed(): void {
    this.#hasMenu = false
    this.#input.menuClosed()
    this.#still.freed()
  }

  /** Where the person is, for the way back. */
  get here(): KeptPlace {
    const { queryId } = this.#options
    const { anchor } = this.#geometry
    const focus = this.#home.focus ?? this.#roving.focused()
    const held = this.#home.focus === null ? this.#roving.held() : this.#home.held
    const top = this.#home.topAt(anchor.index) ?? peekReleaseAt(queryId, anchor.index)?.releaseid
    return { queryId, anchor, focus, ...(top && { top }), ...(focus !== null && held && { held }) }
  }

  /** Asks again for pages that stand here and failed. */
  askAgain(): void {
    this.#pages.again()
  }

  /** @returns what stays in the sizer, for the next view */
  dispose(): Pool {
    this.#remember()
    for (const stop of this.#stops) stop()
    this.#still.stop()
    this.#binder.stop()
    this.#pages.stop()
    this.#sketches.stop()
    this.#motion.stop()
    this.#input.dispose()
    this.#overlay.dispose()
    this.#picks.stop()
    this.#pool.leave()
    return this.#pool
  }

  readonly #listChanged = (): void => {
    const list = releaseList(this.#options.queryId).peek()
    const geometry = this.#geometry
    const total = list?.total ?? null
    const isAnew = list !== undefined && this.#round !== 0 && list.round !== this.#round
    const isSame = this.#laid && total === geometry.total && !isAnew
    this.#round = list?.round ?? 0
    const moved = this.#marked.follow(list)
    this.#pages.failed = list?.failedPages ?? []
    this.#sketches.listChanged(list)
    // Pages that come and fail leave the geometry alone: nothing may touch the position while it moves.
    if (isSame) {
      this.#pages.watch()
      this.#pages.want()
      return
    }
    geometry.keepAnchor()
    if (isAnew) {
      geometry.toStart()
      this.#home.forget()
    } else geometry.shiftAnchor(moved(geometry.anchor.index) - geometry.anchor.index)
    geometry.total = total
    this.#relayout(isAnew ? undefined : moved)
    this.#triage.listChanged()
  }

  /** @param moved where a place of the list is now: the focus goes with its release */
  #relayout(moved?: (place: number) => number): void {
    this.#laid = true
    const { sizer, scroller } = this.#options
    const geometry = this.#geometry
    geometry.lay()
    sizer.style.width = `${geometry.measures.width}px`
    scroller.style.setProperty('--rows', sizer.style.width)
    sizer.style.height = `${geometry.grid.total}px`
    const focused = this.#roving.focused()
    const held = this.#roving.held()
    const giveBack = this.#roving.kept()
    this.#overlay.show(null)
    if (geometry.total !== null) geometry.shiftAnchor(this.#home.takeShift())
    geometry.toAnchor()
    const { firstRow, endRow } = geometry.look()
    this.#pool.shape(geometry.grid, firstRow, endRow)
    this.#render(true)
    if (focused === null) this.#keeper.giveBack()
    else if (moved) this.#keeper.follow(focused, held, moved)
    else this.#roving.focus(focused)
    // An action that was pressed has it again: the next press means the action, not its card.
    giveBack((slot) => this.#overlay.show(slot))
    this.#pages.want()
    this.#motion.awaitRest()
  }

  /** What was left is known now that its page is there: the view and the focus go to where it stands. */
  #comeHome(): void {
    const geometry = this.#geometry
    const shift = geometry.total === null ? 0 : this.#home.takeShift()
    if (shift !== 0) {
      geometry.keepAnchor()
      geometry.shiftAnchor(shift)
      geometry.toAnchor()
      this.#render(true)
    }
    this.#keeper.pageCame()
  }

  #scrolled(): void {
    if (this.#hasMenu) this.#options.setMenu(null)
    const moved = this.#geometry.scrolled()
    if (moved !== 0) this.#home.forgetTop()
    const slowedDown = this.#motion.moved(moved)
    if (this.#motion.fast) this.#sketches.hurry()
    this.#render(false)
    if (slowedDown) this.#binder.slowedDown()
    this.#input.scrolled()
    this.#pages.want()
    this.#motion.awaitRest()
  }

  #scrollTo(top: number): void {
    if (top === this.#geometry.top) return
    this.#options.scroller.scrollTop = top
    this.#scrolled()
  }

  /** The place keys have led to, while it is in sight; null where somebody points, or has scrolled on from it. */
  #heldByKeys(): number | null {
    const focused = this.#roving.focused()
    if (focused === null || !this.#input.isByKeys || !document.activeElement?.matches(':focus-visible')) return null
    return this.#geometry.isVisible(Math.floor(focused / this.#geometry.grid.columns)) ? focused : null
  }

  /** It is not left under what came over the lower edge, or beyond it. */
  #keepInSight(held: number | null): void {
    if (held !== null) this.#scrollTo(this.#geometry.revealing(held))
  }

  #render(all: boolean): void {
    this.#binder.render(all)
    this.#pages.watch()
  }

  /** What can wait until scrolling has ended. */
  #settle(): void {
    this.#input.settled()
    this.#binder.fitCovers()
    if (!this.#input.pressed) this.#pool.sort()
    this.#roving.keep()
    this.#binder.watch()
    this.#remember()
  }

  #remember(): void {
    const { anchorKey } = this.#options
    if (anchorKey !== '' && this.#geometry.total !== null) rememberPlace(anchorKey, this.here)
  }

  #pageCame(): void {
    this.#still.whenFree(this.#showPages)
  }

  readonly #showPages = (): void => {
    this.#binder.pageCame()
    this.#comeHome()
    this.#triage.listChanged()
    // Where one that stands here has gone it is asked for again, without waiting for somebody to scroll.
    this.#pages.want()
    this.#motion.awaitRest()
  }
}
