/**
 * Every word the search knows, as a tree of letters: one walk finds the words that begin with what was typed,
 * another the words that nearly do. A node is a number; its fields stand in typed arrays that double when full,
 * so that a hundred thousand nodes are four arrays and not a hundred thousand objects.
 */
import { shortestBeginning } from './score.ts'

const ROOT = 0
const NONE = 0

export class WordTree {
  readonly #ids = new Map<string, number>()
  readonly #words: string[] = []
  #child = new Int32Array(1024)
  #sibling = new Int32Array(1024)
  #letter = new Uint16Array(1024)
  /** Id of the word that ends here plus one, or 0. */
  #ends = new Int32Array(1024)
  #nodes = 1

  get size(): number {
    return this.#words.length
  }

  word(id: number): string {
    return this.#words[id] ?? ''
  }

  /** The word's id; -1 when it is not known. */
  idOf(word: string): number {
    return this.#ids.get(word) ?? -1
  }

  /** Adds a word unless it is there. @returns its id: 0 for the first word, one more for each new one */
  add(word: string): number {
    const known = this.#ids.get(word)
    if (known !== undefined) return known
    let node = ROOT
    for (let at = 0; at < word.length; at++) node = this.#under(node, word.charCodeAt(at)) || this.#grow(node, word, at)
    const id = this.#words.push(word) - 1
    this.#ids.set(word, id)
    this.#ends[node] = id + 1
    return id
  }

  /** Visits every word that begins with `prefix`, in an order that is the same for the same history. */
  prefixed(prefix: string, visit: (id: number) => void): void {
    const node = this.#nodeOf(prefix)
    if (node !== null) this.#below(node, visit)
  }

  begins(prefix: string): boolean {
    return this.#nodeOf(prefix) !== null
  }

  /**
   * Visits every word some beginning of which is at most `most` slips from what was typed (`slips` of score.ts).
   * Rows of the distance table are kept by depth; a branch ends where no row can come back below `most`.
   */
  near(typed: string, most: number, visit: (id: number, slips: number) => void): void {
    const width = typed.length + 1
    const rows: Uint8Array[] = [Uint8Array.from({ length: width }, (_, n) => n)]
    const shortest = shortestBeginning(typed.length)
    const path: number[] = []
    const walk = (node: number, depth: number, best: number): void => {
      for (let child = this.#child[node] ?? NONE; child !== NONE; child = this.#sibling[child] ?? NONE) {
        const letter = this.#letter[child] ?? 0
        path[depth] = letter
        const last = rows[depth] as Uint8Array
        const before = depth > 0 ? rows[depth - 1] : undefined
        rows[depth + 1] ??= new Uint8Array(width)
        const row = rows[depth + 1] as Uint8Array
        const least = fill(row, last, before, typed, letter, path[depth - 1] ?? 0, depth + 1)
        let nearest = best
        if (depth + 1 >= shortest) nearest = Math.min(nearest, row[width - 1] ?? 255)
        const ends = this.#ends[child] ?? 0
        if (ends > 0 && nearest <= most) visit(ends - 1, nearest)
        // A swap of two letters reaches over one row, so two rows must be beyond reach.
        if (least <= most || rowLeast(last) <= most) walk(child, depth + 1, nearest)
        else if (nearest <= most) this.#below(child, (id) => id !== ends - 1 && visit(id, nearest))
      }
    }
    walk(ROOT, 0, 255)
  }

  #below(top: number, visit: (id: number) => void): void {
    const stack = [top]
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      const ends = this.#ends[node] ?? 0
      if (ends > 0) visit(ends - 1)
      for (let child = this.#child[node] ?? NONE; child !== NONE; child = this.#sibling[child] ?? NONE)
        stack.push(child)
    }
  }

  #nodeOf(prefix: string): number | null {
    let node = ROOT
    for (let at = 0; at < prefix.length; at++) {
      node = this.#under(node, prefix.charCodeAt(at))
      if (node === NONE) return null
    }
    return node
  }

  #under(node: number, letter: number): number {
    let child = this.#child[node] ?? NONE
    while (child !== NONE && this.#letter[child] !== letter) child = this.#sibling[child] ?? NONE
    return child
  }

  #grow(node: number, word: string, at: number): number {
    const made = this.#nodes++
    if (made >= this.#child.length) {
      this.#child = doubled(this.#child, Int32Array)
      this.#sibling = doubled(this.#sibling, Int32Array)
      this.#letter = doubled(this.#letter, Uint16Array)
      this.#ends = doubled(this.#ends, Int32Array)
    }
    this.#letter[made] = word.charCodeAt(at)
    this.#sibling[made] = this.#child[node] ?? NONE
    this.#child[node] = made
    return made
  }
}

/** The next row of the optimal string alignment distance. @returns its least entry */
function fill(
  row: Uint8Array,
  last: Uint8Array,
  before: Uint8Array | undefined,
  typed: string,
  letter: number,
  letterBefore: number,
  depth: number,
): number {
  row[0] = Math.min(depth, 255)
  let least = row[0]
  for (let i = 1; i < row.length; i++) {
    const typedLetter = typed.charCodeAt(i - 1)
    let cost = Math.min(
      (last[i] ?? 255) + 1,
      (row[i - 1] ?? 255) + 1,
      (last[i - 1] ?? 255) + (typedLetter === letter ? 0 : 1),
    )
    if (i > 1 && before && typedLetter === letterBefore && typed.charCodeAt(i - 2) === letter)
      cost = Math.min(cost, (before[i - 2] ?? 255) + 1)
    row[i] = Math.min(cost, 255)
    least = Math.min(least, cost)
  }
  return least
}

function rowLeast(row: Uint8Array): number {
  let least = 255
  for (const entry of row) least = Math.min(least, entry)
  return least
}

/** A typed array of twice the length with the same beginning. */
export function doubled<T extends Int32Array | Uint16Array | Uint8Array>(array: T, Kind: new (length: number) => T): T {
  const longer = new Kind(array.length * 2)
  longer.set(array)
  return longer
}
