/**
 * What the engine asks of the device in answer to an event: a pure function, which a replay holds against the log. What
 * it writes is not told in the log, so there is nothing to compare.
 */
import type { AppEvent } from '#core/events/index.ts'

export const planSettings = (event: AppEvent): { readonly ask: 'restore' } | null =>
  event.type === 'app.opened' ? { ask: 'restore' } : null
