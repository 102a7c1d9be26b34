/**
 * Secrets of this session by handle, each for one purpose. A handle says nothing about what it stands for and may
 * stand in state and events. The purpose is remembered here and compared at every reading: the type of a handle ends
 * at the port between two threads, and its text can be made by anybody.
 */
import { SECRET_PURPOSES, type SecretHandle, type SecretPurpose } from '#core/model/people/secrets.ts'

interface Held {
  readonly purpose: SecretPurpose
  readonly secret: string
}

export class Vault {
  readonly #held = new Map<string, Held>()
  readonly #mint: () => string

  constructor(mint: () => string) {
    this.#mint = mint
  }

  /** @throws TypeError for a purpose there is not, or what is no text */
  keep<P extends SecretPurpose>(purpose: P, secret: string): SecretHandle<P> {
    if (!SECRET_PURPOSES.includes(purpose)) throw new TypeError('the vault keeps nothing for that purpose')
    if (typeof secret !== 'string') throw new TypeError('the vault keeps text')
    const handle = `${purpose}:${this.#mint()}`
    this.#held.set(handle, { purpose, secret })
    return handle as SecretHandle<P>
  }

  /** Null for what is gone, and for what was kept for another purpose. */
  reveal(purpose: SecretPurpose, handle: string): string | null {
    const held = this.#held.get(handle)
    return held?.purpose === purpose ? held.secret : null
  }

  /** Reveals for the last time. */
  take(purpose: SecretPurpose, handle: string): string | null {
    const secret = this.reveal(purpose, handle)
    if (secret !== null) this.#held.delete(handle)
    return secret
  }

  clear(): void {
    this.#held.clear()
  }
}
