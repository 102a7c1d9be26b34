/**
 * What of a player is asked of the device in answer to an event: a pure function, which a replay holds against the log.
 * What is written is not told in the log, so there is nothing to compare.
 */
import type { AppEvent } from '#core/events/index.ts'

/** The history; whoever has it already does not read it again. */
export const planRecent = (event: AppEvent): { readonly ask: 'restore'; readonly playerid: string } | null =>
  event.type === 'session.started' ? { ask: 'restore', playerid: event.payload.claims.playerid } : null
