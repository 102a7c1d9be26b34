/**
 * One half of the index (searchIndex): documents, the words each is found by, and for each word its documents.
 * All in typed arrays: a document is a number, its words lie one after the other in a pool, the documents of a
 * word are a chain. A document that changed is written again and the old one is marked as gone.
 *
 * Why not MiniSearch 7, which could stand for this file and wordTree alone (380 lines; score and query are the server's
 * too): at 100,000 releases it holds 77 MB (ours 48), takes 528 ms for a word of every label (ours 32) and 291 ms for one
 * letter (33), finds 3 of 234 releases for two words with a slip, and its scores are not the server's
 * (`npm run bench -- search`).
 */
import { innerWords } from '../text/spellings.ts'
import { isJoining, Tally, type Term, wordValue } from './score.ts'
import { doubled, WordTree } from './wordTree.ts'

export const KINDS_FOUND = ['track', 'artist', 'label', 'release'] as const
export type FoundKind = (typeof KINDS_FOUND)[number]

/** Places kept of a document. */
const PARTS = 5
/** The part that holds the name joined. */
const JOINED = 3

/** The words of a document: of its name, of what it belongs to, those that find it without scoring, and of its name joined. */
export interface DocumentWords {
  readonly name: readonly string[]
  readonly beside: readonly string[]
  readonly silent: readonly string[]
  readonly joined: readonly string[]
}

/** Which terms a kind is asked for: places in the list of terms, in the order they were typed. */
export type Needs = Readonly<Record<FoundKind, readonly number[]>>

export class Generation<Subject> {
  readonly tree = new WordTree()
  readonly #subjects: Subject[] = []
  readonly #ids: string[] = []
  /** Where a document stands, by its id. */
  readonly #standing = { track: new Map(), artist: new Map(), label: new Map(), release: new Map() } as Readonly<
    Record<FoundKind, Map<string, number>>
  >
  #kind = new Uint8Array(1024)
  #gone = new Uint8Array(1024)
  /** Of each document PARTS places in the pool: where its name begins, ends, where `beside`, `silent` and `joined` end. */
  #places = new Int32Array(1024 * PARTS)
  #pool = new Int32Array(8192)
  #pooled = 0
  /** Per word the newest link of its chain plus one. */
  #head = new Int32Array(1024)
  #next = new Int32Array(8192)
  #document = new Int32Array(8192)
  #links = 0
  /** The runs without spaces that hold a word inside. */
  readonly #around = new Map<number, number[]>()
  /** Terms each document answers, one bit each; all 0 between two searches. */
  #answered = new Uint8Array(1024)

  /** Documents written, those that are gone among them. */
  get size(): number {
    return this.#subjects.length
  }

  subject(kind: FoundKind, id: string): Subject | undefined {
    const at = this.#standing[kind].get(id)
    return at === undefined ? undefined : this.#subjects[at]
  }

  has(kind: FoundKind, id: string): boolean {
    return this.#standing[kind].has(id)
  }

  /** Puts another subject in place of one with the same words. */
  replace(kind: FoundKind, id: string, subject: Subject): void {
    const at = this.#standing[kind].get(id)
    if (at !== undefined) this.#subjects[at] = subject
  }

  drop(kind: FoundKind, id: string): void {
    const at = this.#standing[kind].get(id)
    if (at === undefined) return
    this.#gone[at] = 1
    this.#standing[kind].delete(id)
  }

  add(kind: FoundKind, id: string, subject: Subject, words: DocumentWords): void {
    this.drop(kind, id)
    const at = this.#subjects.push(subject) - 1
    this.#ids.push(id)
    this.#standing[kind].set(id, at)
    if (at >= this.#kind.length) {
      this.#kind = doubled(this.#kind, Uint8Array)
      this.#gone = doubled(this.#gone, Uint8Array)
      this.#answered = doubled(this.#answered, Uint8Array)
      this.#places = doubled(this.#places, Int32Array)
    }
    this.#kind[at] = KINDS_FOUND.indexOf(kind)
    const posted = new Set<number>()
    this.#places[at * PARTS] = this.#pooled
    for (const [part, list] of [words.name, words.beside, words.silent, words.joined].entries()) {
      for (const word of list) this.#keep(this.#idOf(word), posted, at)
      this.#places[at * PARTS + 1 + part] = this.#pooled
    }
  }

  #idOf(word: string): number {
    const known = this.tree.size
    const id = this.tree.add(word)
    if (id < known) return id
    for (const inner of innerWords(word)) {
      const within = this.tree.add(inner)
      const list = this.#around.get(within)
      if (list) list.push(id)
      else this.#around.set(within, [id])
    }
    return id
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

