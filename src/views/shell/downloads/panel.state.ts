// What parts of the open downloads ask of each other.
import { signal } from '@preact/signals-react'

/** The row somebody wants to be led to; taken back by the list that leads there. */
export const wantedRow = signal<string | null>(null, { name: 'wantedRow' })

/** Whether the settings stand above the rows. */
export const settingsShown = signal(false, { name: 'settingsShown' })

/** The download that was removed last while the list is open, and the how many-th that was: two may have one title. */
export const removed = signal<{ readonly title: string; readonly nth: number } | null>(null)

/** The row of this title leaves: said to whoever does not see it go. */
export function sayRemoved(title: string): void {
  removed.value = { title, nth: (removed.peek()?.nth ?? 0) + 1 }
}
