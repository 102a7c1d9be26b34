// What the account's menu and page open: dialogs of the shell.
import { signal } from '@preact/signals-react'

export const problemOpen = signal(false, { name: 'problemOpen' })
export const signOutOpen = signal(false, { name: 'signOutOpen' })
