// What parts of the open downloads ask of each other.
import { signal } from '@preact/signals-react'

/** The row somebody wants to be led to; taken back by the list that leads there. */
export const wantedRow = signal<string | null>(null, { name: 'wantedRow' })

/** Whether the settings stand above the rows. */
export const settingsShown = signal(false, { name: 'settingsShown' })
