// Secrets of this session by handle. A handle says nothing about what it stands for and may stand in state and events.
export class Vault {
  readonly #held = new Map<string, string>()
  readonly #mint: () => string

  constructor(mint: () => string) {
    this.#mint = mint
  }

  keep(secret: string): string {
    const handle = `secret:${this.#mint()}`
    this.#held.set(handle, secret)
    return handle
  }

  reveal(handle: string): string | null {
    return this.#held.get(handle) ?? null
  }

  /** Reveals for the last time. */
  take(handle: string): string | null {
    const secret = this.reveal(handle)
    this.#held.delete(handle)
    return secret
  }

  clear(): void {
    this.#held.clear()
  }
}
