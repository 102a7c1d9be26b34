// A storage that is full, and what of it may go.
import { Trouble, troubleOfCall } from './trouble.ts'

/** So often room is made for what shall fit. */
const TRIES = 5

export interface Room {
  /**
   * Removes files that were saved and are no longer needed.
   * @returns after how many ms another try has more room; null: none of what is there may go
   */
  make(): Promise<number | null>
}

/**
 * A full storage is worth another try where something of it may go.
 * @param startOver with the trouble nothing is left of the bytes
 */
export async function withRoom(room: Room, trouble: Trouble, startOver: boolean): Promise<Trouble> {
  const retryAfterMs = trouble.reason === 'quota' ? await room.make() : null
  return retryAfterMs === null
    ? trouble
    : new Trouble(trouble.fault, trouble.message, { again: true, retryAfterMs, startOver })
}

/**
 * Asks whether something fits, until it does or nothing more may go for it.
 * @param pause waits so many ms; rejects when nobody waits any more
 * @throws what `fits` threw last
 */
export async function untilFits(
  room: Room,
  fits: () => Promise<void>,
  pause: (ms: number) => Promise<void>,
): Promise<void> {
  for (let left = TRIES; ; left--)
    try {
      return await fits()
    } catch (error) {
      const ms = left > 0 && troubleOfCall(error).reason === 'quota' ? await room.make() : null
      if (ms === null) throw error
      await pause(ms)
    }
}
