/** Work of which a few pieces are done at once, players in turns: who wants two hundred takes turns with who wants one. */
import type { Asker } from '../contract.ts'

/** What waits for its turn. */
export interface InLine {
  by: string | null
  turn: number
}

/**
 * The turn of what comes new: behind the player's own, and no later than what is next for all others.
 * @param by the player; null goes first
 * @param now the turn of what was begun last: who comes new begins there, and not before all others
 */
export function turnOf(by: string | null, line: readonly InLine[], now: number): number {
  if (by === null) return 0
  const own = line.filter((one) => one.by === by).map(({ turn }) => turn + 1)
  return Math.max(now, ...own)
}

export interface Turns {
  /**
   * Does the work when its turn comes.
   * @param asker who wants it; who leaves before it is begun is taken out of the line
   * @throws the reason of the signal, and whatever the work throws
   */
  take<T>(asker: Asker, work: () => Promise<T>): Promise<T>
}

interface Waiting extends InLine {
  begin(): void
}

/** @param most pieces done at once */
export function createTurns(most: number): Turns {
  /** In the order they came. */
  let line: Waiting[] = []
  let running = 0
  /** The turn of what was begun last. */
  let now = 0

  function advance(): void {
    while (running < most) {
      const next = line.reduce<Waiting | null>((best, one) => (best && best.turn <= one.turn ? best : one), null)
      if (!next) return
      line = line.filter((one) => one !== next)
      running += 1
      now = Math.max(now, next.turn)
      next.begin()
    }
  }

  function wait({ by, signal }: Asker): Promise<void> {
    return new Promise((done, fail) => {
      const leave = () => {
        line = line.filter((one) => one !== entry)
        fail(signal?.reason)
      }
      const entry: Waiting = {
        by,
        turn: turnOf(by, line, now),
        begin: () => {
          signal?.removeEventListener('abort', leave)
          done()
        },
      }
      line.push(entry)
      signal?.addEventListener('abort', leave, { once: true })
      advance()
    })
  }

  return {
    async take(asker, work) {
      asker.signal?.throwIfAborted()
      await wait(asker)
      try {
        return await work()
      } finally {
        running -= 1
        advance()
      }
    },
  }
}
