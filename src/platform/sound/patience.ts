/** How long a song may stand still while its bytes do not come, in ms; a stall is to be noticed within 25 s (D-128). */
const STALL_MS = 15_000
/** HTMLMediaElement.readyState: there is no more than the sample at the playhead. */
export const HAVE_CURRENT_DATA = 2
/** Shorter waits are not shown: a ring that flashes up tells nobody anything. */
const SHOW_MS = 300

export interface Patience {
  /** The element was told to sound, or ran out of bytes. */
  begin(element: HTMLAudioElement): void
  /** It sounds, or is not meant to. */
  end(): void
}

/** Waits for an element that has run dry; `over` is called once when it took too long. */
export function createPatience(parts: { onWaiting: (waiting: boolean) => void; over: () => void }): Patience {
  let timers: ReturnType<typeof setTimeout>[] = []
  const end = () => {
    if (timers.length === 0) return
    for (const timer of timers) clearTimeout(timer)
    timers = []
    parts.onWaiting(false)
  }
  return {
    begin(element) {
      if (timers.length > 0 || element.readyState > HAVE_CURRENT_DATA) return
      const over = () => {
        end()
        parts.over()
      }
      timers = [setTimeout(() => parts.onWaiting(true), SHOW_MS), setTimeout(over, STALL_MS)]
    },
    end,
  }
}
