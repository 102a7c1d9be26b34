/**
 * Where a file lies, for as long as it may be used: addresses hold media tokens, so they lie in the session
 * worker's vault under a handle and are revealed for one request at a time (D-152).
 */
import type { TokenBroker } from '#core/contracts/session.ts'
import { REQUEST_TIMEOUT_MS } from '#core/model/constants.ts'
import type { SecretHandle } from '#core/model/people/secrets.ts'
import type { Clock } from '../../../api/transport/clock.ts'
import { within } from '../trouble/waiting.ts'

/** A media token older than this is fetched anew before it is used (D-126). */
const DOWNLOAD_TOKEN_STALE_S = 60

/** The part of the session worker's broker that the engine needs. */
export type Vault = Pick<TokenBroker, 'keepSecret' | 'reveal'>

interface Kept {
  readonly handle: SecretHandle<'media'>
  /** When the token was fetched, ms since 1970. */
  readonly at: number
}

export class Addresses {
  readonly #kept = new Map<string, Kept>()
  /** Those that are asked for before their jobs begin. Never reject. */
  readonly #ahead = new Map<string, Promise<unknown>>()
  /** When each was asked for ahead last, ms since 1970. */
  readonly #triedAt = new Map<string, number>()

  constructor(
    readonly vault: Vault,
    readonly clock: Clock,
  ) {}

  /** Puts a new address of a job into the vault and answers its handle. */
  async keep(id: string, address: string, signal: AbortSignal): Promise<string> {
    const at = this.clock.now()
    const handle = await within(this.clock, REQUEST_TIMEOUT_MS, this.vault.keepSecret('media', address), signal)
    this.#kept.delete(id)
    this.#kept.set(id, { handle, at })
    this.#dropStale()
    return handle
  }

  /** The job's address, or null when there is none that is younger than DOWNLOAD_TOKEN_STALE_S. */
  async fresh(id: string, signal: AbortSignal): Promise<string | null> {
    const kept = this.#kept.get(id)
    if (!this.#isFresh(kept)) return null
    return within(this.clock, REQUEST_TIMEOUT_MS, this.vault.reveal('media', kept.handle), signal)
  }

  /** Whether one is there, or was asked for ahead a moment ago: it is on its way, or was not to be had. */
  wasTried(id: string): boolean {
    const triedAt = this.#triedAt.get(id) ?? Number.NEGATIVE_INFINITY
    return this.#isFresh(this.#kept.get(id)) || this.clock.now() - triedAt <= DOWNLOAD_TOKEN_STALE_S * 1000
  }

  /** One is on its way although nobody waits for it. @param coming keeps it when it is there; may reject */
  ahead(id: string, coming: Promise<unknown>): void {
    this.#triedAt.delete(id)
    this.#triedAt.set(id, this.clock.now())
    const settled = coming
      .catch(() => {})
      .finally(() => {
        if (this.#ahead.get(id) === settled) this.#ahead.delete(id)
      })
    this.#ahead.set(id, settled)
  }

  /** Settles when the one that is asked for ahead is there, or is not to be had. Never rejects. */
  async underWay(id: string): Promise<void> {
    await this.#ahead.get(id)
  }

  forget(id: string): void {
    this.#kept.delete(id)
    this.#triedAt.delete(id)
  }

  /** What is too old to be used is of no more use, whatever became of its job. The oldest stand first. */
  #dropStale(): void {
    const isOld = (at: number) => this.clock.now() - at > DOWNLOAD_TOKEN_STALE_S * 1000
    for (const [id, { at }] of this.#kept) {
      if (!isOld(at)) break
      this.#kept.delete(id)
    }
    for (const [id, at] of this.#triedAt) {
      if (!isOld(at)) break
      this.#triedAt.delete(id)
    }
  }

  /** Of how many jobs something is kept. */
  get size(): number {
    return this.#kept.size + this.#triedAt.size
  }

  #isFresh(kept: Kept | undefined): kept is Kept {
    return kept !== undefined && this.clock.now() - kept.at <= DOWNLOAD_TOKEN_STALE_S * 1000
  }
}
