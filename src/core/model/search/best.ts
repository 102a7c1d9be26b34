// Choosing among what a search found: the best few, and those that are what the operators ask for.
import type { ReleaseCard, Song } from '../catalogue/release.ts'
import { hasOperators, nameFits, type SearchQuery } from './query.ts'

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

/** ISO 8601: when a release came, or a song's, or the newest that was seen of an artist or label; empty if none was. */
export function newestAt(subject: Subject): string {
  if (subject.kind === 'release') return subject.card.available
  return subject.kind === 'track' ? subject.song.available : subject.person.newestAt
}

interface Place {
  readonly score: number
  /** Of `newestAt`. */
  readonly at: string
  readonly key: string
}
interface Ranked<T> extends Place {
  readonly item: T
}

/** The best few of many, best first, and how many there were. Of equals the newest comes first, then the smaller key. */
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

  offer(score: number, at: string, key: string, item: T): void {
    this.#count++
    const list = this.#list
    const worst = list.at(-1)
    const one = { item, score, at, key }
    if (list.length >= this.#limit && worst && !before(one, worst)) return
    let from = 0
    let to = list.length
    while (from < to) {
      const middle = (from + to) >> 1
      if (before(one, list[middle] as Ranked<T>)) to = middle
      else from = middle + 1
    }
    list.splice(from, 0, one)
    if (list.length > this.#limit) list.pop()
  }

  ranked(): readonly Ranked<T>[] {
    return this.#list
  }
}

function before(one: Place, other: Place): boolean {
  if (one.score !== other.score) return one.score > other.score
  return one.at === other.at ? one.key < other.key : one.at > other.at
}

/** Popularity of an artist or label with so many releases, 0 to 1, as the server weighs it. */
export function popularityOf(releases: number): number {
  return Math.log10(1 + releases) / 4
}

/** Compares names with one value, each name once. */
class NameCheck {
  readonly #value: string
  readonly #nearly: boolean
  readonly #known = new Map<string, boolean>()

  constructor(value: string, nearly: boolean) {
    this.#value = value
    this.#nearly = nearly
  }

  fits(name: string): boolean {
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const fits = nameFits(name, this.#value, this.#nearly)
    this.#known.set(name, fits)
    return fits
  }
}

type Facts = Pick<ReleaseCard, 'artist' | 'genres'> & { readonly labels: readonly { readonly name: string }[] }

/** Says of each subject whether the operators of one query ask for it, as `hitFits` does; names and releases are looked at once each. */
export class Fitter {
  readonly narrows: boolean
  readonly #artist: readonly NameCheck[]
  readonly #label: readonly NameCheck[]
  readonly #genre: readonly NameCheck[]
  readonly #card: (releaseid: string) => ReleaseCard | undefined
  readonly #releases = new Map<string, boolean>()

  constructor(query: SearchQuery, nearly: boolean, card: (releaseid: string) => ReleaseCard | undefined) {
    const check = (value: string) => new NameCheck(value, nearly)
    this.narrows = hasOperators(query)
    this.#artist = query.artist.map(check)
    this.#label = query.label.map(check)
    this.#genre = query.genre.map(check)
    this.#card = card
  }

  fits(subject: Subject): boolean {
    if (!this.narrows) return true
    if (subject.kind === 'release') return this.#facts(subject.card)
    if (subject.kind === 'track') return this.#facts(subject.song)
    const { person, kind } = subject
    const [own, other] = kind === 'artist' ? [this.#artist, this.#label] : [this.#label, this.#artist]
    for (const check of own) if (!check.fits(person.name)) return false
    if (other.length === 0 && this.#genre.length === 0) return true
    for (const id of person.releases) if (this.#release(id)) return true
    return false
  }

  #release(id: string): boolean {
    const known = this.#releases.get(id)
    if (known !== undefined) return known
    const card = this.#card(id)
    const fits = card !== undefined && this.#facts(card)
    this.#releases.set(id, fits)
    return fits
  }

  #facts({ artist, labels, genres }: Facts): boolean {
    for (const check of this.#genre) if (!genres.some((name) => check.fits(name))) return false
    for (const check of this.#label) if (!labels.some(({ name }) => check.fits(name))) return false
    for (const check of this.#artist) if (!check.fits(artist)) return false
    return true
  }
}
