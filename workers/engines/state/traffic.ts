/** Counts what passes the ports to other threads, either way, while somebody looks. */
export class Traffic {
  readonly #counts = new Map<string, number>()
  readonly #ends: (() => void)[] = []

  /** @param name of the worker at its other end; the page's own port is that of the state worker */
  watch(name: string, port: MessagePort): void {
    const count = () => void this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
    const { postMessage } = port
    port.postMessage = (...given: unknown[]) => {
      count()
      postMessage.apply(port, given as Parameters<typeof postMessage>)
    }
    port.addEventListener('message', count)
    this.#ends.push(() => {
      port.postMessage = postMessage
      port.removeEventListener('message', count)
    })
  }

  /** So many messages since this was called last, by worker. */
  take(): Readonly<Record<string, number>> {
    const taken = Object.fromEntries(this.#counts)
    this.#counts.clear()
    return taken
  }

  end(): void {
    for (const end of this.#ends.splice(0)) end()
  }
}
