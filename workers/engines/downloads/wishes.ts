/**
 * Wishes on their way into the journal. The page keeps what was asked for until it hears that it is written down; what
 * a page left behind that was gone before comes back as rows, like everything a reload cuts off (DOWNLOAD-018).
 */
import * as z from 'zod/mini'
import { DownloadRequest } from '#core/model/download.ts'

const Left = z.object({ player: z.string(), request: DownloadRequest })

export interface WishesParts {
  has(id: string): boolean
  /** Who is signed in. */
  player(): string | null
  noted(ids: readonly string[]): void
  restore(requests: readonly DownloadRequest[]): void
}

export class Wishes {
  readonly #parts: WishesParts
  #unnoted: string[] = []
  #left: z.infer<typeof Left>[] = []

  constructor(parts: WishesParts) {
    this.#parts = parts
  }

  /** A wish came: the next write of the journal has what became of it. */
  heard(requests: readonly DownloadRequest[]): void {
    this.#unnoted.push(...requests.map(({ downloadID }) => downloadID))
  }

  /** The tab that has the jobs heard it. */
  granted(requests: readonly DownloadRequest[]): void {
    const ids = new Set(requests.map(({ downloadID }) => downloadID))
    this.#unnoted = this.#unnoted.filter((id) => !ids.has(id))
    this.#parts.noted([...ids])
  }

  /** @returns to be called once what is known now lies in the journal */
  writing(): () => void {
    const ids = this.#unnoted
    this.#unnoted = []
    return () => {
      if (ids.length > 0) this.#parts.noted(ids)
    }
  }

  /** What earlier pages kept. Anything else in it is ignored. */
  left(left: readonly unknown[]): void {
    for (const one of left) {
      const parsed = z.safeParse(Left, one)
      if (parsed.success) this.#left.push(parsed.data)
    }
  }

  /** What was left of the signed-in player's. */
  takeLeft(): DownloadRequest[] {
    const player = this.#parts.player()
    const mine = this.#left.filter((one) => one.player === player)
    this.#left = this.#left.filter((one) => one.player !== player)
    return mine.map(({ request }) => request)
  }

  /** The journal's jobs are here: what it lacks becomes rows, and all of it is written down. */
  restoreLeft(): void {
    const requests = this.takeLeft()
    if (requests.length === 0) return
    const lacking = requests.filter(({ downloadID }) => !this.#parts.has(downloadID))
    this.heard(requests)
    this.#parts.restore(lacking)
  }
}
