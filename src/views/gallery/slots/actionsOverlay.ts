/**
 * The actions of a release: one set of controls for the whole gallery, put into the slot that is hovered,
 * focused or selected, so that they belong to it in every respect. In a card all of them lie over the art; in
 * a row only play does, the others take the place of the formats.
 */

import { effect } from '@preact/signals-react'
import { restoreRelease, unflagRelease } from '#actions/library.ts'
import { whenShown } from '#actions/shown.ts'
import type { LibraryList } from '#core/model/library/library.ts'
import { isMarking } from '#projections/library.ts'
import { isAwaiting, isPlaying, playingRelease } from '#projections/player.ts'
import { downloadRefusal } from '#projections/releases.ts'
import { settings } from '#projections/settings.ts'
import { downloadOf, isPlayable, playPauseOf } from '../../music/verbs.ts'
import * as card from './gallery.css.ts'
import { decoration, type Glyph } from './icons.ts'
import * as row from './list.css.ts'
import { box, type Slot } from './slot.ts'
import type { GalleryTexts } from './texts.ts'

/** Why there is no download, as far as that is not the stream alone. */
const SAID = ['videoOnly', 'downloadsOff', 'downloadsUnknown', 'noWav', 'noMp3'] as const

/** What a press asks for that is not done here. */
export type Pressed = 'info' | 'menu' | 'done' | null

export class ActionsOverlay {
  readonly #texts: GalleryTexts
  readonly #infoHref: (releaseid: string) => string
  readonly #over = box('')
  readonly #beside: HTMLElement | null
  readonly #play: HTMLElement
  readonly #download: HTMLElement
  readonly #info: HTMLElement
  readonly #more: HTMLElement | null
  /** In a card of the player's own lists: takes the release out of the list. */
  readonly #takeOut: HTMLElement | null
  readonly #list: LibraryList | null
  readonly #playTip: HTMLElement
  readonly #downloadTip: HTMLElement
  readonly #stop: () => void
  #glyph: 'play' | 'pause' = 'play'
  #slot: Slot | null = null
  /** Told of a slot that shows its actions now, or does no longer. */
  moved: (slot: Slot) => void = () => {}

