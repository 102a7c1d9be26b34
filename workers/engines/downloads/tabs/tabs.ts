/**
 * One tab downloads, the others show what it does and can command it. The Web Lock `downloads <player>` makes the
 * owner: who holds it runs the jobs, and the browser passes it on when that tab is closed or dies. Tabs speak over
 * a BroadcastChannel of the same name.
 *
 *   follower ── hello, wish, needs ──▶ owner   a wish is sent again to a new owner until it was acknowledged
 *   whoever a person chose it in ── folder ──▶ all others
 *   follower ◀── lead, ack, jobs, progress, server ── owner
 */
import * as z from 'zod/mini'
import {
  downloadMirrored,
  downloadProgressed,
  downloadServerLost,
  downloadServerReached,
} from '#core/events/downloads.ts'
import { type AppDraft, type AppEvent, definitionOf, parseDraft } from '#core/events/index.ts'
import type { DownloadJob } from '#core/model/downloads/download.ts'
import { type Clock, steady, type Timer } from '../../../api/transport/clock.ts'
import type { FolderHandle } from '../sinks/folder/folderPorts.ts'
import { SLICE } from '../slices.ts'
import { Message } from './messages.ts'
import type { TabPorts, TabsParts } from './tabPorts.ts'

/** Changes within this time travel together, ms. */
const TOGETHER_MS = 50
/** An owner that goes within this time after a tab began was the same tab before its reload, ms. */
const RELOAD_MS = 3000
/** A tab that needs connections says so again in this time, and after twice of it is thought gone, ms. */
const NEEDS_MS = 15_000
/** Until a new owner may have heard what others need, ms. */
const HEARD_MS = 1000
/** For so long an owner believes that somebody listens before it looks, ms. */
const LISTENS_MS = 60_000
/** How many wishes an owner remembers, so that one that is sent again is not granted twice. */
const REMEMBERED = 1000

/** One tab's part, from a player's sign-in to the end of the session. */
export class Tabs {
  readonly #parts: TabsParts
  /** What the lock and the channel are called. */
  readonly #of: string
  readonly #channel: ReturnType<TabPorts['channel']>
  readonly #release: () => void
  /** For how long something lasts. */
  readonly #steady: Clock
  readonly #began: number
  #owner = false
  #ended = false
  /** Owner: somebody listens, and has been heard since it was looked for. */
  #heard = false
  #isNew = false
  #lookTimer: Timer | null = null
  /** Owner: what the others were told last. */
  #told = new Map<string, Readonly<DownloadJob>>()
  #order: readonly string[] = []
  /** Owner: when the server is asked again; follower: as it was told. Null: it answers. */
  #retryAt: number | null = null
  /** Owner: somebody new listens, who has to hear the order. */
  #isAsked = false
  #timer: Timer | null = null
  readonly #granted = new Set<string>()
  /** Owner: until when each tab needs connections, ms of the clock. */
  readonly #needing = new Map<string, number>()
  readonly #name: string
  /** This tab needs connections. */
  #needs = false
  #needsTimer: Timer | null = null
  /** Follower: wishes that were not acknowledged, and jobs that came from the owner. */
  readonly #pending = new Map<string, AppDraft>()
  readonly #mirrored = new Set<string>()

