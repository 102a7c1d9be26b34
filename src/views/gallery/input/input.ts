/**
 * What a person does to the gallery: pointer and touch. All listeners sit on the scroll container;
 * which slot is meant follows from the event's target, or from geometry when scrolling has just ended.
 */
import { BP_MOBILE } from '#core/model/constants.ts'
import { settings } from '#projections/settings.ts'
import { isTyping } from '../../kit/focus.ts'
import { keyOf } from '../../kit/keys.ts'
import { placeAfter } from '../scroll/keyboard.ts'
import type { Slot } from '../slots/slot.ts'
import type { Grid } from './gridPort.ts'
import { pressKey } from './keys.ts'

/** A finger that rests this long selects, in ms. */
const HOLD_MS = 500
/** A finger that has moved so far does not rest, px. */
const RESTS_PX = 10
/** The click that a press ends in comes this long after the pointer was let go at the latest, in ms. */
const CLICK_MS = 100
/** Chromium before 121 knows it by its second name alone. */
const VISIBLE = { visibilityProperty: true, checkVisibilityCSS: true }

export class Input {
  readonly #grid: Grid
  readonly #stop = new AbortController()
  #hovered: Slot | null = null
  #focused: Slot | null = null
  /** Keeps its actions while its menu is open. */
  #held: Slot | null = null
  /** Which of the two shows its actions. */
  #by: 'pointer' | 'keyboard' = 'pointer'
  #pointer: Point | null = null
  #pointerType = 'mouse'
  /** True from a press on a slot until its click: nothing may be moved under it. */
  pressed = false
  #lettingGo: ReturnType<typeof setTimeout> | null = null
  #holding: ReturnType<typeof setTimeout> | null = null
  #heldFrom: Point = { x: 0, y: 0 }
  /** The press that goes on has selected by resting. */
  #wasHeld = false

