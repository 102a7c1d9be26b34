import { signal } from '@preact/signals-react'

/** What a page outside the shell is called; empty: the sign-in. */
export const pageTitle = signal('')
