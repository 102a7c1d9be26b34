/** What the keys do on the slot that has the focus. The list under `?` says the same (Shortcuts.tsx). */
import { downloadRelease } from '#actions/downloads.ts'
import { archiveRelease, flagRelease, restoreRelease, unflagRelease } from '#actions/library.ts'
import { playRelease } from '#actions/player.ts'
import type { ReleaseCard } from '#core/model/release.ts'
import { isMarking } from '#projections/library.ts'
import { canDownload } from '#projections/releases.ts'
import { settings } from '#projections/settings.ts'
import type { Grid } from './gridPort.ts'
import { placeAfter } from './keyboard.ts'
import type { Slot } from './slot.ts'

/** @returns whether the key was one of the gallery's */
export function pressKey(event: KeyboardEvent, slot: Slot, grid: Grid): boolean {
  if (event.altKey || event.metaKey) return false
  const target = event.target as Element
  if (target.closest('input, textarea')) return false
  if (event.ctrlKey && event.key.length === 1) return false
  const isLetter = event.key.length === 1 && event.key !== ' '
  if (isLetter && !settings.peek().shortcuts) return false
  const place = event.shiftKey ? null : placeAfter(event.key, slot.index, grid.keyboard())
  if (place !== null) {
    grid.focusPlace(place)
    return true
  }
  if (event.key === 'Escape' && grid.overlay.holdsFocus()) {
    slot.element.focus({ preventScroll: true })
    return true
  }
  if (target !== slot.element || !slot.release) return false
  if (event.key === 'Enter') {
    grid.open(slot.release.releaseid)
    return true
  }
  if (event.shiftKey) return false
  return pressLetter(event, slot.release)
}

function pressLetter({ key, repeat }: KeyboardEvent, release: Readonly<ReleaseCard>): boolean {
  const act = ACTIONS[key.toLowerCase()]
  if (!act) return false
  if (!repeat) act(release)
  return true
}

/** What may not be done is not done; a mark that is being changed waits for its answer (D-117). */
const ACTIONS: Readonly<Record<string, (release: Readonly<ReleaseCard>) => void>> = {
  ' ': ({ duration, releaseid }) => {
    if (duration > 0) playRelease(releaseid)
  },
  d: (release) => {
    if (release.candownload && canDownload.peek()) downloadRelease(release, settings.peek().preferredFormat)
  },
  f: ({ releaseid, flagged }) => {
    if (!isMarking(releaseid).peek()) (flagged ? unflagRelease : flagRelease)(releaseid)
  },
  a: ({ releaseid, archived }) => {
    if (!isMarking(releaseid).peek()) (archived ? restoreRelease : archiveRelease)(releaseid)
  },
}
