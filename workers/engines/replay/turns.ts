/** Long work in short turns, so that whoever moves the playhead meanwhile does not wait. */

/** Thrown by work that was told to stop. */
export class Stopped extends Error {
  override name = 'Stopped'
  constructor() {
    super('stopped')
  }
}

export interface Turns {
  /** ms since any moment. */
  now(): number
  /** Lets other messages come first. */
  rest(): Promise<void>
}

/** ms a turn takes: a seek that comes meanwhile waits no longer. */
export const TURN_MS = 8
/** ms between two words of progress: whoever hears them draws them. */
export const TOLD_MS = 100

/**
 * Runs work that yields how far it has come.
 * @param isOver whether it shall stop
 * @param told how far it has come; now and then
 * @throws Stopped
 */
export async function inTurns<T>(
  work: Generator<number, T>,
  turns: Turns,
  isOver: () => boolean,
  told: (done: number) => void,
): Promise<T> {
  let toldAt = turns.now()
  for (;;) {
    const began = turns.now()
    for (;;) {
      const step = work.next()
      if (step.done) return step.value
      const now = turns.now()
      if (now - toldAt > TOLD_MS) {
        toldAt = now
        told(step.value)
      }
      if (now - began > TURN_MS) break
    }
    await turns.rest()
    if (isOver()) throw new Stopped()
  }
}
