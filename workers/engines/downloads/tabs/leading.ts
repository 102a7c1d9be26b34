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

/** What is told of downloads by a notice alone. Of which folder was picked, the tab tells in which it was. */
export const isNotice = (draft: AppDraft): boolean =>
  draft.type === 'download.skipped' || (draft.type === 'download.hindered' && draft.payload.by !== 'folderUnkept')

export interface LeadingParts extends Pick<TabsParts, 'clock' | 'order' | 'job' | 'news' | 'report'> {
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
  readonly #told = new Map<string, Readonly<DownloadJob>>()
  /** Jobs of which they have to be told: of ten thousand the few that changed alone are looked at. */
  readonly #untold = new Set<string>()
  /** More was announced behind what they were told last. */
  #isJoining = false
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
    // Whoever comes is told of all.
    if (!this.#heard) return void this.#parts.news()
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

  /** As `Tabs.noticed`. */
  noticed(draft: AppDraft): void {
    if (this.#heard && isNotice(draft)) this.#parts.post({ kind: 'notice', draft })
  }

  /** Another tab is there. */
  greet(): void {
    this.#listens()
    this.#told.clear()
    for (const id of this.#parts.order()) this.#untold.add(id)
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
    const jobs = this.#nextUntold()
    if (this.#untold.size > 0) {
      this.#isJoining = true
      this.#parts.post({ kind: 'jobs', jobs, order: null, joins: true })
      this.#timer = this.#parts.clock.setTimer(() => this.#tell(), 0)
      return
    }
    const order = this.#parts.order()
    const isMoved = this.#isAsked || order !== this.#order
    if (jobs.length > 0 || isMoved || this.#isJoining)
      this.#parts.post({ kind: 'jobs', jobs, order: isMoved ? [...order] : null })
    this.#isAsked = false
    this.#isJoining = false
    this.#order = order
  }

  /** As many as one message takes. Handles mean something to this tab's vault alone. */
  #nextUntold(): DownloadJob[] {
    for (const id of this.#parts.news()) this.#untold.add(id)
    const jobs: DownloadJob[] = []
    for (const id of this.#untold) {
      const job = this.#parts.job(id)
      const isNew = job !== this.#told.get(id)
      if (isNew && job && jobs.length === SLICE) break
      this.#untold.delete(id)
      if (!job) this.#told.delete(id)
      else if (isNew) {
        this.#told.set(id, job)
        jobs.push({ ...job, token: null, url: null })
      }
    }
    return jobs
  }
}
