/**
 * What a person does to the grid: keys, pointer, touch. All listeners sit on the scroll container;
 * which card is meant follows from the event's target, or from geometry when scrolling has just ended.
 */
import { playRelease } from '#actions/player.ts'
import { BP_MOBILE } from '#core/model/constants.ts'
import type { ActionsOverlay } from './actionsOverlay.ts'
import type { Card } from './card.ts'
import { breakCover } from './covers.ts'
import { type Keyboard, placeAfter } from './keyboard.ts'

/** What the input needs of the grid. */
export interface Grid {
  readonly scroller: HTMLElement
  readonly overlay: ActionsOverlay
  /** True from a scroll event until shortly after the last. */
  isScrolling(): boolean
  keyboard(): Keyboard
  cardOf(element: Element | null): Card | null
  /** The card at a point relative to the corner of the scroll container. */
  cardAtPoint(x: number, y: number): Card | null
  selectedCard(): Card | null
  select(releaseid: string | null): void
  /** Makes a card the one that Tab reaches. */
  setReachable(card: Card): void
  /** Scrolls so that a place can be seen and focuses its card. */
  focusPlace(index: number): void
  /** The focus has left the grid. */
  focusLeft(): void
  open(releaseid: string): void
  /** Goes to the release's own page; false when the link shall do it. */
  openInfo(releaseid: string): boolean
}

export class Input {
  readonly #grid: Grid
  readonly #stop = new AbortController()
  #hovered: Card | null = null
  #focused: Card | null = null
  /** Which of the two shows its actions. */
  #by: 'pointer' | 'keyboard' = 'pointer'
  #pointer: { x: number; y: number } | null = null
  #pointerType = 'mouse'
  /** True while a button is held: nothing may be moved under it. */
  pressed = false

  constructor(grid: Grid) {
    this.#grid = grid
    const { scroller } = grid
    const options = { signal: this.#stop.signal }
    const passive = { ...options, passive: true }
    scroller.addEventListener('pointerover', (e) => this.#over(e), passive)
    scroller.addEventListener('pointermove', (e) => this.#moved(e), passive)
    scroller.addEventListener('pointerleave', () => this.#left(), passive)
    scroller.addEventListener('pointerdown', (e) => this.#down(e), options)
    scroller.addEventListener('mousedown', (e) => this.#mouseDown(e), options)
    scroller.addEventListener('click', (e) => this.#click(e), options)
    scroller.addEventListener('keydown', (e) => this.#key(e), options)
    scroller.addEventListener('focusin', (e) => this.#focusIn(e), options)
    scroller.addEventListener('focusout', (e) => this.#focusOut(e), options)
    // Covers are too many for a listener each; `error` does not bubble, but it can be caught on the way down.
    scroller.addEventListener('error', (e) => this.#coverFailed(e), { ...options, capture: true })
    for (const end of ['pointerup', 'pointercancel'] as const)
      window.addEventListener(end, () => (this.pressed = false), passive)
  }

  dispose(): void {
    this.#stop.abort()
  }

  /** Called in every scroll event: the actions do not travel to a card that merely passes the pointer. */
  scrolled(): void {
    if (!this.#hovered || !this.#pointer) return
    if (this.#grid.cardAtPoint(this.#pointer.x, this.#pointer.y) === this.#hovered) return
    this.#hovered = null
    this.#update()
  }

  /** Called when scrolling has ended: the card now under the pointer is hovered. */
  settled(): void {
    if (!this.#pointer || this.#pointerType !== 'mouse') return
    this.#hovered = this.#grid.cardAtPoint(this.#pointer.x, this.#pointer.y)
    this.#update()
  }

  /** Called before a card takes another release. */
  rebound(card: Card): void {
    if (card === this.#hovered) this.#hovered = null
    this.#update()
  }

  #update(): void {
    const { overlay } = this.#grid
    const chosen = this.#by === 'keyboard' ? this.#focused : (this.#hovered ?? this.#grid.selectedCard())
    overlay.show(chosen)
  }

  #over(event: PointerEvent): void {
    if (event.pointerType !== 'mouse' || this.#grid.isScrolling()) return
    const card = this.#grid.cardOf(event.target as Element)
    if (card === this.#hovered && this.#by === 'pointer') return
    this.#hovered = card
    this.#by = 'pointer'
    this.#update()
  }

  #moved(event: PointerEvent): void {
    if (event.pointerType !== 'mouse') return
    // Here the layout is clean; in a scroll event the same question would force it.
    const box = this.#grid.scroller.getBoundingClientRect()
    this.#pointer = { x: event.clientX - box.left, y: event.clientY - box.top }
    this.#pointerType = 'mouse'
  }

  #left(): void {
    this.#pointer = null
    this.#hovered = null
    if (this.#by === 'pointer') this.#update()
  }

  #down(event: PointerEvent): void {
    this.pressed = true
    this.#pointerType = event.pointerType
    this.#by = 'pointer'
  }

  #mouseDown(event: MouseEvent): void {
    // A pressed action keeps the focus where it is, so that the actions can follow the pointer on.
    if (this.#grid.overlay.element.contains(event.target as Element)) event.preventDefault()
  }

  #click(event: MouseEvent): void {
    const { overlay } = this.#grid
    const target = event.target as Element
    const release = overlay.card?.release
    const pressed = overlay.press(target)
    if (pressed === 'info') {
      const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
      if (plain && release && this.#grid.openInfo(release.releaseid)) event.preventDefault()
      return
    }
    if (pressed) return
    const card = this.#grid.cardOf(target)
    const id = card?.id
    if (!card || !id) return
    if (this.#selectsFirst() && this.#grid.selectedCard() !== card) {
      this.#grid.select(id)
      this.#update()
      return
    }
    this.#grid.open(id)
  }

  /** On a tablet the first tap selects and the second opens (GALLERY-017); on a phone one tap opens (D-077). */
  #selectsFirst(): boolean {
    if (window.innerWidth < BP_MOBILE) return false
    return this.#pointerType !== 'mouse' || window.matchMedia('(hover: none)').matches
  }

  #key(event: KeyboardEvent): void {
    if (event.altKey || event.metaKey) return
    this.#by = 'keyboard'
    const target = event.target as Element
    const card = this.#grid.cardOf(target)
    if (!card || target.closest('input, textarea')) return
    const onCard = target === card.element
    const place = event.shiftKey ? null : placeAfter(event.key, card.index, this.#grid.keyboard())
    if (place !== null) this.#grid.focusPlace(place)
    else if (event.key === 'Escape' && this.#grid.overlay.holdsFocus()) card.element.focus({ preventScroll: true })
    else if (onCard && event.key === 'Enter' && card.id) this.#grid.open(card.id)
    else if (onCard && event.key === ' ' && card.release) {
      if (card.release.duration > 0) playRelease(card.release.releaseid)
    } else return this.#update()
    event.preventDefault()
    event.stopPropagation()
  }

  #focusIn(event: FocusEvent): void {
    const target = event.target as Element
    const card = this.#grid.cardOf(target)
    this.#focused = card
    if (!card) return
    this.#grid.setReachable(card)
    if (target === card.element && target.matches(':focus-visible')) this.#by = 'keyboard'
    this.#update()
  }

  #focusOut(event: FocusEvent): void {
    if (this.#grid.scroller.contains(event.relatedTarget as Node | null)) return
    this.#focused = null
    this.#update()
    this.#grid.focusLeft()
  }

  #coverFailed(event: Event): void {
    if (!(event.target instanceof HTMLImageElement)) return
    const card = this.#grid.cardOf(event.target)
    if (card && card.cover === event.target) breakCover(card)
  }
}
