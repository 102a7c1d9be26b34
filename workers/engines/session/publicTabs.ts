/**
 * The session of a public computer is kept by the tabs that live (D-006): a new one asks them for it. Which live is
 * told by a Web Lock, so that nobody waits for an answer where there is nobody.
 */
import type { Clock } from '#workers/api/transport/clock.ts'

/** From one question to the next, and how often: a tab in the background may be slow to answer. */
const ASK_MS = 250
const TRIES = 20

export interface PublicTabs {
  /** This tab has the session from now on. */
  hold(): void
  /** Whether any tab has it. */
  anybody(): Promise<boolean>
}

/**
 * Asks until somebody answered, or nobody is there to.
 * @param ask says the question
 * @param isAnswered whether the answer came
 */
export async function askTabs(
  parts: { readonly clock: Clock; readonly publicTabs: PublicTabs },
  ask: () => void,
  isAnswered: () => boolean,
): Promise<void> {
  for (let left = TRIES; left > 0 && !isAnswered() && (await parts.publicTabs.anybody()); left--) {
    ask()
    await new Promise<void>((resolve) => parts.clock.setTimer(resolve, ASK_MS))
  }
}
