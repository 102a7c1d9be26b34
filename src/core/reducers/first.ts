/**
 * The reducers a page needs before all of them are here: how it stands, and who is signed in. What they make of an event
 * is what `reduce` makes of it in their tables.
 */
import type { AppEvent } from '../events/index.ts'
import { reduceApp } from './app.ts'
import { reduceSession } from './people/session.ts'
import type { Store } from './store.ts'

export function reduceFirst(state: Store, event: AppEvent): void {
  reduceApp(state, event)
  reduceSession(state, event)
}
