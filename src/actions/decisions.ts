// Taking back what was decided, and going through releases one after the other.
import { wish } from '#bridge/dispatch.ts'
import { decisionTakenBack, triageBegun, triageEnded } from '#core/events/decisions.ts'
import { ports } from './ports.ts'

/** Takes a decision back: its marks go back to what they were, its unfinished downloads are removed. */
export function takeBack(id: string): void {
  wish(decisionTakenBack({ id, requestId: ports().mintId(), returns: true }))
}

/** Begins a round. @param heard the release the round begins with, when it sounds already */
export function beginTriage(heard: string | null): void {
  wish(triageBegun({ heard, levels: true }))
}

export function endTriage(): void {
  wish(triageEnded({}))
}
