// Which release is being shared, or written about: state of this page alone. Any screen may open it; the root draws it (SHELL-020).
import { signal } from '@preact/signals-react'

export interface PeopleDialog {
  readonly kind: 'share' | 'contact'
  readonly releaseid: string
}

export const peopleDialog = signal<PeopleDialog | null>(null, { name: 'peopleDialog' })

export function openPeopleDialog(kind: PeopleDialog['kind'], releaseid: string): void {
  peopleDialog.value = { kind, releaseid }
}

export function closePeopleDialog(): void {
  peopleDialog.value = null
}
