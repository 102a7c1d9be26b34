/**
 * Puts releases on the slots of the window: which stands where, when that is said during a fling, and again when
 * one of them changes.
 */
import { effect, untracked } from '@preact/signals-react'
import { hasDownloadedRelease, peekDownloadedRelease } from '#projections/downloads/downloads.ts'
import { peekReleaseAt, releaseCard } from '#projections/releases.ts'
import { nextTask } from '../kit/nextTask.ts'
import type { Picks } from './input/picks.ts'
import type { RovingFocus } from './input/rovingFocus.ts'
import type { Motion } from './scroll/motion.ts'
import type { Pool, Row } from './scroll/pool.ts'
import type { ScrollGeometry } from './scroll/scrollGeometry.ts'
import type { ActionsOverlay } from './slots/actionsOverlay.ts'
import { type CoverNeed, dropCover, fitCover, showCover } from './slots/covers.ts'
import type { Sketch, Slot } from './slots/slot.ts'

/** So long at a time covers are asked for where many are, ms: each costs about a millisecond on a slow processor. */
const SLICE_MS = 8
/** Faster than this, in px per ms, covers that come are put in together, so long after the first of them at the latest, in ms. */
const TOGETHER_SPEED = 1
const TOGETHER_MS = 120

interface Options {
  readonly queryId: string
  readonly pool: Pool
  readonly geometry: ScrollGeometry
  readonly motion: Motion
  readonly overlay: ActionsOverlay
  readonly roving: RovingFocus
  readonly picks: Picks
  /** What is known of a place whose page is not there. */
  sketchAt(index: number): Sketch | null
  /** Calls it when the rows may move. */
  whenFree(call: () => void): void
  /** The slot under the actions is about to hold another release. */
  rebound(slot: Slot): void
}

export class Binder {
  readonly #options: Options
  #stopCards = () => {}
  /** Mounted pages came during a fling and are not shown yet. */
  #isBehind = false
  /** Slots whose covers came while it moves, and when the first of them did, in ms. */
  readonly #came = new Set<Slot>()
  #cameAt = 0
  /** The round in which covers are asked for, or were; what was left when another one began is in that. */
  #round: object | null = null

  constructor(options: Options) {
    this.#options = options
  }

  /** Brings the rows of the window in line with where it stands. @param all those that stand there already as well */
  render(all: boolean): void {
    const { geometry, pool } = this.#options
    const before = geometry.window.firstRow
    const { firstRow, endRow } = geometry.look()
    pool.show(firstRow, endRow, all, all ? this.#bindRow : this.#bindWhole)
    if (all) this.fitCovers()
    // Where rows change there is something to lay out and paint anyway.
    if (this.#came.size === 0) return
    if (firstRow !== before || performance.now() - this.#cameAt > TOGETHER_MS) this.#showCovers()
  }

  /** A page came. Nobody can read in a fling: it is shown when that slows down, or when its row comes by. */
  pageCame(): void {
    this.#isBehind = this.#options.motion.fast
    if (!this.#isBehind) this.#bindAll()
  }

  /** A fling has slowed down: it can be read again. */
  slowedDown(): void {
    if (this.#isBehind) this.#bindAll()
    this.fitCovers()
  }

  /** Gives every mounted slot the cover its place asks for, those in sight first, in tasks of their own. */
  fitCovers(): void {
    this.#showCovers()
    if (!this.#options.motion.fast) void this.#fitInSlices()
  }

  /** The connection is back: what did not load without one may. */
  tryCovers(): void {
    for (const slot of this.#options.pool.slots()) if (slot.isBroken && slot.coverUrl !== '') dropCover(slot)
    this.fitCovers()
  }

  async #fitInSlices(): Promise<void> {
    const { motion, pool, geometry } = this.#options
    const round = {}
    this.#round = round
    await nextTask()
    let began = performance.now()
    for (const visible of [true, false])
      for (const row of [...pool.rows()])
        for (const slot of row.slots) {
          if (performance.now() - began > SLICE_MS) {
            await nextTask()
            began = performance.now()
          }
          if (this.#round !== round || motion.fast) return
          // It may have left by now, or have come into sight: the second time round all are looked at.
          const isSeen = geometry.isVisible(row.row)
          if (row.element.isConnected && (isSeen || !visible)) fitCover(slot, isSeen ? 'now' : 'ahead', this.#coverCame)
        }
  }

  /** Releases that change while they are mounted: one effect over the mounted ids, renewed when scrolling ends. */
  watch(): void {
    this.#stopCards()
    const { pool, whenFree } = this.#options
    const ids = [...pool.slots()].map((slot) => slot.id).filter((id) => id !== null)
    const downloaded = ids.map(hasDownloadedRelease)
    this.#stopCards = effect(() => {
      for (const id of ids) void releaseCard(id).value
      for (const had of downloaded) void had.value
      untracked(() => whenFree(this.#bindAnew))
    })
  }

  readonly #bindAnew = (): void => {
    this.#bindAll()
    this.#options.overlay.refresh()
  }

  stop(): void {
    this.#stopCards()
    this.#round = null
  }

  /** Says of every mounted place what stands there now. */
  #bindAll(): void {
    this.#isBehind = false
    const { firstRow, endRow } = this.#options.geometry.window
    this.#options.pool.show(firstRow, endRow, true, this.#bindRow)
    this.fitCovers()
  }

  /** A row that comes into the window alone, with its covers. */
  readonly #bindWhole = (row: Row): void =>
    this.#bind(row, this.#options.motion.fast ? 'none' : this.#options.geometry.isVisible(row.row) ? 'now' : 'ahead')

  /** One of many rows: their covers are asked for afterwards. */
  readonly #bindRow = (row: Row): void => this.#bind(row, 'none')

  #bind(row: Row, need: CoverNeed): void {
    const { queryId, geometry, overlay, roving, picks, sketchAt } = this.#options
    const { columns, count } = geometry.grid
    for (const [column, slot] of row.slots.entries()) {
      const index = row.row * columns + column
      const release = index < count ? peekReleaseAt(queryId, index) : null
      const sketch = release || index >= count ? null : sketchAt(index)
      const isOther =
        ((release ?? sketch)?.releaseid ?? null) !== slot.id || (release === null) !== (slot.release === null)
      const isElsewhere = index !== slot.index
      if (isOther && slot === overlay.slot) this.#options.rebound(slot)
      slot.bind(index, release, count, sketch)
      if (release) slot.markHad(peekDownloadedRelease(release.releaseid))
      if (isOther || isElsewhere) {
        roving.mark(slot)
        picks.mark(slot)
      }
      fitCover(slot, need, this.#coverCame)
    }
  }

  readonly #coverCame = (slot: Slot): void => {
    const { motion } = this.#options
    if (!motion.isMoving || Math.abs(motion.velocity) < TOGETHER_SPEED) return showCover(slot)
    if (this.#came.size === 0) this.#cameAt = performance.now()
    this.#came.add(slot)
  }

  #showCovers(): void {
    for (const slot of this.#came) showCover(slot)
    this.#came.clear()
  }
}
