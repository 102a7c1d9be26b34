// Whether the invite flow is open.
import { signal } from '@preact/signals-react'

export const inviteOpen = signal(false, { name: 'inviteOpen' })

export function openInvite(): void {
  inviteOpen.value = true
}
