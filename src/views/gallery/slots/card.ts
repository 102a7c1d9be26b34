/** A release as a card: its art, and under it title, artist and genres. */

import { isCanadian, type ReleaseCard } from '#core/model/catalogue/release.ts'
import { genresText } from '#core/model/text/formats.ts'
import * as css from './gallery.css.ts'
import { explicitSign, Signs, sign } from './signs.ts'
import { type Bound, box, type Sketch, Slot, text, write, writeWords } from './slot.ts'
import type { GalleryTexts } from './texts.ts'

const BADGES = ['canadian', 'trending', 'video'] as const
export const GLYPH_OF = { canadian: 'maple', trending: 'trending', video: 'video' } as const

/** What the player themselves had to do with it. */
export const OWN_GLYPH_OF = { shared: 'person', had: 'had', flagged: 'flag' } as const

export class Card extends Slot {
  readonly art = box(css.art)
  readonly lead = this.art
  readonly actions = this.art
  readonly #titleLine = box(css.titleLine)
  readonly #title = text(css.title, 'span')
  readonly #artist = text(css.artist)
  readonly #genres = text(css.genres)
  readonly #badges = box(css.badges)
  readonly #badgeSigns = new Signs(this.#badges, BADGES, (name) => sign(GLYPH_OF[name], css.badge, this.texts[name]))
  readonly #titleSigns = new Signs(this.#titleLine, ['explicit', 'shared', 'had', 'flagged'], (name) => {
    if (name === 'explicit') return explicitSign(css.explicit, this.texts.explicit)
    return sign(OWN_GLYPH_OF[name], css[name], this.texts[name])
  })

  constructor(texts: GalleryTexts) {
    super(box(css.card, 'article'), texts)
    this.#titleLine.append(this.#title)
    this.element.append(this.art, this.#titleLine, this.#artist, this.#genres)
  }

  markHad(had: boolean): void {
    this.#titleSigns.show('had', had)
  }

  protected number(index: number, count: number | null): void {
    if (index !== this.index) this.element.setAttribute('aria-posinset', String(index + 1))
    if (count !== null) this.element.setAttribute('aria-setsize', String(count))
  }

  protected write(release: Readonly<ReleaseCard>, before: Bound): void {
    writeWords(this.#title, this.titleOf(release))
    writeWords(this.#artist, release.artist)
    write(this.#genres, genresText(release.genres))
    if (before?.colour !== release.colour) this.art.style.backgroundColor = release.colour ?? ''
    this.#sign(isCanadian(release), release.trending, release.videocount > 0, release)
  }

  protected draw(sketch: Sketch): void {
    writeWords(this.#title, this.titleOf(sketch))
    writeWords(this.#artist, sketch.artist)
    write(this.#genres, '')
    this.art.style.backgroundColor = sketch.colour ?? ''
    this.markHad(false)
    this.#sign(false, false, false, null)
  }

  protected clear(): void {
    writeWords(this.#title, '')
    writeWords(this.#artist, '')
    write(this.#genres, '')
    this.art.style.backgroundColor = ''
    this.markHad(false)
    this.#sign(false, false, false, null)
  }

  #sign(canadian: boolean, trending: boolean, video: boolean, release: Bound): void {
    const badges = this.#badgeSigns
    badges.show('canadian', canadian)
    badges.show('trending', trending)
    badges.show('video', video)
    const isEmpty = !canadian && !trending && !video
    if (isEmpty === (this.#badges.parentNode !== null)) {
      if (isEmpty) this.#badges.remove()
      else this.art.append(this.#badges)
    }
    this.#titleSigns.show('explicit', release?.explicit === true)
    this.#titleSigns.show('shared', release?.shared !== undefined)
    this.#titleSigns.show('flagged', release?.flagged === true)
  }
}
