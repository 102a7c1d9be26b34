import type { Kind } from '../model/entities.ts'

export interface Touched {
  readonly kind: Kind
  readonly id: string
}

/**
 * Which entities were touched, each once, table by table: ten thousand of one table cost no key of table and id each.
 */
export class Touches implements Iterable<Touched> {
  readonly #kinds = new Map<Kind, Set<string>>()

  add(kind: Kind, id: string): void {
    const ids = this.#kinds.get(kind)
    if (ids) ids.add(id)
    else this.#kinds.set(kind, new Set([id]))
  }

  delete(kind: Kind, id: string): void {
    this.#kinds.get(kind)?.delete(id)
  }

  addAll(touched: Iterable<Touched>): void {
    for (const { kind, id } of touched) this.add(kind, id)
  }

  get size(): number {
    let size = 0
    for (const ids of this.#kinds.values()) size += ids.size
    return size
  }

  /** Takes away, and answers, the first of them. @param most how many at most. Default: all */
  take(most = Number.POSITIVE_INFINITY): Touched[] {
    const taken: Touched[] = []
    for (const [kind, ids] of this.#kinds) {
      for (const id of ids) {
        if (taken.length >= most) return taken
        taken.push({ kind, id })
        ids.delete(id)
      }
      this.#kinds.delete(kind)
    }
    return taken
  }

  /** Takes away, and answers, all of them table by table. */
  takeTables(): ReadonlyMap<Kind, ReadonlySet<string>> {
    const taken = new Map(this.#kinds)
    this.#kinds.clear()
    return taken
  }

  clear(): void {
    this.#kinds.clear()
  }

  *[Symbol.iterator](): Generator<Touched> {
    for (const [kind, ids] of this.#kinds) for (const id of ids) yield { kind, id }
  }
}
