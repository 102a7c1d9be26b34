/**
 * When a card's cover is asked for, and when it is let go. A fresh element per release: a reused one
 * would go on showing the old cover until the new one is there.
 */
import type { Card } from './card.ts'
import { cover as coverClass } from './gallery.css.ts'

/** Faster than this, in px per ms, no cover would arrive before its card has left. */
export const COVER_SPEED_MAX = 9

/** `none`: only let go of what no longer fits; `ahead`: not in view yet, after everything that is. */
export type CoverNeed = 'none' | 'ahead' | 'now'

/** Brings the cover of a card in line with its release. */
export function fitCover(card: Card, need: CoverNeed): void {
  const url = card.release?.thumbnail ?? ''
  if (card.coverUrl !== '' && card.coverUrl !== url) dropCover(card)
  if (need === 'none' || url === '') return
  if (card.cover) {
    if (!card.cover.complete) card.cover.fetchPriority = need === 'now' ? 'auto' : 'low'
    return
  }
  if (card.coverUrl === url) return // It did not load: the placeholder stays while the card does.
  const image = document.createElement('img')
  image.className = coverClass
  image.alt = ''
  image.decoding = 'async'
  image.draggable = false
  if (need === 'ahead') image.fetchPriority = 'low'
  image.src = url
  card.cover = image
  card.coverUrl = url
  card.art.prepend(image)
}

/** Takes the cover away and ends its request if it still runs. */
export function dropCover(card: Card): void {
  const { cover } = card
  card.coverUrl = ''
  card.cover = null
  if (card.element.hasAttribute('data-broken')) card.element.removeAttribute('data-broken')
  if (!cover) return
  if (!cover.complete) cover.removeAttribute('src')
  cover.remove()
}

/** The cover did not load: a placeholder takes its place (SHELL-052). */
export function breakCover(card: Card): void {
  card.cover?.remove()
  card.cover = null
  card.element.toggleAttribute('data-broken', true)
}