  constructor(
    texts: GalleryTexts,
    infoHref: (releaseid: string) => string,
    isList: boolean,
    list: LibraryList | null = null,
  ) {
    this.#texts = texts
    this.#list = list
    this.#infoHref = infoHref
    this.#playTip = tooltip('play', texts.noAudio, isList ? row.tip : card.tip)
    this.#downloadTip = tooltip('download', '', isList ? row.tip : card.tip)
    if (isList) {
      this.#play = control('button', row.play, 'play', 18)
      this.#download = control('button', row.action, 'download', 18)
      this.#info = control('a', row.action, 'info', 18)
      this.#more = control('button', row.action, 'more', 18)
      this.#more.setAttribute('aria-haspopup', 'menu')
      this.#beside = box(row.actions)
      this.#over.className = row.over
      this.#over.append(this.#play)
      this.#beside.append(this.#download, this.#info, this.#more)
      this.#takeOut = null
    } else {
      this.#play = control('button', card.play, 'play', 22)
      this.#download = control('button', `${card.quiet} ${card.download}`, 'download', 20)
      this.#info = control('a', `${card.quiet} ${card.info}`, 'info', 20)
      this.#more = null
      this.#beside = null
      this.#over.className = card.actions
      this.#over.append(this.#play, this.#download, this.#info)
      const glyph = list === 'archived' ? 'restore' : 'unflag'
      this.#takeOut = list && control('button', `${card.quiet} ${card.takeOut}`, glyph, 20)
      if (this.#takeOut) this.#over.append(this.#takeOut)
    }
    this.#stop = effect(() => {
      void [downloadRefusal.value, isAwaiting.value, isPlaying.value, playingRelease.value]
      this.refresh()
    })
  }

  /** The slot that shows its actions. */
  get slot(): Slot | null {
    return this.#slot
  }

  contains(element: Element | null): boolean {
    return this.#over.contains(element) || (this.#beside?.contains(element) ?? false)
  }

  holdsFocus(): boolean {
    return this.contains(document.activeElement)
  }

  /** Moves to a slot; a skeleton has no actions. */
  show(slot: Slot | null): void {
    const target = slot?.release ? slot : null
    if (target === this.#slot) return
    const old = this.#slot
    if (this.holdsFocus()) old?.element.focus({ preventScroll: true })
    old?.element.removeAttribute('data-active')
    this.#slot = target
    if (old) this.moved(old)
    if (!target) {
      this.#over.remove()
      this.#beside?.remove()
      return
    }
    this.refresh()
    target.element.setAttribute('data-active', '')
    target.art.append(this.#over)
    if (this.#beside) target.actions.append(this.#beside)
    this.moved(target)
  }

  /** Says again what the slot's release says: after a rebind, or when it may be downloaded now, sounds or no longer does. */
  refresh(): void {
    const slot = this.#slot
    const release = slot?.release
    if (!release) return
    const title = slot.titleOf(release)
    const isSounding = !isAwaiting.peek() && isPlaying.peek() && playingRelease.peek() === release.releaseid
    const glyph = isSounding ? 'pause' : 'play'
    this.#play.setAttribute('aria-label', this.#texts[glyph](title))
    if (glyph !== this.#glyph) {
      const old = this.#play.firstElementChild
      old?.replaceWith(decoration(glyph, Number(old.getAttribute('width'))))
    }
    this.#glyph = glyph
    this.#download.setAttribute('aria-label', this.#texts.download(title))
    this.#info.setAttribute('aria-label', this.#texts.info(title))
    this.#more?.setAttribute('aria-label', this.#texts.more(title))
    this.#takeOut?.setAttribute(
      'aria-label',
      this.#list === 'archived' ? this.#texts.restore(title) : this.#texts.unflag(title),
    )
    this.#info.setAttribute('href', this.#infoHref(release.releaseid))
    disable(this.#play, isPlayable(release) ? null : this.#playTip)
    const refused = downloadOf(release, settings.peek().preferredFormat).reason
    if (refused) this.#downloadTip.textContent = this.#texts[SAID.find((one) => one === refused) ?? 'streamOnly']
    disable(this.#download, refused && this.#downloadTip)
  }

  /** Says whether the menu is open; the slot's actions stay while it is. @returns what opened it */
  setMenuOpen(open: boolean): HTMLElement | null {
    this.#more?.setAttribute('aria-expanded', String(open))
    return this.#more
  }

  /** Runs the control an event came from; the second press of a double click would silence what the first began. */
  press({ target: from, detail }: MouseEvent): Pressed {
    const target = from as Element
    const release = this.#slot?.release
    if (!release || !this.contains(target)) return null
    const pressed = target.closest('button, a')
    if (!pressed) return null
    if (pressed === this.#info) return 'info'
    if (pressed === this.#more) return 'menu'
    if (pressed.getAttribute('aria-disabled') === 'true') return 'done'
    if (pressed === this.#play) {
      if (detail < 2) playPauseOf(release).act()
    } else if (pressed === this.#takeOut) {
      whenShown(() => {
        // A mark that is being changed waits for its answer (D-117).
        if (isMarking(release.releaseid).peek()) return
        if (this.#list === 'archived') restoreRelease(release.releaseid)
        else unflagRelease(release.releaseid)
      })
    } else downloadOf(release, settings.peek().preferredFormat).act()
    return 'done'
  }

  dispose(): void {
    this.#stop()
    this.show(null)
  }
}

function control(tag: 'button' | 'a', className: string, glyph: Glyph, size: number): HTMLElement {
  const element = document.createElement(tag)
  element.className = className
  if (element instanceof HTMLButtonElement) element.type = 'button'
  element.append(decoration(glyph, size))
  return element
}

function tooltip(of: string, words: string, className: string): HTMLElement {
  const element = document.createElement('span')
  element.className = className
  element.id = `gallery-tip-${of}`
  element.setAttribute('role', 'tooltip')
  element.dataset.for = of
  element.textContent = words
  return element
}

/** Keeps a control in its place and says why it does nothing; null makes it work again. */
function disable(element: HTMLElement, reason: HTMLElement | null): void {
  const { id } = reason ?? { id: '' }
  if (reason) {
    element.setAttribute('aria-disabled', 'true')
    element.setAttribute('aria-describedby', id)
    element.parentElement?.append(reason)
    return
  }
  const shown = element.getAttribute('aria-describedby')
  if (!shown) return
  element.removeAttribute('aria-disabled')
  element.removeAttribute('aria-describedby')
  element.parentElement?.querySelector(`#${shown}`)?.remove()
}
