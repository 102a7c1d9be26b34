/**
 * One tab downloads, the others show what it does and can command it. The Web Lock `downloads <player>` makes the
 * owner: who holds it runs the jobs, and the browser passes it on when that tab is closed or dies. From one that answers
 * nobody, as a tab that the system suspended, it is taken (H-520). Tabs speak over a BroadcastChannel of the same name.
 *
 *   follower ── hello, ping, wish, needs ──▶ owner   a wish is sent again to a new owner until it was acknowledged
 *   whoever a person chose it in ── folder ──▶ all others
 *   follower ◀── lead, ack, jobs, progress, notice, server ── owner
 */
import * as z from 'zod/mini'
import { type AppDraft, type AppEvent, definitionOf } from '#core/events/index.ts'
import { type Clock, steady } from '../../../api/transport/clock.ts'
import type { FolderHandle } from '../sinks/folder/folderPorts.ts'
import { Following } from './following.ts'
import { Leading } from './leading.ts'
import { Message } from './messages.ts'
import { Needs } from './needs.ts'
import { OwnerWatch } from './ownerWatch.ts'
import type { TabLock, TabPorts, TabsParts } from './tabPorts.ts'

/** An owner that goes within this time after a tab began was the same tab before its reload, ms. */
const RELOAD_MS = 3000
/** Until a new owner may have heard what others need, ms. */
const HEARD_MS = 1000

/** One tab's part, from a player's sign-in to the end of the session. */
export class Tabs {
  readonly #parts: TabsParts
  readonly #channel: ReturnType<TabPorts['channel']>
  readonly #lock: TabLock
  readonly #watch: OwnerWatch
  readonly #needs: Needs
  readonly #following: Following
  readonly #leading: Leading
  #owner = false
  #ended = false

  constructor(player: string, parts: TabsParts) {
    this.#parts = parts
    const { clock, ports } = parts
    const time: Clock = steady(clock)
    const began = time.now()
    // What the lock and the channel are called.
    const of = `downloads ${player}`
    const isOwner = () => this.#owner
    const post = (message: Message) => this.#post(message)
    this.#needs = new Needs({
      clock,
      steady: time,
      name: ports.mint(),
      isOwner,
      isFollower: () => !this.#owner && !this.#ended,
      post,
      changed: () => parts.needed?.(),
    })
    this.#following = new Following({ ...parts, post, isFresh: () => time.now() - began < RELOAD_MS })
    this.#leading = new Leading({ ...parts, isOwner, post, isAwaited: () => ports.isAwaited(of) })
    this.#channel = ports.channel(of, (message) => this.#hear(message))
    this.#watch = new OwnerWatch({
      ...{ clock, steady: time },
      waits: () => !this.#owner && !this.#ended && this.#following.waits,
      ask: (kind) => post({ kind }),
      silent: () => this.#lock.steal(),
    })
    const robbed = () => {
      this.end()
      parts.robbed?.()
    }
    this.#lock = ports.lock(of, () => this.#lead(), robbed)
    if (!this.#owner) post({ kind: 'hello' })
    this.#watch.look()
  }

  get isOwner(): boolean {
    return this.#owner
  }

  /** Owner: another tab needs connections for its music or its lists. */
  get isNeeded(): boolean {
    return this.#needs.isNeeded
  }

  /** This tab needs connections, or does not any more: whoever owns the downloads hears of it. */
  needs(is: boolean): void {
    this.#needs.set(is)
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
    this.#following.wish(draft)
    this.#watch.look()
  }

  /** Jobs changed: the others are told soon. */
  changed(): void {
    if (this.#owner) this.#leading.changed()
  }

  progress(counts: readonly { id: string; bytes: number }[]): void {
    if (this.#owner) this.#leading.progress(counts)
  }

  /** Something happened to downloads: where a notice alone tells of it, the others show it as well. */
  noticed(draft: AppDraft): void {
    if (this.#owner) this.#leading.noticed(draft)
  }

  /** The server went away and is asked again in so many ms; null: it is back. */
  server(retryInMs: number | null): void {
    if (this.#owner) this.#leading.server(retryInMs)
  }

  /** A folder was picked here: whoever puts files there has to hear of it. @param unkept that one, where the storage did not take it */
  folderChosen(unkept?: FolderHandle | null): void {
    this.#post(unkept === undefined ? { kind: 'folder' } : { kind: 'folder', unkept })
  }

  end(): void {
    this.needs(false)
    this.#ended = true
    this.#owner = false
    this.#leading.stop()
    this.#needs.stop()
    this.#watch.stop()
    this.#channel.close()
    this.#lock.release()
  }

  #lead(): void {
    if (this.#ended) return
    this.#owner = true
    this.#watch.stop()
    const { cut, undone } = this.#following.end()
    this.#parts.lead(cut)
    if (undone.length > 0) this.#parts.report(undone)
    this.#post({ kind: 'lead' })
    this.#needs.hold('', HEARD_MS)
  }

  #hear(input: unknown): void {
    const parsed = z.safeParse(Message, input)
    if (!parsed.success || this.#ended) return
    const message = parsed.data
    if (message.kind === 'folder') this.#parts.folderChosen?.(message.unkept)
    else if (this.#owner) this.#asked(message)
    else this.#told(message)
  }

  /** The owner hears of a follower. */
  #asked(message: Message): void {
    if (message.kind === 'hello') {
      this.#leading.greet()
      this.#parts.joined?.()
    } else if (message.kind === 'ping') this.#leading.pinged()
    else if (message.kind === 'wish') this.#leading.wished(message.id, message.draft)
    else if (message.kind === 'needs') this.#needs.heard(message.tab, message.is)
  }

  /** A follower hears of the owner. */
  #told(message: Message): void {
    // What another follower says.
    if (/^(hello|ping|wish|needs)$/.test(message.kind)) return
    this.#watch.heard()
    if (message.kind !== 'lead') {
      this.#following.hear(message)
      return this.#watch.look()
    }
    this.#post({ kind: 'hello' })
    this.#needs.sayAgain()
    this.#following.askAgain()
  }

  #post(message: Message): void {
    this.#channel.post(message)
  }
}
