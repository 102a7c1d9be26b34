import { signal } from '@preact/signals-react'

/** What the page is called; empty while that is not known. */
export const pageName = signal('', { name: 'pageName' })

/** Where a page of the application has its content; it takes the focus when nothing better stays. Null outside the shell. */
export const pageMain = (): HTMLElement | null => document.getElementById('main')
