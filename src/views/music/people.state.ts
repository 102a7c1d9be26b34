// Which release is being shared, or written about: state of this page alone. Any screen may open it; the root draws it (SHELL-020).
import { signal } from '@preact/signals-react'

export interface PeopleDialog {
  readonly kind: 'share' | 'contact'
  /** One, or several that are shared together. */
  readonly releaseids: readonly [string, ...string[]]
  /** Releases that were meant too, and may not be shared. */
  readonly leftOut: number
  /** Who was chosen before. */
  readonly to?: { readonly id: string; readonly name: string } | undefined
}

export const peopleDialog = signal<PeopleDialog | null>(null, { name: 'peopleDialog' })

export function openPeopleDialog(
  kind: PeopleDialog['kind'],
  releaseids: PeopleDialog['releaseids'],
  leftOut = 0,
): void {
  peopleDialog.value = { kind, releaseids, leftOut }
}

/** Shares a release with somebody who was chosen already. */
export function openShareWith(to: NonNullable<PeopleDialog['to']>, releaseid: string): void {
  peopleDialog.value = { kind: 'share', releaseids: [releaseid], leftOut: 0, to }
}

export function closePeopleDialog(): void {
  peopleDialog.value = null
}
