// What the account's menu and page open: dialogs of the shell.
import { signal } from '@preact/signals-react'

export const signOutOpen = signal(false, { name: 'signOutOpen' })

/** What hangs from a button of the header; on the phone, which has no room for the buttons, a dialog. One at a time. */
export type HeaderPanel = 'support' | 'notifications'
export const headerPanel = signal<HeaderPanel | null>(null, { name: 'headerPanel' })

export function closeHeaderPanel(): void {
  headerPanel.value = null
}
