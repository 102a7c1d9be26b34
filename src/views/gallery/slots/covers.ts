/**
 * When a card's cover is asked for, when it is put in, and when it is let go. A fresh element per release: a reused one
 * would go on showing the old cover until the new one is there. It is put into its card once it has come: nothing of it
 * is laid out or painted before, and while the gallery moves several that came are put in together.
 */
import { coverSet } from '#core/model/catalogue/cover.ts'
import { cover as coverClass } from './gallery.css.ts'
import type { Slot } from './slot.ts'

/** Faster than this, in px per ms, no cover would arrive before its card has left. */
export const COVER_SPEED_MAX = 9
/** No card is wider (GALLERY-015): what the browser reckons with when it chooses among the sizes of a cover. */
const CARD_WIDTH = '214px'
/** The art of a row of the list. */
const ROW_ART_WIDTH = '40px'

/** `none`: only let go of what no longer fits; `ahead`: not in view yet, after everything that is. */
export type CoverNeed = 'none' | 'ahead' | 'now'

/**
 * Brings the cover of a card in line with its release.
 * @param came told when the cover that was asked for has come: then it may be put in
 */
export function fitCover(slot: Slot, need: CoverNeed, came: (slot: Slot) => void): void {
  const url = slot.release?.thumbnail ?? ''
  if (slot.coverUrl !== '' && slot.coverUrl !== url) dropCover(slot)
  // A release without any cover has the placeholder at once; another's is not inherited.
  if (slot.coverUrl === '') markBroken(slot, slot.release !== null && url === '')
  if (need === 'none' || url === '') return
  if (slot.cover) {
    if (!slot.cover.complete) slot.cover.fetchPriority = priorityOf(need)
    return
  }
  if (slot.coverUrl === url) return // It did not load: the placeholder stays while the card does.
  const image = document.createElement('img')
  image.className = coverClass
  image.alt = ''
  image.decoding = 'async'
  image.draggable = false
  image.fetchPriority = priorityOf(need)
  image.onload = () => {
    if (slot.cover === image) came(slot)
  }
  image.onerror = () => {
    if (slot.cover === image) breakCover(slot)
  }
  const set = coverSet(url)
  if (set !== '') {
    image.sizes = slot.isRow ? ROW_ART_WIDTH : CARD_WIDTH
    image.srcset = set
  }
  image.src = url
  slot.cover = image
  slot.coverUrl = url
}

/** An element outside of the page counts for little by itself, in whatever order it is asked for. */
const priorityOf = (need: CoverNeed) => (need === 'now' ? 'high' : 'low')

/** Puts in the cover that has come. */
export function showCover(slot: Slot): void {
  const { cover } = slot
  if (cover?.complete && cover.parentNode === null) slot.art.prepend(cover)
}

/** Takes the cover away and ends its request if it still runs. */
export function dropCover(slot: Slot): void {
  const { cover } = slot
  slot.coverUrl = ''
  slot.cover = null
  markBroken(slot, false)
  if (!cover) return
  if (!cover.complete) for (const name of ['srcset', 'src']) cover.removeAttribute(name)
  // The document holds on to an image with sizes to choose from until it is taken out of something it stood in.
  if (cover.parentNode === null) document.createDocumentFragment().append(cover)
  cover.remove()
}

/** Lets go of a cover that was asked for and is not put in; its card is taken from the page. */
export function leaveCover(slot: Slot): void {
  if (slot.cover?.parentNode === null) dropCover(slot)
}

/** The cover did not load: its own address is tried, then a placeholder takes its place (SHELL-052). */
function breakCover(slot: Slot): void {
  if (slot.cover?.srcset) {
    slot.cover.removeAttribute('srcset')
    return
  }
  slot.cover?.remove()
  slot.cover = null
  markBroken(slot, true)
}

function markBroken(slot: Slot, on: boolean): void {
  if (on === slot.isBroken) return
  slot.isBroken = on
  slot.element.toggleAttribute('data-broken', on)
}
