/** Small signs of a slot (badges, explicit, flag) that come and go with its release, always in one order. */
import { type Glyph, icon } from './icons.ts'

export class Signs<N extends string> {
  readonly #names: readonly N[]
  readonly #make: (name: N) => Element
  readonly #host: Element
  readonly #made = new Map<N, Element>()

  /** @param host takes the signs behind what it holds already */
  constructor(host: Element, names: readonly N[], make: (name: N) => Element) {
    this.#host = host
    this.#names = names
    this.#make = make
  }

  show(name: N, on: boolean): void {
    const element = this.#made.get(name)
    if (on === (element?.parentNode === this.#host)) return
    if (!on) return element?.remove()
    const sign = element ?? this.#make(name)
    this.#made.set(name, sign)
    const next = this.#names.slice(this.#names.indexOf(name) + 1).find((after) => this.#attached(after))
    this.#host.insertBefore(sign, (next && this.#made.get(next)) ?? null)
  }

  #attached(name: N): boolean {
    return this.#made.get(name)?.parentNode === this.#host
  }
}

/** A glyph that says something. */
export function sign(name: Glyph, className: string, words: string): SVGSVGElement {
  const svg = icon(name)
  svg.setAttribute('class', className)
  return named(svg, words)
}

/** The letter E of explicit content. */
export function explicitSign(className: string, words: string): HTMLElement {
  const element = document.createElement('span')
  element.className = className
  element.textContent = 'E'
  return named(element, words)
}

function named<E extends Element>(element: E, words: string): E {
  element.setAttribute('role', 'img')
  element.setAttribute('aria-label', words)
  return element
}
