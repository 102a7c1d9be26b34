/**
 * What one place of the gallery is shown in, card or row: elements that are made once and bound to one
 * release after the other. `bind` writes only what differs, because it runs inside the scroll event.
 */
import type { ReleaseCard } from '#core/model/catalogue/release.ts'
import type { GalleryTexts } from './texts.ts'

/** What stands at a place: a release, null while its page is not there. */
export type Bound = Readonly<ReleaseCard> | null

/** What a card shows of a release before the release itself is there. */
export interface Sketch {
  readonly releaseid: string
  readonly title: string
  readonly artist: string
  /** Of the cover, as `#rrggbb`; null where it has none. */
  readonly colour: string | null
}

/** `sketch`: its page is not there, but the words of the release are known. */
type State = 'none' | 'skeleton' | 'sketch' | 'release'

export abstract class Slot {
  readonly element: HTMLElement
  /** Takes the cover and what lies over it. */
  abstract readonly art: HTMLElement
  /** Takes the checkbox, first; the art itself in cards. */
  abstract readonly lead: HTMLElement
  /** Takes the actions that do not lie over the cover; the art itself in cards. */
  abstract readonly actions: HTMLElement
  /** It fills a whole row of the grid by itself. */
  readonly isRow: boolean = false
  /** Place in the list from 0; -1 when the slot stands beyond its end. */
  index = -1
  release: Bound = null
  /** What is known of the release while it is not there. */
  sketch: Sketch | null = null
  /** The cover's element; null while none was asked for. */
  cover: HTMLImageElement | null = null
  /** Address of the cover that is shown, was asked for, or did not load. */
  coverUrl = ''
  /** A placeholder stands for the cover. */
  isBroken = false
  protected readonly texts: GalleryTexts
  #state: State | null = null
  #count = -1

  constructor(element: HTMLElement, texts: GalleryTexts) {
    this.element = element
    this.texts = texts
    element.tabIndex = -1
  }

  get id(): string | null {
    return (this.release ?? this.sketch)?.releaseid ?? null
  }

  /** Says which place this is. @param count places in the list, null when they are as many as before */
  protected abstract number(index: number, count: number | null): void
  /** Writes a release over the one before. */
  protected abstract write(release: Readonly<ReleaseCard>, before: Bound): void
  /** Draws a sketch over what stood there, of which nothing stays. */
  protected abstract draw(sketch: Sketch): void
  protected abstract clear(): void

  /** The title as it is shown and read. */
  titleOf(release: Pick<ReleaseCard, 'title'>): string {
    return release.title.trim() === '' ? this.texts.untitled : release.title
  }

  /** Takes another place or another state of its release. The cover is another's business. */
  bind(index: number, release: Bound, count: number, sketch: Sketch | null = null): void {
    const state = index >= count ? 'none' : release ? 'release' : sketch ? 'sketch' : 'skeleton'
    if (state === 'none') {
      index = -1
      release = null
    }
    const isSame = state === this.#state && index === this.index && count === this.#count
    if (isSame && release === this.release && sketch?.releaseid === this.sketch?.releaseid) return
    if (index !== this.index || count !== this.#count) this.number(index, count === this.#count ? null : count)
    this.index = index
    this.#count = count
    if (state !== this.#state) this.#become(state)
    if (release && release !== this.release) this.#show(release)
    if (sketch) this.#sketch(sketch)
    this.release = release
    this.sketch = sketch
  }

  /** Stands nowhere, and nothing of its list holds for it; what it shows stays, for the release that follows. */
  leave(): void {
    this.index = -1
    this.#count = -1
    this.markPlaying(false)
    this.markSelected(false)
    this.setReachable(false)
  }

  /** Says whether the release was downloaded before. */
  abstract markHad(had: boolean): void

  /** Marks the slot of the release that plays. */
  markPlaying(playing: boolean): void {
    if (playing === this.element.hasAttribute('data-playing')) return
    this.element.toggleAttribute('data-playing', playing)
    if (playing) this.element.setAttribute('aria-current', 'true')
    else this.element.removeAttribute('aria-current')
  }

  /** Marks the slot of the release that the first tap selected. */
  markSelected(selected: boolean): void {
    if (selected !== this.element.hasAttribute('data-selected')) this.element.toggleAttribute('data-selected', selected)
  }

  /** Whether it is the one slot of the gallery that Tab reaches. A skeleton is heard only while it is that one. */
  setReachable(reachable: boolean): void {
    const value = reachable ? 0 : -1
    if (this.element.tabIndex !== value) this.element.tabIndex = value
    this.#hush()
  }

  #become(state: State): void {
    const { element } = this
    const isBlank = state === 'none' || state === 'skeleton'
    if (this.#state === 'release') element.removeAttribute('data-release-id')
    if (isBlank && (this.#state === 'release' || this.#state === 'sketch')) this.clear()
    this.#state = state
    element.hidden = state === 'none'
    element.toggleAttribute('data-skeleton', state === 'skeleton')
    element.toggleAttribute('data-sketch', state === 'sketch')
    if (isBlank) element.setAttribute('aria-label', this.texts.loading)
    this.#hush()
  }

  #show(release: Readonly<ReleaseCard>): void {
    const { element, release: before } = this
    if (before?.releaseid !== release.releaseid) element.dataset.releaseId = release.releaseid
    if (!before || before.title !== release.title || before.artist !== release.artist)
      element.setAttribute('aria-label', this.texts.card(this.titleOf(release), release.artist))
    this.write(release, before)
  }

  #sketch(sketch: Sketch): void {
    this.element.setAttribute('aria-label', this.texts.card(this.titleOf(sketch), sketch.artist))
    this.draw(sketch)
  }

  #hush(): void {
    const isSaid = this.#state === 'release' || this.#state === 'sketch'
    const hush = !isSaid && this.element.tabIndex !== 0
    if (hush) this.element.setAttribute('aria-hidden', 'true')
    else if (this.element.hasAttribute('aria-hidden')) this.element.removeAttribute('aria-hidden')
  }
}

export function box(className: string, tag: 'div' | 'span' | 'article' = 'div'): HTMLElement {
  const element = document.createElement(tag)
  element.className = className
  return element
}

/** An element that always begins with exactly one text node, so that writing is one assignment. */
export function text(className: string, tag: 'div' | 'span' = 'div'): HTMLElement {
  const element = box(className, tag)
  element.append('')
  return element
}

/** Writes into an element made by `text`. */
export function write(element: HTMLElement, value: string): void {
  const node = element.firstChild as Text
  if (node.data !== value) node.data = value
}

/** The first letter decides, as in `dir=auto`: Hebrew, Arabic and their neighbours. */
const BEGINS_AT_THE_RIGHT = /^\P{L}*[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/u

/**
 * Writes words of people, whose direction is their own: a title in Arabic begins at the right. Not by
 * `dir=auto`, which has the browser find the direction again with every release a slot takes.
 */
export function writeWords(element: HTMLElement, value: string): void {
  const node = element.firstChild as Text
  if (node.data === value) return
  node.data = value
  const isRight = BEGINS_AT_THE_RIGHT.test(value)
  if (isRight === element.hasAttribute('dir')) return
  if (isRight) element.dir = 'rtl'
  else element.removeAttribute('dir')
}
