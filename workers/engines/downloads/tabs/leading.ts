// The tab that owns the downloads: it tells the others what it does, and grants what is wished of them.
import { type AppDraft, definitionOf, parseDraft } from '#core/events/index.ts'
import type { DownloadJob } from '#core/model/downloads/download.ts'
import type { Timer } from '../../../api/transport/clock.ts'
import { SLICE } from '../slices.ts'
import type { Message } from './messages.ts'
import type { TabsParts } from './tabPorts.ts'

/** Changes within this time travel together, ms. */
const TOGETHER_MS = 50
/** For so long an owner believes that somebody listens before it looks, ms. */
const LISTENS_MS = 60_000
/** How many wishes an owner remembers, so that one that is sent again is not granted twice. */
const REMEMBERED = 1000

export interface LeadingParts extends Pick<TabsParts, 'clock' | 'jobs' | 'report'> {
  readonly isOwner: () => boolean
  readonly post: (message: Message) => void
  /** Whether anybody waits to be the owner. */
  readonly isAwaited: () => Promise<boolean>
}

export class Leading {
  readonly #parts: LeadingParts
  /** Somebody listens, and has been heard since it was looked for. */
  #heard = false
  #isNew = false
  #lookTimer: Timer | null = null
  /** What the others were told last. */
  #told = new Map<string, Readonly<DownloadJob>>()
  #order: readonly string[] = []
  /** When the server is asked again. Null: it answers. */
  #retryAt: number | null = null
  /** Somebody new listens, who has to hear the order. */
  #isAsked = false
  #timer: Timer | null = null
  readonly #granted = new Set<string>()

  constructor(parts: LeadingParts) {
    this.#parts = parts
  }

  /** Jobs changed: the others are told soon. */
  changed(): void {
    if (!this.#heard) return
    this.#timer ??= this.#parts.clock.setTimer(() => this.#tell(), TOGETHER_MS)
  }

  progress(counts: readonly { id: string; bytes: number }[]): void {
    if (this.#heard) this.#parts.post({ kind: 'progress', counts: [...counts] })
  }

  /** The server went away and is asked again in so many ms; null: it is back. */
  server(retryInMs: number | null): void {
    this.#retryAt = retryInMs === null ? null : this.#parts.clock.now() + retryInMs
    if (this.#heard) this.#parts.post({ kind: 'server', retryAt: this.#retryAt })
  }

  /** Another tab is there. */
  greet(): void {
    this.#listens()
    this.#told.clear()
    this.#isAsked = true
    this.#tell()
    this.#parts.post({ kind: 'server', retryAt: this.#retryAt })
  }

  /** Another tab asks whether this one still answers. */
  pinged(): void {
    this.#listens()
    this.#parts.post({ kind: 'server', retryAt: this.#retryAt })
  }

  /** Another tab wishes something. */
  wished(id: string, draft: unknown): void {
    this.#listens()
    this.#grant(id, draft)
  }

  stop(): void {
    for (const timer of [this.#timer, this.#lookTimer]) if (timer !== null) this.#parts.clock.clearTimer(timer)
  }

  #listens(): void {
    this.#heard = true
    this.#isNew = true
    this.#lookTimer ??= this.#parts.clock.setTimer(() => void this.#look(), LISTENS_MS)
  }

  /** A tab goes without a word. Nobody is told anything once nobody is there, until somebody says hello. */
  async #look(): Promise<void> {
    this.#isNew = false
    const is = await this.#parts.isAwaited()
    this.#lookTimer = null
    if (!this.#parts.isOwner()) return
    this.#heard = is || this.#isNew
    if (this.#heard) this.#listens()
    else this.#told.clear()
  }

  #grant(id: string, input: unknown): void {
    let draft: AppDraft
    try {
      draft = parseDraft(input)
    } catch {
      // A tab of a newer build keeps it for an owner that understands it.
      return
    }
    this.#parts.post({ kind: 'ack', id })
    if (this.#granted.has(id)) return
    this.#granted.add(id)
    if (this.#granted.size > REMEMBERED)
      for (const oldest of [...this.#granted].slice(0, 1)) this.#granted.delete(oldest)
    if (draft.type.startsWith('download.') && definitionOf(draft).kind === 'wish') this.#parts.report([draft])
  }

  /** What is much goes in several messages, a task each; the last of them says the order. */
  #tell(): void {
    if (this.#timer !== null) this.#parts.clock.clearTimer(this.#timer)
    this.#timer = null
    const jobs = this.#parts.jobs()
    const news = jobs.filter((job) => this.#told.get(job.downloadID) !== job)
    // Handles mean something to this tab's vault alone.
    const told = news.slice(0, SLICE).map((job) => ({ ...job, token: null, url: null }))
    if (news.length > SLICE) {
      for (const job of news.slice(0, SLICE)) this.#told.set(job.downloadID, job)
      this.#parts.post({ kind: 'jobs', jobs: told, order: null, joins: true })
      this.#timer = this.#parts.clock.setTimer(() => this.#tell(), 0)
      return
    }
    this.#told = new Map(jobs.map((job) => [job.downloadID, job]))
    const order = jobs.map((job) => job.downloadID)
    const isMoved =
      this.#isAsked || order.length !== this.#order.length || order.some((id, place) => this.#order[place] !== id)
    this.#isAsked = false
    this.#order = order
    if (told.length > 0 || isMoved) this.#parts.post({ kind: 'jobs', jobs: told, order: isMoved ? order : null })
  }
}