  /** Whether what shows its actions is where keys led to, not what is pointed at. */
  get isByKeys(): boolean {
    return this.#by === 'keyboard'
  }

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
    scroller.addEventListener('click', (e) => this.#clicked(e), options)
    scroller.addEventListener('keydown', (e) => this.#key(e), options)
    scroller.addEventListener('focusin', (e) => this.#focusIn(e), options)
    scroller.addEventListener('focusout', (e) => this.#focusOut(e), options)
    document.addEventListener('keydown', (e) => this.#enter(e), options)
    for (const end of ['pointerup', 'pointercancel'] as const)
      window.addEventListener(
        end,
        () => {
          this.#letGo(CLICK_MS)
          this.#release()
        },
        passive,
      )
    scroller.addEventListener('contextmenu', (e) => this.#wasHeld && e.preventDefault(), options)
  }

  dispose(): void {
    this.#release()
    if (this.#lettingGo !== null) clearTimeout(this.#lettingGo)
    this.#stop.abort()
  }

  /** Called in every scroll event: the actions do not travel to a slot that merely passes the pointer. */
  scrolled(): void {
    this.#release()
    if (!this.#hovered || !this.#pointer) return
    if (this.#grid.slotAtPoint(this.#pointer.x, this.#pointer.y) === this.#hovered) return
    this.#hovered = null
    this.#update()
  }

  /** Called when scrolling has ended: the slot now under the pointer is hovered. */
  settled(): void {
    if (!this.#pointer || this.#pointerType !== 'mouse') return
    this.#hovered = this.#grid.slotAtPoint(this.#pointer.x, this.#pointer.y)
    this.#update()
  }

  /** Called before a slot takes another release. */
  rebound(slot: Slot): void {
    if (slot === this.#hovered) this.#hovered = null
    if (slot === this.#held) this.#held = null
    this.#update()
  }

  /** The menu of the held slot was closed. */
  menuClosed(): void {
    this.#grid.overlay.setMenuOpen(false)
    this.#held = null
    this.#update()
  }

  #update(): void {
    const { overlay } = this.#grid
    const mouse = this.#pointerType === 'mouse' ? this.#focused : null
    const chosen = this.#by === 'keyboard' ? this.#focused : (this.#hovered ?? this.#grid.selectedSlot() ?? mouse)
    overlay.show(this.#held ?? chosen)
  }

  #over(event: PointerEvent): void {
    if (event.pointerType !== 'mouse' || this.#grid.isScrolling()) return
    const slot = this.#grid.slotOf(event.target as Element)
    if (slot === this.#hovered) return
    // A card that came under a still pointer takes nothing from who goes by keys; a move of the pointer does.
    this.#hovered = slot
    this.#update()
  }

  #moved(event: PointerEvent): void {
    if (event.pointerType !== 'mouse') {
      // A pull scrolls nothing, and ends no pointer.
      if (Math.hypot(event.clientX - this.#heldFrom.x, event.clientY - this.#heldFrom.y) > RESTS_PX) this.#release()
      return
    }
    // Where it was let go outside of the window nobody said so.
    if (event.buttons === 0 && this.#lettingGo === null) this.#letGo(0)
    // Here the layout is clean; in a scroll event the same question would force it.
    const box = this.#grid.scroller.getBoundingClientRect()
    const from = this.#pointer
    this.#pointer = { x: event.clientX - box.left, y: event.clientY - box.top }
    this.#pointerType = 'mouse'
    if (this.#by === 'keyboard' && hasMoved(event, from, this.#pointer)) {
      this.#by = 'pointer'
      this.#update()
    }
    // A card that came under a still pointer while the grid moved has had its `pointerover` already.
    if (!this.#hovered) this.#over(event)
  }

  #left(): void {
    this.#pointer = null
    this.#hovered = null
    if (this.#by === 'pointer') this.#update()
  }

  #down(event: PointerEvent): void {
    // The scrollbar belongs to no slot, and browsers do not say when it is let go.
    if (event.button === 0 && this.#grid.slotOf(event.target as Element)) this.#hold()
    this.#pointerType = event.pointerType
    this.#by = 'pointer'
    this.#wasHeld = false
    if (event.pointerType === 'mouse' || !event.isPrimary) return
    const slot = this.#grid.slotOf(event.target as Element)
    this.#release()
    this.#heldFrom = { x: event.clientX, y: event.clientY }
    if (slot) this.#holding = setTimeout(() => this.#heldDown(slot), HOLD_MS)
  }

  #hold(): void {
    if (this.#lettingGo !== null) clearTimeout(this.#lettingGo)
    this.#lettingGo = null
    this.pressed = true
  }

  /** @param ms how long its click may take yet */
  #letGo(ms: number): void {
    if (!this.pressed) return
    if (this.#lettingGo !== null) clearTimeout(this.#lettingGo)
    this.#lettingGo = setTimeout(() => this.#free(), ms)
  }

  #free(): void {
    if (!this.pressed) return
    if (this.#lettingGo !== null) clearTimeout(this.#lettingGo)
    this.#lettingGo = null
    this.pressed = false
    this.#grid.letGo()
  }

  /** What the click does is seen in the next frame: the rows are free with it. */
  #clicked(event: MouseEvent): void {
    try {
      this.#click(event)
    } finally {
      this.#free()
    }
  }

  /** A finger that rests on a slot selects it; the tap that ends it opens nothing. */
  #heldDown(slot: Slot): void {
    this.#wasHeld = true
    this.#grid.picks.toggle(slot)
  }

  #release(): void {
    if (this.#holding !== null) clearTimeout(this.#holding)
    this.#holding = null
  }

  #mouseDown(event: MouseEvent): void {
    // A pressed action keeps the focus where it is, so that the actions can follow the pointer on. Between them the slot is
    // pressed and takes it: keys go to the selection from there alone.
    const action = (event.target as Element).closest('button, a')
    if (action && this.#grid.overlay.contains(action)) event.preventDefault()
  }

  #click(event: MouseEvent): void {
    const { overlay } = this.#grid
    const target = event.target as Element
    const release = overlay.slot?.release
    const pressed = overlay.press(event)
    if (pressed === 'info') {
      const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
      if (plain && release && this.#grid.openInfo(release.releaseid)) event.preventDefault()
      return
    }
    if (pressed === 'menu' && release) this.#openMenu(release.releaseid)
    if (pressed) return
    if (this.#wasHeld || this.#grid.picks.click(event, this.#pointerType !== 'mouse')) return
    const slot = this.#grid.slotOf(target)
    const id = slot?.id
    if (!slot || !id) return
    if (this.#selectsFirst() && this.#grid.selectedSlot() !== slot) {
      this.#grid.select(id)
      this.#update()
      return
    }
    this.#grid.open(id)
  }

  #openMenu(releaseid: string): void {
    const { overlay } = this.#grid
    this.#held = overlay.slot
    const button = overlay.setMenuOpen(true)
    if (button) this.#grid.openMenu(releaseid, button)
  }

  /**
   * On a tablet the first tap selects and the second opens (GALLERY-017); on a phone one tap opens (D-077). The press
   * says what it was made with: a mouse at a tablet, which says `(hover: none)`, opens at once.
   */
  #selectsFirst(): boolean {
    return window.innerWidth >= BP_MOBILE && this.#pointerType !== 'mouse'
  }

  #key(event: KeyboardEvent): void {
    const slot = this.#grid.slotOf(event.target as Element)
    if (!slot) return
    if (!event.altKey && !event.metaKey) this.#by = 'keyboard'
    if (this.#grid.picks.key(event, slot) || pressKey(event, slot, this.#grid)) {
      event.preventDefault()
      event.stopPropagation()
    } else this.#update()
  }

  /** Keys that move lead into the gallery when nothing else has the focus; T does wherever nothing is typed. */
  #enter(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.altKey || event.metaKey || event.ctrlKey || event.shiftKey) return
    const { scroller, keyboard, reachablePlace, focusPlace, triage } = this.#grid
    const holder = document.activeElement
    const isFree = [null, document.body, scroller.closest('main'), scroller].includes(holder as HTMLElement | null)
    const key = keyOf(event)
    const isLetter = key.length === 1 && key !== ' '
    if (isLetter && !settings.peek().shortcuts) return
    const isSwitch = key === 't' && !event.repeat && !isTyping(event.target)
    const isMove = isFree && keyboard().count > 0 && placeAfter(key, 0, keyboard()) !== null
    if (!(isSwitch || isMove) || !scroller.checkVisibility(VISIBLE)) return
    if (scroller.closest('[inert]') || document.querySelector('dialog[open]')) return
    this.#by = 'keyboard'
    event.preventDefault()
    const place = reachablePlace()
    if (isSwitch) return triage.toggle(place)
    focusPlace(place)
    if (isLetter) triage.moved(place, event.repeat)
  }

  #focusIn(event: FocusEvent): void {
    const target = event.target as Element
    const slot = this.#grid.slotOf(target)
    this.#focused = slot
    if (!slot) return
    this.#grid.setReachable(slot)
    if (target === slot.element && target.matches(':focus-visible')) this.#by = 'keyboard'
    this.#update()
  }

  #focusOut(event: FocusEvent): void {
    if (this.#grid.scroller.contains(event.relatedTarget as Node | null)) return
    this.#focused = null
    this.#update()
    this.#grid.focusLeft()
  }
}

interface Point {
  readonly x: number
  readonly y: number
}

/** Browsers send moves of a still pointer when the page changed under it. */
function hasMoved(event: PointerEvent, from: Point | null, to: Point): boolean {
  return from ? from.x !== to.x || from.y !== to.y : event.movementX !== 0 || event.movementY !== 0
}
