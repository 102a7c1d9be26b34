/**
 * The tokens of a session: which pair is the newest, where it is kept, and what the other tabs hear of it. Ten tabs
 * answer in any order, so an older pair never replaces a newer one, whoever brings it. Nothing here ends a session.
 */
import type { StoreTokens } from '#core/contracts/session.ts'
import type { TokenPair } from '#core/model/people/account.ts'
import { ApiError } from '#workers/api/transport/apiError.ts'
import { isOlder, readToken } from './claims.ts'
import { type Clocks, type Lifetime, lifetimeOf, NO_TIME } from './lifetime.ts'
import type { PublicTabs } from './publicTabs.ts'
import type { TabMessage } from './tabs.ts'
import type { Vault } from './vault.ts'

export interface Tokens {
  /** Empty: it is not known, and the refresh token has to bring one. */
  readonly access: string
  readonly refresh: string
  /** Kept on this device. */
  readonly kept: boolean
  readonly life: Lifetime
}

export interface HeldTokensParts {
  /** Where the refresh token outlives the page; never used on a public computer (D-033). */
  readonly kept: {
    load(): Promise<string | null>
    save(token: string): Promise<void>
    /** @param only takes away none but this one */
    clear(only?: string): Promise<void>
  }
  readonly tabs: { tell(message: TabMessage): void }
  readonly publicTabs: PublicTabs
  /** Has the page hold the tokens, or none any more. */
  readonly store: StoreTokens
  readonly vault: Vault
  readonly clocks: Clocks
}

export class HeldTokens {
  readonly #parts: HeldTokensParts
  #tokens: Tokens | null = null
  /** So many refresh tokens in a row could not be stored; 0: the stored one is the one held. */
  #unsaved = 0
  /** The server said that they are over; until there is a good token again. */
  isRefused = false

  constructor(parts: HeldTokensParts) {
    this.#parts = parts
  }

  /** What is held now: asked anew by code that waited. */
  current(): Tokens | null {
    return this.#tokens
  }

  /** Takes tokens on, unless newer ones are known. @param isFresh they were handed out just now. @returns false when they cannot be read */
  adopt(access: string, refresh: string, isKept: boolean, isFresh: boolean): boolean {
    const { vault, publicTabs, store, clocks } = this.#parts
    const read = readToken(access)
    if (!read) return false
    const known = this.#tokens && readToken(this.#tokens.access)
    if (known?.claims.playerid === read.claims.playerid && isOlder(read, known)) return true
    vault.passes(access)
    vault.passes(refresh)
    this.#tokens = { access, refresh, kept: isKept, life: lifetimeOf(read, isFresh, clocks) }
    this.isRefused = false
    if (!isKept) publicTabs.hold()
    store(access, isKept ? null : refresh)
    return true
  }

  /** Only what renews a session is known. */
  holdRefresh(refresh: string, isKept: boolean): void {
    this.#tokens = { access: '', refresh, kept: isKept, life: NO_TIME }
  }

  /** What renews the session is not known: it lasts as long as its access token. @returns false when that cannot be read */
  adoptAlone(access: string): boolean {
    if (!this.adopt(access, '', true, false)) return false
    this.#unsaved = 2
    return true
  }

  /** What is stored is not what is held: no other tab finds it there. */
  get isUnsaved(): boolean {
    return this.#unsaved > 0
  }

  /** Puts new tokens where they belong and tells the other tabs. @throws ApiError when they cannot be read */
  async keep(pair: TokenPair, isKept: boolean): Promise<void> {
    const { kept } = this.#parts
    const access = pair['access-token']
    const refresh = pair['refresh-token']
    if (!this.adopt(access, refresh, isKept, true))
      throw new ApiError({ status: 200, code: 'MALFORMED', message: 'the access token cannot be read' })
    if (this.#tokens?.access !== access) return
    // A public computer keeps nothing, not even what an earlier visit left (D-033).
    const isDone = await isSettled(isKept ? kept.save(refresh) : kept.clear())
    this.#unsaved = isDone ? 0 : this.#unsaved + 1
    // The server takes the token before the last; one that is older ends the session for every tab.
    const isBehind = isKept && this.#unsaved > 1 && !(await isSettled(kept.clear()))
    if (isKept && this.#unsaved !== 1) this.#mark(isBehind)
    // Signed out in the meantime: the others were told so already.
    if (this.#tokens?.access === access) return this.tell()
    // Nor may what was written outlive the goodbye, unless it is not ours any more.
    const isLeft = isKept && this.#tokens === null && (await kept.load().catch(() => null)) === refresh
    if (isLeft && this.current() === null) await isSettled(kept.clear())
  }

  /** A device that was full may have room again. */
  async saveLate(): Promise<void> {
    const { kept } = this.#parts
    const late = this.#tokens
    if (this.#unsaved === 0 || !late?.kept || late.refresh === '' || !(await isSettled(kept.save(late.refresh)))) return
    // Signed out or renewed meanwhile: what is stored then is not for this tab to say.
    const now = this.current()
    if (now === late) {
      this.#unsaved = 0
      this.#mark(false)
    } else if (now === null) await isSettled(kept.clear())
  }

  /**
   * Has the page note whether what is stored may be sent; each time, for all tabs have one note. A store that refuses
   * everything takes no mark itself.
   */
  #mark(isBehind: boolean): void {
    if (this.#tokens?.kept) this.#parts.store(this.#tokens.access, null, isBehind)
  }

  /** The refresh token to ask with: another tab may have stored a newer one. @throws ApiError a refusal when there is none */
  async newestRefresh({ refresh, kept: isKept }: Tokens): Promise<string> {
    if (refresh === '') throw new ApiError({ status: 401, code: 'REFRESH_LOST', message: 'nothing renews the session' })
    if (!isKept || this.#unsaved > 0) return refresh
    return (await this.#parts.kept.load().catch(() => null)) ?? refresh
  }

  /** Takes on what another tab has. @returns whether these are the newest; null when they cannot be read */
  follow({ access, refresh, kept: isKept, unsaved = 0 }: Extract<TabMessage, { kind: 'tokens' }>): boolean | null {
    if (!this.adopt(access, refresh, isKept, true)) return null
    if (this.#tokens?.access !== access) return false
    this.#unsaved = unsaved
    return true
  }

  /** Tells the other tabs what is held. */
  tell(): void {
    if (!this.#tokens || this.#tokens.refresh === '') return
    const { access, refresh, kept } = this.#tokens
    const unsaved = this.#unsaved > 0 ? { unsaved: this.#unsaved } : {}
    this.#parts.tabs.tell({ kind: 'tokens', access, refresh, kept, ...unsaved })
  }

  /** Another tab asks whether its token is the newest. */
  tellNewer(access: string): void {
    const [theirs, mine] = [readToken(access), this.#tokens && readToken(this.#tokens.access)]
    if (theirs && mine && theirs.claims.playerid === mine.claims.playerid && isOlder(theirs, mine)) this.tell()
  }

  /** Nothing is held any more; what is stored stays. */
  clear(): void {
    this.#tokens = null
    this.#unsaved = 0
    this.isRefused = false
  }
}

/** Whether it was done; a store that refuses keeps nobody waiting. */
function isSettled(done: Promise<void>): Promise<boolean> {
  return done.then(
    () => true,
    () => false,
  )
}
