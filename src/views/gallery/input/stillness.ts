/**
 * Nothing moves under a pressed pointer or an open menu: what would move the rows waits until they are free. Else the
 * press that began on one release would act on the one that has come there.
 */
export class Stillness {
  readonly #isHeld: () => boolean
  readonly #waiting = new Set<() => void>()

  /** @param isHeld whether the rows may not move now */
  constructor(isHeld: () => boolean) {
    this.#isHeld = isHeld
  }

  /** Calls it now or once the rows are free, once however often it was asked for; it reads what holds by then. */
  whenFree(call: () => void): void {
    if (this.#isHeld()) this.#waiting.add(call)
    else call()
  }

  /** Something that held the rows has ended. */
  freed(): void {
    if (this.#isHeld()) return
    const calls = [...this.#waiting]
    this.#waiting.clear()
    for (const call of calls) call()
  }

  /** What waits is not done any more. */
  stop(): void {
    this.#waiting.clear()
  }
}
