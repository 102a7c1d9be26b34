/** What may be tried again although it was done, so often and no more until a person restarts it. */
const MOST = { bytes: 1, zip: 3 } as const

export class Chances {
  readonly #taken = new Map<string, { bytes: number; zip: number }>()

  /** @returns whether there was one left for this job */
  take(id: string, of: keyof typeof MOST): boolean {
    const taken = this.#taken.get(id) ?? { bytes: 0, zip: 0 }
    this.#taken.set(id, taken)
    if (taken[of] >= MOST[of]) return false
    taken[of] += 1
    return true
  }

  forget(id: string): void {
    this.#taken.delete(id)
  }

  clear(): void {
    this.#taken.clear()
  }
}
