import { signal } from '@preact/signals-react'

/** The title of what a screen shows, for the header. */
export const crumbTitle = signal('', { name: 'crumbTitle' })
