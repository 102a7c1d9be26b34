/**
 * One half of the index (searchIndex): documents, the words each is found by, and for each word its documents.
 * All in typed arrays: a document is a number, its words lie one after the other in a pool, the documents of a
 * word are a chain. A document that changed is written again and the old one is marked as gone.
 */
import { type Answered, type Term, total, wordValue } from './searchScore.ts'
import { doubled, WordTree } from './wordTree.ts'

export const KINDS_FOUND = ['track', 'artist', 'label', 'release'] as const
export type FoundKind = (typeof KINDS_FOUND)[number]

/** The words of a document: of its name, of what it belongs to, and those that find it without scoring. */
export interface DocumentWords {
  readonly name: readonly string[]
  readonly beside: readonly string[]
  readonly silent: readonly string[]
}

/** Which terms a kind must answer, as places in the list of terms. */
export type Needs = Readonly<Record<FoundKind, readonly number[]>>

export class Generation<Subject> {
  readonly tree = new WordTree()
  readonly #subjects: Subject[] = []
  readonly #keys: string[] = []
  readonly #byKey = new Map<string, number>()
  #kind = new Uint8Array(1024)
  #gone = new Uint8Array(1024)
  /** Of each document four places in the pool: where its name begins, ends, where `beside` and `silent` end. */
  #places = new Int32Array(4096)
  #pool = new Int32Array(8192)
  #pooled = 0
  /** Per word the newest link of its chain plus one. */
  #head = new Int32Array(1024)
  #next = new Int32Array(8192)
  #document = new Int32Array(8192)
  #links = 0
  /** Terms each document answers, one bit each; all 0 between two searches. */
  #answered = new Uint8Array(1024)

  /** Documents written, those that are gone among them. */
  get size(): number {
    return this.#subjects.length
  }

  subject(kind: FoundKind, id: string): Subject | undefined {
    const at = this.#byKey.get(`${kind} ${id}`)
    return at === undefined ? undefined : this.#subjects[at]
  }

  has(key: string): boolean {
    return this.#byKey.has(key)
  }

  /** Puts another subject in place of one with the same words. */
  replace(kind: FoundKind, id: string, subject: Subject): void {
    const at = this.#byKey.get(`${kind} ${id}`)
    if (at !== undefined) this.#subjects[at] = subject
  }

  drop(kind: FoundKind, id: string): void {
    const at = this.#byKey.get(`${kind} ${id}`)
    if (at === undefined) return
    this.#gone[at] = 1
    this.#byKey.delete(`${kind} ${id}`)
  }

  add(kind: FoundKind, id: string, subject: Subject, words: DocumentWords): void {
    this.drop(kind, id)
    const at = this.#subjects.push(subject) - 1
    const key = `${kind} ${id}`
    this.#keys.push(key)
    this.#byKey.set(key, at)
    if (at >= this.#kind.length) {
      this.#kind = doubled(this.#kind, Uint8Array)
      this.#gone = doubled(this.#gone, Uint8Array)
      this.#answered = doubled(this.#answered, Uint8Array)
      this.#places = doubled(this.#places, Int32Array)
    }
    this.#kind[at] = KINDS_FOUND.indexOf(kind)
    const posted = new Set<number>()
    this.#places[at * 4] = this.#pooled
    for (const [part, list] of [words.name, words.beside, words.silent].entries()) {
      for (const word of list) this.#keep(this.tree.add(word), posted, at)
      this.#places[at * 4 + 1 + part] = this.#pooled
    }
  }

