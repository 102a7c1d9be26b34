import { signal } from '@preact/signals-react'

/** What whoever leaves now is told of a form that is not saved; empty: nothing would be lost. */
export const unsavedWords = signal('', { name: 'unsavedWords' })
