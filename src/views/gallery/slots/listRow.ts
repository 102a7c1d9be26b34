/** A release as a row of the list; on narrow screens the same elements stand in two lines. */

import { formatsOf, isCanadian, publisherOf, type ReleaseCard } from '#core/model/catalogue/release.ts'
import { clock, mediumDate } from '#core/model/text/formats.ts'
import { GLYPH_OF, OWN_GLYPH_OF } from './card.ts'
import { explicit } from './gallery.css.ts'
import * as css from './list.css.ts'
import { explicitSign, Signs, sign } from './signs.ts'
import { type Bound, box, type Sketch, Slot, text, write, writeWords } from './slot.ts'
import type { GalleryTexts } from './texts.ts'

const SIGNS = ['explicit', 'canadian', 'trending', 'video', 'shared', 'had', 'flagged'] as const

export class ListRow extends Slot {
  override readonly isRow = true
  readonly art = box(css.thumb)
  readonly lead = cell(box(css.lead))
  readonly #artist = text(css.rowArtist, 'span')
  readonly #title = text(css.rowTitle, 'span')
  readonly #duration = cell(text(css.number))
  readonly #tracks = cell(text(`${css.number} ${css.wideOnly}`))
  readonly #date = cell(text(css.date))
  readonly #label = cell(text(`${css.label} ${css.wideOnly}`))
  readonly actions = cell(box(css.formats))
  readonly #signs: Signs<(typeof SIGNS)[number]>
  #formats: readonly HTMLElement[] = []
  #shown = ''

  constructor(texts: GalleryTexts) {
    super(box(css.row), texts)
    this.element.setAttribute('role', 'row')
    // One that may be selected says so before it ever was.
    this.element.setAttribute('aria-selected', 'false')
    this.lead.append(this.art, this.#artist)
    const title = cell(box(css.titleCell))
    title.append(this.#title)
    this.#signs = new Signs(title, SIGNS, (name) => {
      if (name === 'explicit') return explicitSign(explicit, texts.explicit)
      if (name === 'shared' || name === 'had' || name === 'flagged')
        return sign(OWN_GLYPH_OF[name], css[name], texts[name])
      return sign(GLYPH_OF[name], css.mark, texts[name])
    })
    this.element.append(this.lead, title, this.#duration, this.#tracks, this.#date, this.#label, this.actions)
  }

  markHad(had: boolean): void {
    this.#signs.show('had', had)
  }

  protected number(index: number): void {
    // The first row of the table is its head.
    if (index !== this.index) this.element.setAttribute('aria-rowindex', String(index + 2))
  }

  protected write(release: Readonly<ReleaseCard>, before: Bound): void {
    writeWords(this.#artist, release.artist)
    writeWords(this.#title, this.titleOf(release))
    write(this.#duration, clock(release.duration))
    write(this.#tracks, String(release.trackcount))
    if (before?.available !== release.available) write(this.#date, mediumDate(release.available))
    writeWords(this.#label, publisherOf(release))
    if (before?.colour !== release.colour) this.art.style.backgroundColor = release.colour ?? ''
    this.#signs.show('explicit', release.explicit)
    this.#signs.show('canadian', isCanadian(release))
    this.#signs.show('trending', release.trending)
    this.#signs.show('video', release.videocount > 0)
    this.#signs.show('shared', release.shared !== undefined)
    this.#signs.show('flagged', release.flagged)
    this.#showFormats(release.candownload ? formatsOf(release) : null)
  }

  protected draw(sketch: Sketch): void {
    writeWords(this.#artist, sketch.artist)
    writeWords(this.#title, this.titleOf(sketch))
    for (const one of [this.#duration, this.#tracks, this.#date, this.#label]) writeWords(one, '')
    this.art.style.backgroundColor = sketch.colour ?? ''
    for (const name of SIGNS) this.#signs.show(name, false)
    this.#showFormats([])
  }

  protected clear(): void {
    for (const one of [this.#artist, this.#title, this.#duration, this.#tracks, this.#date, this.#label])
      writeWords(one, '')
    this.art.style.backgroundColor = ''
    for (const name of SIGNS) this.#signs.show(name, false)
    this.#showFormats([])
  }

  /** @param formats null when nothing may be downloaded */
  #showFormats(formats: readonly string[] | null): void {
    const key = formats?.join() ?? 'stream only'
    if (key === this.#shown) return
    this.#shown = key
    for (const element of this.#formats) element.remove()
    this.#formats =
      formats === null
        ? [filled(css.streamOnly, this.texts.streamOnly)]
        : formats.map((format) => filled(css.format, format))
    this.actions.prepend(...this.#formats)
  }
}

function cell(element: HTMLElement): HTMLElement {
  element.setAttribute('role', 'gridcell')
  return element
}

function filled(className: string, value: string): HTMLElement {
  const element = text(className, 'span')
  write(element, value)
  return element
}