  constructor(player: string, parts: TabsParts) {
    this.#parts = parts
    this.#steady = steady(parts.clock)
    this.#began = this.#steady.now()
    this.#name = parts.ports.mint()
    this.#of = `downloads ${player}`
    this.#channel = parts.ports.channel(this.#of, (message) => this.#hear(message))
    this.#release = parts.ports.lock(this.#of, () => this.#lead())
    if (!this.#owner) this.#post({ kind: 'hello' })
  }

  get isOwner(): boolean {
    return this.#owner
  }

  /** Owner: another tab needs connections for its music or its lists. */
  get isNeeded(): boolean {
    const now = this.#steady.now()
    for (const [tab, until] of this.#needing) if (until <= now) this.#needing.delete(tab)
    return this.#needing.size > 0
  }

  /** This tab needs connections, or does not any more: whoever owns the downloads hears of it. */
  needs(is: boolean): void {
    if (this.#needs === is) return
    this.#needs = is
    this.#sayNeeds()
  }

  #sayNeeds(): void {
    if (this.#needsTimer !== null) this.#parts.clock.clearTimer(this.#needsTimer)
    this.#needsTimer = null
    if (this.#owner || this.#ended) return
    this.#post({ kind: 'needs', tab: this.#name, is: this.#needs })
    if (this.#needs) this.#needsTimer = this.#parts.clock.setTimer(() => this.#sayNeeds(), NEEDS_MS)
  }

  #needed(tab: string, is: boolean): void {
    // It may go without a word.
    if (is) this.#neededFor(tab, 2 * NEEDS_MS)
    else this.#needing.delete(tab)
    this.#parts.needed?.()
  }

  #neededFor(tab: string, ms: number): void {
    const { clock, needed } = this.#parts
    this.#needing.set(tab, this.#steady.now() + ms)
    clock.setTimer(() => this.#owner && needed?.(), ms)
  }

  /** An event of this tab's log. What a person wished of a follower is the owner's to do. */
  seen(event: AppEvent): void {
    if (!event.type.startsWith('download.')) return
    if (this.#owner) return this.changed()
    if (event.source === 'tab' || definitionOf(event).kind !== 'wish') return
    this.wish({ type: event.type, v: event.v, payload: event.payload } as AppDraft)
  }

  /** A follower asks the owner for it, until that has heard. */
  wish(draft: AppDraft): void {
    const id = this.#parts.ports.mint()
    this.#pending.set(id, draft)
    this.#post({ kind: 'wish', id, draft })
  }

  /** Jobs changed: the others are told soon. */
  changed(): void {
    if (!this.#owner || !this.#heard) return
    this.#timer ??= this.#parts.clock.setTimer(() => this.#tell(), TOGETHER_MS)
  }

  progress(counts: readonly { id: string; bytes: number }[]): void {
    if (this.#owner && this.#heard) this.#post({ kind: 'progress', counts: [...counts] })
  }

  /** The server went away and is asked again in so many ms; null: it is back. */
  server(retryInMs: number | null): void {
    if (!this.#owner) return
    this.#retryAt = retryInMs === null ? null : this.#parts.clock.now() + retryInMs
    if (this.#heard) this.#post({ kind: 'server', retryAt: this.#retryAt })
  }

  /** A folder was picked here: whoever puts files there has to hear of it. @param unkept that one, where the storage did not take it */
  folderChosen(unkept?: FolderHandle | null): void {
    this.#post(unkept === undefined ? { kind: 'folder' } : { kind: 'folder', unkept })
  }

  end(): void {
    this.needs(false)
    this.#ended = true
    this.#owner = false
    for (const timer of [this.#timer, this.#needsTimer, this.#lookTimer])
      if (timer !== null) this.#parts.clock.clearTimer(timer)
    this.#channel.close()
    this.#release()
  }

  #lead(): void {
    if (this.#ended) return
    this.#owner = true
    const undone = this.#undone()
    this.#pending.clear()
    // It finds out for itself whether the server answers.
    this.#standing(null)
    const reloaded = this.#steady.now() - this.#began < RELOAD_MS
    this.#parts.lead(reloaded ? [...this.#mirrored] : [])
    if (undone.length > 0) this.#parts.report(undone)
    this.#post({ kind: 'lead' })
    this.#neededFor('', HEARD_MS)
  }

  /** Downloads that no owner took over, of an older build perhaps, and whose rows went with its order of all: they are this tab's to do. */
  #undone(): AppDraft[] {
    if (this.#pending.size === 0) return []
    const there = new Set(this.#parts.jobs().map(({ downloadID }) => downloadID))
    return [...this.#pending.values()].flatMap((draft) => {
      if (draft.type !== 'download.requested') return []
      const requests = draft.payload.requests.filter(({ downloadID }) => !there.has(downloadID))
      return requests.length > 0 ? { ...draft, payload: { requests } } : []
    })
  }

  #hear(input: unknown): void {
    const parsed = z.safeParse(Message, input)
    if (!parsed.success || this.#ended) return
    const message = parsed.data
    if (message.kind === 'folder') this.#parts.folderChosen?.(message.unkept)
    else if (this.#owner) this.#asked(message)
    else this.#follow(message)
  }

  #asked(message: Message): void {
    if (message.kind === 'hello') {
      this.#listens()
      this.#told.clear()
      this.#isAsked = true
      this.#tell()
      this.#post({ kind: 'server', retryAt: this.#retryAt })
    } else if (message.kind === 'wish') {
      this.#listens()
      this.#grant(message.id, message.draft)
    } else if (message.kind === 'needs') this.#needed(message.tab, message.is)
  }

  #listens(): void {
    this.#heard = true
    this.#isNew = true
    this.#lookTimer ??= this.#parts.clock.setTimer(() => void this.#look(), LISTENS_MS)
  }

  /** A tab goes without a word. Nobody is told anything once nobody is there, until somebody says hello. */
  async #look(): Promise<void> {
    this.#isNew = false
    const is = await this.#parts.ports.isAwaited(this.#of)
    this.#lookTimer = null
    if (!this.#owner) return
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
    this.#post({ kind: 'ack', id })
    if (this.#granted.has(id)) return
    this.#granted.add(id)
    if (this.#granted.size > REMEMBERED)
      for (const oldest of [...this.#granted].slice(0, 1)) this.#granted.delete(oldest)
    if (draft.type.startsWith('download.') && definitionOf(draft).kind === 'wish') this.#parts.report([draft])
  }

  #follow(message: Message): void {
    switch (message.kind) {
      case 'lead':
        this.#post({ kind: 'hello' })
        if (this.#needs) this.#sayNeeds()
        for (const [id, draft] of this.#pending) this.#post({ kind: 'wish', id, draft })
        return
      case 'ack':
        if (this.#pending.has(message.id)) this.#parts.granted?.(this.#pending.get(message.id) as AppDraft)
        this.#pending.delete(message.id)
        return
      case 'jobs':
        if (this.#steady.now() - this.#began < RELOAD_MS)
          for (const { downloadID } of message.jobs) this.#mirrored.add(downloadID)
        return this.#parts.report([
          downloadMirrored({
            jobs: message.jobs,
            order: message.order,
            ...(message.joins === undefined ? {} : { joins: message.joins }),
          }),
        ])
      case 'progress':
        return this.#parts.report(
          message.counts.map(({ id, bytes }) => downloadProgressed({ downloadID: id, receivedBytes: bytes })),
        )
      case 'server':
        return this.#standing(message.retryAt)
    }
  }

  /** What a follower shows of the server. Nothing is said that is known. */
  #standing(retryAt: number | null): void {
    if (retryAt === this.#retryAt) return
    this.#retryAt = retryAt
    const retryInMs = Math.max(0, (retryAt ?? 0) - this.#parts.clock.now())
    this.#parts.report([retryAt === null ? downloadServerReached({}) : downloadServerLost({ retryInMs })])
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
      this.#post({ kind: 'jobs', jobs: told, order: null, joins: true })
      this.#timer = this.#parts.clock.setTimer(() => this.#tell(), 0)
      return
    }
    this.#told = new Map(jobs.map((job) => [job.downloadID, job]))
    const order = jobs.map((job) => job.downloadID)
    const isMoved =
      this.#isAsked || order.length !== this.#order.length || order.some((id, place) => this.#order[place] !== id)
    this.#isAsked = false
    this.#order = order
    if (told.length > 0 || isMoved) this.#post({ kind: 'jobs', jobs: told, order: isMoved ? order : null })
  }

  #post(message: Message): void {
    this.#channel.post(message)
  }
}
