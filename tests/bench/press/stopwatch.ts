/**
 * Runs inside the page: when a press happened, when everything it should change had changed, and when a frame that shows
 * it was done. What should change is said by `watched.ts`.
 */
export interface Press {
  /** All in ms from the event's own time stamp; -1 when it was not seen. When the last of the changes was there. */
  readonly mutated: number
  /** The first task after the frame that shows all of them. */
  readonly painted: number
  /** The event's time stamp, in ms of the page's clock; -1 when no event came. */
  readonly at: number
  /** Of a press that was lost: what should have changed, before it and when it was given up. */
  readonly lost?: { readonly before: readonly string[]; readonly still: readonly string[] }
}

declare global {
  interface Window {
    stopwatch: {
      /** Watches for the next press. @param name of what is watched @param types of the events that begin it */
      arm(name: string, types: readonly string[]): void
      /** What came of it, once it is painted or has taken too long. @param lostMs when it counts as lost */
      done(lostMs: number): Promise<Press>
    }
  }
}

/** Self-contained: Playwright sends its text into the page. */
export function stopwatch(): void {
  let watch = ''
  let types: readonly string[] = []
  let before: readonly string[] = []
  let at = -1
  let mutated = -1
  let painted = -1
  let finished: () => void = () => {}

  /** Only when every part differs from what it was is the change there. */
  const look = () => {
    if (at < 0 || mutated >= 0) return
    const now = window.shouldChange[watch]?.() ?? []
    if (now.some((part, i) => part === before[i])) return
    mutated = performance.now() - at
  }
  const observer = new MutationObserver(look)
  const channel = new MessageChannel()
  // The task after each frame since the press, for as long as its change is not on the screen.
  const nextFrame = () =>
    requestAnimationFrame(() => {
      look()
      channel.port2.postMessage(null)
    })
  channel.port1.onmessage = () => {
    if (watch === '') return
    const shown = mutated >= 0
    look()
    if (!shown) return nextFrame()
    painted = performance.now() - at
    performance.measure(`press ${watch}`, { start: at, duration: painted })
    finished()
  }
  const pressed = (event: Event) => {
    if (watch === '' || at >= 0 || !types.includes(event.type)) return
    at = event.timeStamp
    nextFrame()
  }
  for (const type of ['pointerup', 'keydown']) addEventListener(type, pressed, { capture: true })

  window.stopwatch = {
    arm(name, begins) {
      watch = name
      types = begins
      at = mutated = painted = -1
      before = window.shouldChange[name]?.() ?? []
      observer.observe(document, { attributes: true, childList: true, subtree: true, characterData: true })
    },
    async done(lostMs) {
      await new Promise<void>((resolve) => {
        finished = resolve
        if (painted >= 0) resolve()
        setTimeout(resolve, lostMs)
      })
      observer.disconnect()
      const still = window.shouldChange[watch]?.() ?? []
      watch = ''
      return painted >= 0 ? { mutated, painted, at } : { mutated: -1, painted: -1, at, lost: { before, still } }
    },
  }
}
