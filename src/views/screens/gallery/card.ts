/**
 * One card of the grid: elements that are made once and bound to one release after the other.
 * `bind` writes only what differs, because it runs inside the scroll event.
 */
import { genresText } from '#core/model/formats.ts'
import { isCanadian, type ReleaseCard } from '#core/model/release.ts'
import * as css from './gallery.css.ts'
import { type Glyph, icon } from './icons.ts'
import type { GalleryTexts } from './texts.ts'

/** What stands at a place: a release, null while its page is not there. */
type Bound = Readonly<ReleaseCard> | null

type Mark = 'canadian' | 'trending' | 'video'
const GLYPH_OF: Record<Mark, Glyph> = { canadian: 'maple', trending: 'trending', video: 'video' }

export class Card {
  readonly element = div(css.card, 'article')
  readonly art = div(css.art)
  /** Place in the list from 0; -1 when the card stands beyond its end. */
  index = -1
  release: Bound = null
  /** The cover's element; null while none was asked for. */
  cover: HTMLImageElement | null = null
  /** Address of the cover that is shown, was asked for, or did not load. */
  coverUrl = ''
  readonly #texts: GalleryTexts
  readonly #titleLine = div(css.titleLine)
  readonly #title = text(css.title, 'span')
  readonly #artist = text(css.artist)
  readonly #genres = text(css.genres)
  readonly #badges = div(css.badges)
  readonly #marks = new Map<Mark, SVGSVGElement>()
  #explicit: HTMLElement | null = null
  #flag: SVGSVGElement | null = null
  #kind: 'none' | 'skeleton' | 'release' | null = null
  #count = -1

  constructor(texts: GalleryTexts) {
    this.#texts = texts
    this.element.tabIndex = -1
    this.#titleLine.append(this.#title)
    this.element.append(this.art, this.#titleLine, this.#artist, this.#genres)
  }

  get id(): string | null {
    return this.release?.releaseid ?? null
  }

  /** Takes another place or another state of its release. The cover is another's business. */
  bind(index: number, release: Bound, count: number): void {
    const { element } = this
    const kind = index >= count ? 'none' : release ? 'release' : 'skeleton'
    if (kind === 'none') {
      index = -1
      release = null
    }
    if (kind === this.#kind && index === this.index && release === this.release && count === this.#count) return
    if (index !== this.index) element.setAttribute('aria-posinset', String(index + 1))
    if (count !== this.#count) element.setAttribute('aria-setsize', String(count))
    this.index = index
    this.#count = count
    if (kind !== this.#kind) this.#become(kind)
    if (release && release !== this.release) this.#show(release)
    this.release = release
  }

  /** Marks the card of the release that plays. */
  markPlaying(playing: boolean): void {
    if (playing === this.element.hasAttribute('data-playing')) return
    this.element.toggleAttribute('data-playing', playing)
    if (playing) this.element.setAttribute('aria-current', 'true')
    else this.element.removeAttribute('aria-current')
  }

  /** Marks the card of the release that the first tap selected. */
  markSelected(selected: boolean): void {
    if (selected !== this.element.hasAttribute('data-selected')) this.element.toggleAttribute('data-selected', selected)
  }

  /** Whether it is the one card of the grid that Tab reaches. A skeleton is heard only while it is that one. */
  setReachable(reachable: boolean): void {
    const value = reachable ? 0 : -1
    if (this.element.tabIndex !== value) this.element.tabIndex = value
    this.#hush()
  }

  #become(kind: 'none' | 'skeleton' | 'release'): void {
    const { element } = this
    if (this.#kind === 'release') this.#clear()
    this.#kind = kind
    element.hidden = kind === 'none'
    element.toggleAttribute('data-skeleton', kind === 'skeleton')
    if (kind !== 'release') element.setAttribute('aria-label', this.#texts.loading)
    this.#hush()
  }

  #show(release: Readonly<ReleaseCard>): void {
    const { element, release: before } = this
    if (before?.releaseid !== release.releaseid) element.dataset.releaseId = release.releaseid
    if (!before || before.title !== release.title || before.artist !== release.artist)
      element.setAttribute('aria-label', this.#texts.card(release.title, release.artist))
    write(this.#title, release.title)
    write(this.#artist, release.artist)
    write(this.#genres, genresText(release.genres))
    if (before?.colour !== release.colour) this.art.style.backgroundColor = release.colour ?? ''
    this.#badge('canadian', isCanadian(release))
    this.#badge('trending', release.trending)
    this.#badge('video', release.videocount > 0)
    this.#markTitle(release)
  }

  #clear(): void {
    this.element.removeAttribute('data-release-id')
    write(this.#title, '')
    write(this.#artist, '')
    write(this.#genres, '')
    this.art.style.backgroundColor = ''
    for (const mark of ['canadian', 'trending', 'video'] as const) this.#badge(mark, false)
    this.#markTitle({ explicit: false, flagged: false })
  }

  #hush(): void {
    const hush = this.#kind !== 'release' && this.element.tabIndex !== 0
    if (hush) this.element.setAttribute('aria-hidden', 'true')
    else if (this.element.hasAttribute('aria-hidden')) this.element.removeAttribute('aria-hidden')
  }

  #badge(mark: Mark, on: boolean): void {
    let element = this.#marks.get(mark)
    if (on === (element?.parentNode === this.#badges)) return
    if (!on) {
      element?.remove()
      if (!this.#badges.firstChild) this.#badges.remove()
      return
    }
    if (!element) {
      element = glyph(GLYPH_OF[mark], css.badge, this.#texts[mark])
      this.#marks.set(mark, element)
    }
    // Canadian content first, then trending, then video, whichever came and went before.
    const before = mark === 'canadian' ? this.#badges.firstChild : mark === 'trending' ? this.#attached('video') : null
    this.#badges.insertBefore(element, before)
    if (!this.#badges.parentNode) this.art.append(this.#badges)
  }

  #attached(mark: Mark): Element | null {
    const element = this.#marks.get(mark)
    return element?.parentNode ? element : null
  }

  #markTitle(release: Pick<ReleaseCard, 'explicit' | 'flagged'>): void {
    if (release.explicit !== (this.#explicit?.parentNode != null)) {
      if (release.explicit) {
        this.#explicit ??= image(text(css.explicit, 'span'), this.#texts.explicit)
        write(this.#explicit, 'E')
        this.#title.after(this.#explicit)
      } else this.#explicit?.remove()
    }
    if (release.flagged !== (this.#flag?.parentNode != null)) {
      if (release.flagged) {
        this.#flag ??= glyph('flag', css.flag, this.#texts.flagged)
        this.#titleLine.append(this.#flag)
      } else this.#flag?.remove()
    }
  }
}

function div(className: string, tag: 'div' | 'span' | 'article' = 'div'): HTMLElement {
  const element = document.createElement(tag)
  element.className = className
  return element
}

/** An element that always holds exactly one text node, so that writing is one assignment. */
function text(className: string, tag: 'div' | 'span' = 'div'): HTMLElement {
  const element = div(className, tag)
  element.append('')
  return element
}

function write(element: HTMLElement, value: string): void {
  const node = element.firstChild as Text
  if (node.data !== value) node.data = value
}

function glyph(name: Glyph, className: string, words: string): SVGSVGElement {
  const svg = icon(name)
  svg.setAttribute('class', className)
  return image(svg, words)
}

function image<E extends Element>(element: E, name: string): E {
  element.setAttribute('role', 'img')
  element.setAttribute('aria-label', name)
  return element
}
