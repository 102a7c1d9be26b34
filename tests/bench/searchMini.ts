/**
 * The peer of the search benchmark: the same documents in MiniSearch, with our words (no case, no accents), beginnings
 * of words, every word needed, what stands beside a name weighed less, and slips only where nothing begins as typed.
 * What it leaves out and ours does not: its scores are BM25+ and cannot be mixed with the server's, the beginning of
 * a word with a slip in it finds nothing, two letters swapped are two slips, nothing old is let go.
 */
import MiniSearch from 'minisearch'
import type { ReleaseCard } from '#core/model/catalogue/release.ts'
import { nameFits, nameKey, type SearchQuery } from '#core/model/search/query.ts'
import { slipsAllowed } from '#core/model/search/score.ts'
import { searchWords } from '#core/model/text/fold.ts'

/** As the lists of one search are cut. */
const SHOWN = { release: 5, artist: 5, label: 5 } as const
type Kind = keyof typeof SHOWN

interface Document {
  readonly id: string
  readonly name: string
  readonly beside: string
}

export class MiniIndex {
  readonly #index = new MiniSearch<Document>({
    fields: ['name', 'beside'],
    tokenize: (text) => searchWords(text),
    processTerm: (word) => word,
    searchOptions: { prefix: true, combineWith: 'AND', boost: { name: 1, beside: 0.6 } },
  })
  readonly #cards = new Map<string, ReleaseCard>()
  /** Releases of each artist and label, by the id of their document. */
  readonly #persons = new Map<string, { readonly name: string; releases: number }>()

  get size(): number {
    return this.#index.documentCount
  }

  addRelease(card: ReleaseCard): void {
    const id = `release ${card.releaseid}`
    const labels = card.labels.map(({ name }) => name)
    this.#cards.set(id, card)
    const document = { id, name: card.title, beside: [card.artist, ...labels].join(' ') }
    if (this.#index.has(id)) this.#index.replace(document)
    else this.#index.add(document)
    this.#see('artist', card.artist)
    for (const name of labels) this.#see('label', name)
  }

  dropRelease(releaseid: string): void {
    const id = `release ${releaseid}`
    this.#cards.delete(id)
    if (this.#index.has(id)) this.#index.discard(id)
  }

  /** @returns ids of the best of each kind, and how many of it there are */
  search(query: SearchQuery): Record<Kind, { ids: string[]; total: number }> {
    const found: Record<Kind, { ids: string[]; total: number }> = {
      release: { ids: [], total: 0 },
      artist: { ids: [], total: 0 },
      label: { ids: [], total: 0 },
    }
    for (const { id } of this.#ask(query)) {
      const kind = id.slice(0, id.indexOf(' ')) as Kind
      const list = found[kind]
      if (list.ids.length < SHOWN[kind]) list.ids.push(id)
      list.total++
    }
    return found
  }

  #ask(query: SearchQuery) {
    const filter = ({ id }: { id: string }) => this.#fits(id, query)
    const text = [query.text, ...query.artist, ...query.label].join(' ')
    if (text === '') return this.#index.search(MiniSearch.wildcard, { filter })
    const exact = this.#index.search(text, { filter })
    if (exact.length > 0) return exact
    return this.#index.search(text, { filter, fuzzy: (word) => slipsAllowed(word.length) })
  }

  #fits(id: string, query: SearchQuery): boolean {
    if (query.artist.length + query.label.length + query.genre.length === 0) return true
    const card = this.#cards.get(id)
    // Whose releases fit is left to the releases that are found.
    if (!card) return false
    return (
      query.artist.every((value) => nameFits(card.artist, value, false)) &&
      query.label.every((value) => card.labels.some(({ name }) => nameFits(name, value, false))) &&
      query.genre.every((value) => card.genres.some((name) => nameFits(name, value, false)))
    )
  }

  #see(kind: 'artist' | 'label', name: string): void {
    const id = `${kind} ${nameKey(name)}`
    const known = this.#persons.get(id)
    if (known) known.releases++
    else {
      this.#persons.set(id, { name, releases: 1 })
      this.#index.add({ id, name, beside: '' })
    }
  }
}