  /** Visits every document of a kind that is there, in the order they came, until `visit` answers false. */
  all(kind: FoundKind, visit: (id: string, subject: Subject) => boolean): void {
    const wanted = KINDS_FOUND.indexOf(kind)
    for (let at = 0; at < this.#subjects.length; at++)
      if (this.#kind[at] === wanted && this.#gone[at] === 0)
        if (!visit(this.#ids[at] ?? '', this.#subjects[at] as Subject)) return
  }

  /**
   * Visits every document that answers the terms its kind is asked for, but for those that only join others, with its
   * score; that is the number `score` of score.ts gives for its words.
   * @param titlesOnly of tracks and releases only those whose name begins with the term
   * @param popularity of a subject, 0 to 1; null leaves it out
   */
  find(
    terms: readonly Term[],
    needs: Needs,
    titlesOnly: boolean,
    popularity: (subject: Subject, kind: FoundKind, id: string) => number | null,
    visit: (kind: FoundKind, id: string, subject: Subject, score: number) => void,
  ): void {
    const values = terms.map((term) => this.#valuesOf(term))
    const met: number[] = []
    for (const [bit, { words }] of values.entries()) {
      const flag = 1 << bit
      for (const word of words) {
        for (let link = this.#head[word] ?? 0; link !== 0; link = this.#next[link - 1] ?? 0) {
          const at = this.#document[link - 1] ?? 0
          const answered = this.#answered[at] ?? 0
          if (answered === 0) met.push(at)
          this.#answered[at] = answered | flag
        }
      }
    }
    const masks = KINDS_FOUND.map((kind) =>
      needs[kind].reduce((mask, bit) => (isJoining(terms[bit]) ? mask : mask | (1 << bit)), 0),
    )
    const exactly = terms.map((term) => new Set(term.map(({ word }) => this.tree.idOf(word))))
    const tally = new Tally(Math.max(...KINDS_FOUND.map((kind) => needs[kind].length)))
    for (const at of met) {
      const answered = this.#answered[at] ?? 0
      this.#answered[at] = 0
      const code = this.#kind[at] ?? 0
      const mask = masks[code] ?? 0
      if (mask === 0 || this.#gone[at] === 1 || (answered & mask) !== mask) continue
      const kind = KINDS_FOUND[code] ?? 'track'
      if (titlesOnly && (kind === 'track' || kind === 'release') && !this.#opens(at, values[0])) continue
      const id = this.#ids[at] ?? ''
      const subject = this.#subjects[at] as Subject
      const weight = popularity(subject, kind, id)
      if (weight === null) continue
      const asWritten = this.#score(at, 0, tally, values, exactly, needs[kind], weight)
      const joined = this.#score(at, JOINED, tally, values, exactly, needs[kind], weight)
      visit(kind, id, subject, Math.max(asWritten, joined))
    }
  }

  /** What each word that answers a term is worth to it, and which these words are. */
  #valuesOf(term: Term): Values {
    const worth = new Float64Array(this.tree.size)
    const words: number[] = []
    for (const meaning of term)
      this.tree.prefixed(meaning.word, (begun) => {
        for (const word of [begun, ...(this.#around.get(begun) ?? [])]) {
          const value = wordValue(meaning, this.tree.word(word))
          const before = worth[word] ?? 0
          if (before === 0 && value > 0) words.push(word)
          if (value > before) worth[word] = value
        }
      })
    return { worth, words, isJoining: isJoining(term) }
  }

  #opens(at: number, values: Values | undefined): boolean {
    const from = this.#places[at * PARTS] ?? 0
    const nameEnd = this.#places[at * PARTS + 1] ?? 0
    return nameEnd > from && (values?.worth[this.#pool[from] ?? 0] ?? 0) > 0
  }

  /** @param part the one that holds the name; JOINED without a word scores 0 */
  #score(
    at: number,
    part: number,
    tally: Tally,
    values: readonly Values[],
    exactly: readonly ReadonlySet<number>[],
    needed: readonly number[],
    popularity: number,
  ): number {
    const from = this.#places[at * PARTS + part] ?? 0
    const nameEnd = this.#places[at * PARTS + part + 1] ?? 0
    if (part === JOINED && from === nameEnd) return 0
    const besideFrom = this.#places[at * PARTS + 1] ?? 0
    const besideEnd = this.#places[at * PARTS + 2] ?? 0
    let exact = nameEnd - from === needed.length
    for (let n = 0; n < needed.length; n++) {
      const bit = needed[n] ?? 0
      const worth = values[bit]?.worth as Float64Array
      if (exact && !exactly[bit]?.has(this.#pool[from + n] ?? -1)) exact = false
      if (needed.indexOf(bit) < n) {
        tally.again(nameEnd - from, (word) => worth[this.#pool[from + word] ?? 0] ?? 0)
        continue
      }
      let place = -1
      let value = 0
      let other = 0
      for (let word = from; word < nameEnd; word++) {
        const found = worth[this.#pool[word] ?? 0] ?? 0
        if (found <= value) continue
        value = found
        place = word - from
      }
      for (let word = besideFrom; word < besideEnd; word++) other = Math.max(other, worth[this.#pool[word] ?? 0] ?? 0)
      tally.add(place, value, other, values[bit]?.isJoining === true)
    }
    return tally.score(nameEnd - from, exact, popularity)
  }
}

interface Values {
  /** By word id. */
  readonly worth: Float64Array
  readonly words: readonly number[]
  readonly isJoining: boolean
}
