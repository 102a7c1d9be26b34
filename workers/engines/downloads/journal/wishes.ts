/**
 * Wishes on their way into the journal. The page keeps what was asked for until it hears that it is written down; what
 * a page left behind that was gone before comes back as rows, like everything a reload cuts off (DOWNLOAD-018).
 */
import * as z from 'zod/mini'
import { DownloadRequest } from '#core/model/downloads/download.ts'
import { JobId } from '#core/model/ids.ts'
import { later } from '#core/model/later.ts'

const Left = later(() =>
  z.union([
    z.object({ player: z.string(), request: DownloadRequest }),
    z.object({ player: z.string(), removed: JobId }),
  ]),
)

/** What earlier pages left, by what is to be made of it. */
export interface LeftWishes {
  readonly requests: DownloadRequest[]
  readonly removed: string[]
}

export interface WishesParts {
  has(id: string): boolean
  /** Who is signed in. */
  player(): string | null
  noted(ids: readonly string[]): void
  restore(requests: readonly DownloadRequest[]): void
  remove(id: string): void
}

export class Wishes {
  readonly #parts: WishesParts
  #unnoted = new Set<string>()
  /** Those that are being written. */
  readonly #writing = new Set<Set<string>>()
  #left: z.infer<typeof Left>[] = []

  constructor(parts: WishesParts) {
    this.#parts = parts
  }

  /** A wish came: the next write of the journal has what became of it. */
  heard(ids: readonly string[]): void {
    for (const id of ids) this.#unnoted.add(id)
  }

  /** The tab that has the jobs heard it. */
  granted(ids: readonly string[]): void {
    for (const id of ids) this.#unnoted.delete(id)
    this.#parts.noted(ids)
  }

  /**
   * What was wished is done, whether the journal can be written or not: whoever finds the wish, in the list of a page
   * that lives as well, is not to ask for it again.
   */
  done(id: string): void {
    const held = [this.#unnoted, ...this.#writing].filter((ids) => ids.delete(id))
    if (held.length > 0) this.#parts.noted([id])
  }

  /** @returns to be called once what is known now lies in the journal, or could not be written: then the next write counts */
  writing(): (isKept: boolean) => void {
    const ids = this.#unnoted
    this.#unnoted = new Set()
    this.#writing.add(ids)
    return (isKept) => {
      this.#writing.delete(ids)
      if (!isKept) this.#unnoted = new Set([...ids, ...this.#unnoted])
      else if (ids.size > 0) this.#parts.noted([...ids])
    }
  }

  /** What earlier pages kept. Anything else in it is ignored. */
  left(left: readonly unknown[]): void {
    for (const one of left) {
      const parsed = z.safeParse(Left, one)
      if (parsed.success) this.#left.push(parsed.data)
    }
  }

  /** Ids of rows that were removed, whoever's. */
  removedLeft(): string[] {
    return this.#left.flatMap((one) => ('removed' in one ? one.removed : []))
  }

  /** What was left of the signed-in player's. */
  takeLeft(): LeftWishes {
    const player = this.#parts.player()
    const mine = this.#left.filter((one) => one.player === player)
    this.#left = this.#left.filter((one) => one.player !== player)
    const removed = mine.flatMap((one) => ('removed' in one ? one.removed : []))
    const gone = new Set(removed)
    const requests = mine.flatMap((one) => ('request' in one && !gone.has(one.request.downloadID) ? one.request : []))
    return { removed, requests }
  }

  /** The journal's jobs are here: what it lacks becomes rows, and all of it is written down. */
  restoreLeft(): void {
    const { requests, removed } = this.takeLeft()
    // Whether the journal still has it: it was removed.
    this.heard(removed)
    for (const id of removed) this.#parts.remove(id)
    if (requests.length === 0) return
    const lacking = requests.filter(({ downloadID }) => !this.#parts.has(downloadID))
    this.heard(requests.map(({ downloadID }) => downloadID))
    this.#parts.restore(lacking)
  }
}
