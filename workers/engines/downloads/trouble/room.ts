// A storage that is full, and what of it may go.
import { Trouble } from './trouble.ts'

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
