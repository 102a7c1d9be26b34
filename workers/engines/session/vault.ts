/**
 * Secrets of this session by handle, each for one purpose. A handle says nothing about what it stands for and may
 * stand in state and events. The purpose is remembered here and compared at every reading: the type of a handle ends
 * at the port between two threads, and its text can be made by anybody.
 */
import { SECRET_PURPOSES, type SecretHandle, type SecretPurpose } from '#core/model/people/secrets.ts'
import { Passed } from './passed.ts'

interface Held {
  readonly purpose: SecretPurpose
  readonly secret: string
}

/**
 * So many addresses of media are held, those that were kept or read last: a song that plays and a file that loads take
 * one each, and a thousand downloads a thousand. Whoever finds one gone has another made.
 */
export const MEDIA_HELD = 300

export class Vault {
  readonly #held = new Map<string, Held>()
  /** Handles of media, the one that was needed last at the end. */
  readonly #media = new Set<string>()
  readonly #mint: () => string
  readonly #passed = new Passed()
  #signInKey: string | null = null

  constructor(mint: () => string) {
    this.#mint = mint
  }

  /** @throws TypeError for a purpose there is not, or what is no text */
  keep<P extends SecretPurpose>(purpose: P, secret: string): SecretHandle<P> {
    if (!SECRET_PURPOSES.includes(purpose)) throw new TypeError('the vault keeps nothing for that purpose')
    if (typeof secret !== 'string') throw new TypeError('the vault keeps text')
    // Addresses of files are told by their shape.
    if (purpose !== 'media') this.#passed.remember(secret)
    const handle = `${purpose}:${this.#mint()}`
    this.#held.set(handle, { purpose, secret })
    if (purpose === 'media') this.#touchMedia(handle)
    return handle as SecretHandle<P>
  }

  /** The same for each sign-in with a password until one lets somebody in: what began and was lost is told again. */
  get signInKey(): string {
    this.#signInKey ??= this.#mint()
    return this.#signInKey
  }

  /** It let somebody in: the next one is another. */
  forgetSignInKey(): void {
    this.#signInKey = null
  }

  /** Null for what is gone, and for what was kept for another purpose. */
  reveal(purpose: SecretPurpose, handle: string): string | null {
    const held = this.#held.get(handle)
    if (held?.purpose !== purpose) return null
    if (purpose === 'media') this.#touchMedia(handle)
    return held.secret
  }

  /** It is the newest now; the oldest is too much. */
  #touchMedia(handle: string): void {
    this.#media.delete(handle)
    this.#media.add(handle)
    if (this.#media.size <= MEDIA_HELD) return
    for (const oldest of this.#media) {
      this.#media.delete(oldest)
      this.#held.delete(oldest)
      return
    }
  }

  /** Reveals for the last time. */
  take(purpose: SecretPurpose, handle: string): string | null {
    const secret = this.reveal(purpose, handle)
    if (secret !== null) this.#held.delete(handle)
    this.#media.delete(handle)
    return secret
  }

  /** Takes note of a secret that is kept elsewhere, as tokens and mailed links are. */
  passes(secret: string): void {
    this.#passed.remember(secret)
  }

  /** Texts of somebody else without any secret that ever was here. */
  cutFrom(texts: readonly string[]): readonly string[] {
    return texts.map((text) => this.#passed.cutFrom(text))
  }

  clear(): void {
    this.#held.clear()
    this.#media.clear()
  }
}
