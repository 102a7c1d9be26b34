/** Runs inside the page: when a press happened, when its control changed, and when that was painted. */
export interface Press {
  /** Time zero is the event's own time stamp. -1 when nothing changed. */
  readonly mutated: number
  readonly painted: number
}

declare global {
  interface Window {
    stopwatch: {
      /** Watches one control until its next change. */
      arm(control: Element): void
      /** What came of the press that was armed for. */
      read(): Press
    }
  }
}

/** Self-contained: Playwright sends its text into the page. */
export function stopwatch(): void {
  let zero = 0
  let mutated = -1
  let painted = -1
  let observer: MutationObserver | null = null
  for (const type of ['pointerup', 'keydown'])
    addEventListener(
      type,
      (event) => {
        zero = event.timeStamp
      },
      { capture: true },
    )
  const channel = new MessageChannel()
  channel.port1.onmessage = () => {
    painted = performance.now() - zero
  }
  window.stopwatch = {
    arm(control) {
      observer?.disconnect()
      mutated = painted = -1
      observer = new MutationObserver(() => {
        observer?.disconnect()
        mutated = performance.now() - zero
        // The next frame, and the first task after it.
        requestAnimationFrame(() => channel.port2.postMessage(null))
      })
      observer.observe(control, { attributes: true, childList: true, subtree: true, characterData: true })
    },
    read: () => ({ mutated, painted }),
  }
}
