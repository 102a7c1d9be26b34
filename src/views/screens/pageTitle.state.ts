import { signal } from '@preact/signals-react'

/** What a page calls itself that has no entry in the navigation; empty: the sign-in, or a page that is not there. */
export const pageTitle = signal('')
