/**
 * One lane per playlist: what is done with it is done in the order it was wished for, one after the other, so that
 * the server's order and ours agree whatever the network does. Lanes of different playlists do not wait for each other.
 */
export interface Lanes {
  /** Runs when everything before it in this lane is over. What it throws is an error nobody caught. */
  enter(lane: string, run: (signal: AbortSignal) => Promise<void>): void
  /** As `enter`, for what nobody waits for: it ends, or is left out, where anything else enters the lane. */
  follow(lane: string, run: (signal: AbortSignal) => Promise<void>): void
  /** Stops what runs and forgets what waits. */
  clear(): void
}

interface Entry {
  readonly run: (signal: AbortSignal) => Promise<void>
  /** Ends this one alone; null: only `clear` ends it. */
  readonly own: AbortController | null
}

export function createLanes(): Lanes {
  const waiting = new Map<string, Entry[]>()
  let abort = new AbortController()

  async function drive(lane: string, line: Entry[]): Promise<void> {
    const { signal } = abort
    for (let entry = line[0]; entry && !signal.aborted; entry = line[0]) {
      if (!entry.own?.signal.aborted) await entry.run(entry.own?.signal ?? signal)
      line.shift()
    }
    if (waiting.get(lane) === line) waiting.delete(lane)
  }

  function push(lane: string, entry: Entry): void {
    const line = waiting.get(lane)
    if (line) return void line.push(entry)
    const begun = [entry]
    waiting.set(lane, begun)
    void drive(lane, begun)
  }

  return {
    enter(lane, run) {
      for (const { own } of waiting.get(lane) ?? []) own?.abort()
      push(lane, { run, own: null })
    },
    follow(lane, run) {
      // What waits behind what runs says the same, or asks for it at its end.
      if ((waiting.get(lane)?.length ?? 0) <= 1) push(lane, { run, own: new AbortController() })
    },
    clear() {
      abort.abort()
      for (const line of waiting.values()) for (const { own } of line) own?.abort()
      abort = new AbortController()
      waiting.clear()
    },
  }
}
