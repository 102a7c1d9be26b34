/** Which card the keyboard reaches, which one a tap selected, and which one plays. */
import type { Card } from './card.ts'
import type { Place } from './place.ts'
import type { Pool } from './pool.ts'

export class Reach {
  readonly #pool: Pool
  readonly #place: Place
  #reachable: Card | null = null
  #selected: string | null = null
  #playing: string | null = null

  constructor(pool: Pool, place: Place) {
    this.#pool = pool
    this.#place = place
  }

  /** Makes a card the one that Tab reaches. */
  set(card: Card): void {
    if (card === this.#reachable) return
    this.#reachable?.setReachable(false)
    this.#reachable = card
    card.setReachable(true)
  }

  /** Tab reaches the focused card, or else the first one that can be seen whole. */
  keep(): void {
    const focused = this.#pool.cardOf(document.activeElement)
    const card = focused ?? this.#pool.cardAt(this.#place.firstWhole())
    if (card) this.set(card)
  }

  focus(index: number): void {
    this.#pool.cardAt(index)?.element.focus({ preventScroll: true })
  }

  /** Place of the card that holds the focus, or null. */
  focused(): number | null {
    const index = this.#pool.cardOf(document.activeElement)?.index ?? -1
    return index < 0 ? null : index
  }

  select(releaseid: string | null): void {
    this.#selected = releaseid
    for (const card of this.#pool.cards()) this.mark(card)
  }

  selected(): Card | null {
    if (this.#selected === null) return null
    for (const card of this.#pool.cards()) if (card.id === this.#selected) return card
    return null
  }

  plays(releaseid: string | null): void {
    this.#playing = releaseid
    for (const card of this.#pool.cards()) this.mark(card)
  }

  /** Says again of a card what holds for its release; after it was given another. */
  mark(card: Card): void {
    card.markPlaying(card.id !== null && card.id === this.#playing)
    card.markSelected(card.id !== null && card.id === this.#selected)
  }

  atPoint(x: number, y: number): Card | null {
    const index = this.#place.indexAt(x, y)
    return index === null ? null : this.#pool.cardAt(index)
  }
}