  #keep(word: number, posted: Set<number>, at: number): void {
    if (this.#pooled >= this.#pool.length) this.#pool = doubled(this.#pool, Int32Array)
    this.#pool[this.#pooled++] = word
    if (posted.has(word)) return
    posted.add(word)
    while (word >= this.#head.length) this.#head = doubled(this.#head, Int32Array)
    const link = this.#links++
    if (link >= this.#next.length) {
      this.#next = doubled(this.#next, Int32Array)
      this.#document = doubled(this.#document, Int32Array)
    }
    this.#document[link] = at
    this.#next[link] = this.#head[word] ?? 0
    this.#head[word] = link + 1
  }

  /** Every document of a kind that is there. */
  *all(kind: FoundKind): Generator<readonly [key: string, subject: Subject]> {
    const wanted = KINDS_FOUND.indexOf(kind)
    for (const [at, subject] of this.#subjects.entries())
      if (this.#kind[at] === wanted && this.#gone[at] === 0) yield [this.#keys[at] ?? '', subject]
  }

  /**
   * Visits every document that answers the terms its kind needs.
   * @param titlesOnly of tracks and releases only those whose name begins with the term
   */
  find(
    terms: readonly Term[],
    needs: Needs,
    titlesOnly: boolean,
    visit: (kind: FoundKind, key: string, subject: Subject, score: (popularity: number) => number) => void,
  ): void {
    const values = terms.map((term) => this.#valuesOf(term))
    const met: number[] = []
    for (const [bit, words] of values.entries()) {
      for (const word of words.keys()) {
        for (let link = this.#head[word] ?? 0; link !== 0; link = this.#next[link - 1] ?? 0) {
          const at = this.#document[link - 1] ?? 0
          if (this.#answered[at] === 0) met.push(at)
          this.#answered[at] = (this.#answered[at] ?? 0) | (1 << bit)
        }
      }
    }
    const masks = KINDS_FOUND.map((kind) => needs[kind].reduce((mask, bit) => mask | (1 << bit), 0))
    for (const at of met) {
      const answered = this.#answered[at] ?? 0
      this.#answered[at] = 0
      const code = this.#kind[at] ?? 0
      const mask = masks[code] ?? 0
      if (mask === 0 || this.#gone[at] === 1 || (answered & mask) !== mask) continue
      const kind = KINDS_FOUND[code] ?? 'track'
      if (titlesOnly && (kind === 'track' || kind === 'release') && !this.#opens(at, values[0])) continue
      visit(kind, this.#keys[at] ?? '', this.#subjects[at] as Subject, (popularity) =>
        this.#score(at, terms, values, needs[kind], popularity),
      )
    }
  }

  /** What each word that answers a term is worth to it. */
  #valuesOf(term: Term): Map<number, number> {
    const values = new Map<number, number>()
    for (const meaning of term)
      this.tree.prefixed(meaning.word, (word) => {
        const value = wordValue(meaning, this.tree.word(word))
        if (value > (values.get(word) ?? 0)) values.set(word, value)
      })
    return values
  }

  #opens(at: number, values: Map<number, number> | undefined): boolean {
    const [from = 0, nameEnd = 0] = this.#placesOf(at)
    return nameEnd > from && values?.has(this.#pool[from] ?? -1) === true
  }

  #placesOf(at: number): Int32Array {
    return this.#places.subarray(at * 4, at * 4 + 4)
  }

  /** The same number searchScore's `score` gives for the document's words. */
  #score(
    at: number,
    terms: readonly Term[],
    values: readonly Map<number, number>[],
    needed: readonly number[],
    popularity: number,
  ): number {
    const [from = 0, nameEnd = 0, besideEnd = 0] = this.#placesOf(at)
    const answers: Answered[] = []
    for (const bit of needed) {
      let place = -1
      let value = 0
      let other = 0
      for (let n = from; n < nameEnd; n++) {
        const found = values[bit]?.get(this.#pool[n] ?? -1) ?? 0
        if (found <= value) continue
        value = found
        place = n - from
      }
      for (let n = nameEnd; n < besideEnd; n++) other = Math.max(other, values[bit]?.get(this.#pool[n] ?? -1) ?? 0)
      answers.push({ place, value, other })
    }
    const exact =
      nameEnd - from === needed.length &&
      needed.every((bit, n) =>
        terms[bit]?.some((meaning) => meaning.word === this.tree.word(this.#pool[from + n] ?? -1)),
      )
    return total(answers, nameEnd - from, exact, popularity)
  }
}
