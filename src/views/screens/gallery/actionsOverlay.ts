/**
 * The actions of a card: one set of controls for the whole grid, put into the art of the card that is
 * hovered, focused or selected, so that they belong to its article in every respect.
 */
import { effect } from '@preact/signals-react'
import { downloadRelease } from '#actions/downloads.ts'
import { playRelease } from '#actions/player.ts'
import { canDownload } from '#projections/releases.ts'
import { settings } from '#projections/settings.ts'
import type { Card } from './card.ts'
import * as css from './gallery.css.ts'
import { decoration, type Glyph } from './icons.ts'
import type { GalleryTexts } from './texts.ts'

export class ActionsOverlay {
  readonly element = document.createElement('div')
  readonly #texts: GalleryTexts
  readonly #infoHref: (releaseid: string) => string
  readonly #play = control('button', css.play, 'play', 22)
  readonly #download = control('button', `${css.quiet} ${css.download}`, 'download', 20)
  readonly #info = control('a', `${css.quiet} ${css.info}`, 'info', 20)
  readonly #playTip: HTMLElement
  readonly #downloadTip: HTMLElement
  readonly #stop: () => void
  #card: Card | null = null

  constructor(texts: GalleryTexts, infoHref: (releaseid: string) => string) {
    this.#texts = texts
    this.#infoHref = infoHref
    this.#playTip = tooltip('play', texts.noAudio)
    this.#downloadTip = tooltip('download', texts.streamOnly)
    this.element.className = css.actions
    this.element.append(this.#play, this.#download, this.#info)
    this.#stop = effect(() => {
      void canDownload.value
      this.refresh()
    })
  }

  get card(): Card | null {
    return this.#card
  }

  holdsFocus(): boolean {
    return this.element.contains(document.activeElement)
  }

  /** Moves to a card; a skeleton has no actions. */
  show(card: Card | null): void {
    const target = card?.release ? card : null
    if (target === this.#card) return
    const old = this.#card
    if (this.holdsFocus()) old?.element.focus({ preventScroll: true })
    old?.element.removeAttribute('data-active')
    this.#card = target
    if (!target) {
      this.element.remove()
      return
    }
    this.refresh()
    target.element.setAttribute('data-active', '')
    target.art.append(this.element)
  }

  /** Says again what the card's release says: after a rebind, or when it may be downloaded now. */
  refresh(): void {
    const release = this.#card?.release
    if (!release) return
    const { title } = release
    this.#play.setAttribute('aria-label', this.#texts.play(title))
    this.#download.setAttribute('aria-label', this.#texts.download(title))
    this.#info.setAttribute('aria-label', this.#texts.info(title))
    this.#info.setAttribute('href', this.#infoHref(release.releaseid))
    disable(this.#play, release.duration === 0 ? this.#playTip : null)
    disable(this.#download, release.candownload && canDownload.value ? null : this.#downloadTip)
  }

  /** Runs the control an event came from. @returns 'info' when the link was pressed, true when a control was */
  press(target: Element): 'info' | boolean {
    const release = this.#card?.release
    if (!release || !this.element.contains(target)) return false
    const pressed = target.closest('button, a')
    if (!pressed) return false
    if (pressed === this.#info) return 'info'
    if (pressed.getAttribute('aria-disabled') === 'true') return true
    if (pressed === this.#play) playRelease(release.releaseid)
    else downloadRelease(release, settings.peek().preferredFormat)
    return true
  }

  dispose(): void {
    this.#stop()
    this.show(null)
  }
}

function control<K extends 'button' | 'a'>(
  tag: K,
  className: string,
  glyph: Glyph,
  size: number,
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  element.className = className
  if (element instanceof HTMLButtonElement) element.type = 'button'
  element.append(decoration(glyph, size))
  return element
}

function tooltip(of: string, words: string): HTMLElement {
  const element = document.createElement('span')
  element.className = css.tip
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
