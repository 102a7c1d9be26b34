// A tab that shows what the owner of the downloads does, and asks it for what is wished here.
import {
  downloadMirrored,
  downloadProgressed,
  downloadServerLost,
  downloadServerReached,
} from '#core/events/downloads.ts'
import { type AppDraft, parseDraft } from '#core/events/index.ts'
import { isNotice } from './leading.ts'
import type { Message } from './messages.ts'
import type { TabsParts } from './tabPorts.ts'

export interface FollowingParts extends Pick<TabsParts, 'clock' | 'ports' | 'jobs' | 'report' | 'granted'> {
  readonly post: (message: Message) => void
  /** The tab began a moment ago: what it is told of now was its own before a reload, perhaps. */
  readonly isFresh: () => boolean
}

/** Nothing, where an owner of another build says what is not known here. */
function noticeOf(input: unknown): AppDraft[] {
  try {
    return [parseDraft(input)].filter(isNotice)
  } catch {
    return []
  }
}

export class Following {
  readonly #parts: FollowingParts
  /** Wishes that were not acknowledged, and jobs that came from the owner. */
  readonly #pending = new Map<string, AppDraft>()
  readonly #mirrored = new Set<string>()
  /** When the owner asks the server again, as it was told. Null: it answers. */
  #retryAt: number | null = null

  constructor(parts: FollowingParts) {
    this.#parts = parts
  }

  /** Asks the owner for it, until that has heard. */
  wish(draft: AppDraft): void {
    const id = this.#parts.ports.mint()
    this.#pending.set(id, draft)
    this.#parts.post({ kind: 'wish', id, draft })
  }

  /** Another tab is the owner now: it has heard of nothing yet. */
  askAgain(): void {
    for (const [id, draft] of this.#pending) this.#parts.post({ kind: 'wish', id, draft })
  }

  /** Something is the owner's to do. */
  get waits(): boolean {
    return (
      this.#pending.size > 0 || this.#parts.jobs().some(({ status }) => status === 'waiting' || status === 'loading')
    )
  }

  /** The owner said something. */
  hear(message: Message): void {
    const { report, granted } = this.#parts
    switch (message.kind) {
      case 'ack':
        if (this.#pending.has(message.id)) granted?.(this.#pending.get(message.id) as AppDraft)
        this.#pending.delete(message.id)
        return
      case 'jobs':
        if (message.jobs.length === 0 && message.order === null) return
        if (this.#parts.isFresh()) for (const { downloadID } of message.jobs) this.#mirrored.add(downloadID)
        return report([
          downloadMirrored({
            jobs: message.jobs,
            order: message.order,
            ...(message.joins === undefined ? {} : { joins: message.joins }),
          }),
        ])
      case 'progress':
        return report(
          message.counts.map(({ id, bytes }) => downloadProgressed({ downloadID: id, receivedBytes: bytes })),
        )
      case 'notice':
        return report(noticeOf(message.draft))
      case 'server':
        return this.#standing(message.retryAt)
    }
  }

  /** This tab becomes the owner. @returns the jobs a reload cut off, and what no owner took over: it is this tab's to do */
  end(): { cut: readonly string[]; undone: readonly AppDraft[] } {
    const undone = this.#undone()
    this.#pending.clear()
    // It finds out for itself whether the server answers.
    this.#standing(null)
    return { cut: this.#parts.isFresh() ? [...this.#mirrored] : [], undone }
  }

  /** Downloads that no owner took over, of an older build perhaps, and whose rows went with its order of all. */
  #undone(): AppDraft[] {
    if (this.#pending.size === 0) return []
    const there = new Set(this.#parts.jobs().map(({ downloadID }) => downloadID))
    return [...this.#pending.values()].flatMap((draft) => {
      if (draft.type !== 'download.requested') return []
      const requests = draft.payload.requests.filter(({ downloadID }) => !there.has(downloadID))
      return requests.length > 0 ? { ...draft, payload: { requests } } : []
    })
  }

  /** What is shown of the server. Nothing is said that is known. */
  #standing(retryAt: number | null): void {
    if (retryAt === this.#retryAt) return
    this.#retryAt = retryAt
    const retryInMs = Math.max(0, (retryAt ?? 0) - this.#parts.clock.now())
    this.#parts.report([retryAt === null ? downloadServerReached({}) : downloadServerLost({ retryInMs })])
  }
}
