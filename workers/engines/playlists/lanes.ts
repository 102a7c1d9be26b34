/**
 * One lane per playlist: what is done with it is done in the order it was wished for, one after the other, so that
 * the server's order and ours agree whatever the network does. Lanes of different playlists do not wait for each other.
 */
export interface Lanes {
  /** Runs when everything before it in this lane is over. What it throws is an error nobody caught. */
  enter(lane: string, run: (signal: AbortSignal) => Promise<void>): void
  /** Whether nothing waits behind what runs in a lane. */
  isLast(lane: string): boolean
  /** Stops what runs and forgets what waits. */
  clear(): void
}

export function createLanes(): Lanes {
  const waiting = new Map<string, ((signal: AbortSignal) => Promise<void>)[]>()
  let abort = new AbortController()

  async function drive(lane: string, line: ((signal: AbortSignal) => Promise<void>)[]): Promise<void> {
    const { signal } = abort
    for (let run = line[0]; run && !signal.aborted; run = line[0]) {
      await run(signal)
      line.shift()
    }
    if (waiting.get(lane) === line) waiting.delete(lane)
  }

  return {
    enter(lane, run) {
      const line = waiting.get(lane)
      if (line) return void line.push(run)
      const begun = [run]
      waiting.set(lane, begun)
      void drive(lane, begun)
    },
    isLast: (lane) => (waiting.get(lane)?.length ?? 0) <= 1,
    clear() {
      abort.abort()
      abort = new AbortController()
      waiting.clear()
    },
  }
}
