// What parts of the open downloads ask of each other.
import { signal } from '@preact/signals-react'

/** The row somebody wants to be led to; taken back by the list that leads there. */
export const wantedRow = signal<string | null>(null, { name: 'wantedRow' })

/** Whether the settings stand above the rows. */
export const settingsShown = signal(false, { name: 'settingsShown' })

/** What left the open list last, and the how many-th time that was: the same may be said twice. */
export const removed = signal<
  (({ readonly title: string } | { readonly count: number }) & { readonly nth: number }) | null
>(null)

const nth = () => (removed.peek()?.nth ?? 0) + 1

/** The row of this title leaves: said to whoever does not see it go. */
export function sayRemoved(title: string): void {
  removed.value = { title, nth: nth() }
}

/** So many finished rows leave. */
export function sayCleared(count: number): void {
  removed.value = { count, nth: nth() }
}
