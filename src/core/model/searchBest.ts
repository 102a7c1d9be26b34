// Choosing among what a search found: the best few, and those that are what the operators ask for.
import type { ReleaseCard, Song } from './release.ts'
import { factsFit, hasOperators, nameFits, type SearchQuery } from './searchQuery.ts'

/** An artist or a label, as far as it was seen. */
export interface Person {
  readonly name: string
  /** Ids of the releases seen. The index's own: it grows and shrinks in place. */
  readonly releases: Set<string>
  /** As the server counted last; 0 when it never did. */
  readonly counted: number
  /** `available` of the newest release seen. */
  readonly newestAt: string
  readonly thumbnail: string
  readonly coverart: string
  readonly logo: string
}

/** What a document of the index stands for. */
export type Subject =
  | { readonly kind: 'release'; readonly card: ReleaseCard }
  | { readonly kind: 'track'; readonly song: Song }
  | { readonly kind: 'artist' | 'label'; readonly person: Person }

interface Ranked<T> {
  readonly item: T
  readonly key: string
  readonly score: number
}

/** The best few of many, best first, and how many there were. Of equals the smaller key comes first. */
export class Best<T> {
  readonly #limit: number
  readonly #list: Ranked<T>[] = []
  #count = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get count(): number {
    return this.#count
  }

  offer(score: number, key: string, item: T): void {
    this.#count++
    const list = this.#list
    const worst = list.at(-1)
    if (list.length >= this.#limit && worst && !before(score, key, worst)) return
    let from = 0
    let to = list.length
    while (from < to) {
      const middle = (from + to) >> 1
      if (before(score, key, list[middle] as Ranked<T>)) to = middle
      else from = middle + 1
    }
    list.splice(from, 0, { item, key, score })
    if (list.length > this.#limit) list.pop()
  }

  ranked(): readonly Ranked<T>[] {
    return this.#list
  }
}

function before(score: number, key: string, other: { score: number; key: string }): boolean {
  return score > other.score || (score === other.score && key < other.key)
}

/** Popularity of an artist or label with so many releases, 0 to 1, as the server weighs it. */
export function popularityOf(releases: number): number {
  return Math.log10(1 + releases) / 4
}

/** Says of each subject whether the operators of one query ask for it; names are compared once each. */
export class Fitter {
  readonly #query: SearchQuery
  readonly #card: (releaseid: string) => ReleaseCard | undefined
  /** By what was typed, by the name it was compared with. */
  readonly #known = new Map<string, Map<string, boolean>>()
  readonly narrows: boolean

  constructor(query: SearchQuery, card: (releaseid: string) => ReleaseCard | undefined) {
    this.#query = query
    this.#card = card
    this.narrows = hasOperators(query)
  }

  fits(subject: Subject): boolean {
    if (!this.narrows) return true
    if (subject.kind === 'release') return this.#facts(subject.card)
    if (subject.kind === 'track') return this.#facts(subject.song)
    const { person, kind } = subject
    const own = kind === 'artist' ? this.#query.artist : this.#query.label
    const other = kind === 'artist' ? this.#query.label : this.#query.artist
    if (!own.every((value) => this.#name(person.name, value))) return false
    if (other.length === 0 && this.#query.genre.length === 0) return true
    for (const id of person.releases) {
      const card = this.#card(id)
      if (card && this.#facts(card)) return true
    }
    return false
  }

  #facts(facts: Pick<ReleaseCard, 'artist' | 'genres'> & { readonly labels: readonly { readonly name: string }[] }) {
    return factsFit(facts, this.#query, (name, value) => this.#name(name, value))
  }

  #name(name: string, value: string): boolean {
    const names = this.#known.get(value) ?? new Map<string, boolean>()
    this.#known.set(value, names)
    const known = names.get(name)
    if (known !== undefined) return known
    const fits = nameFits(name, value)
    names.set(name, fits)
    return fits
  }
}
