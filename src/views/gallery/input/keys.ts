/** What the keys do on the slot that has the focus. The list under `?` says the same (ShortcutsDialog.tsx). */
import { hearHook, hearRelease } from '#actions/player.ts'
import { whenShown } from '#actions/shown.ts'
import type { ReleaseCard } from '#core/model/catalogue/release.ts'
import { isCurrent, lastDecision } from '#projections/decisions.ts'
import { settings } from '#projections/settings.ts'
import { keyOf } from '../../kit/keys.ts'
import { hookOf } from '../../music/hooks.ts'
import { archiveOf, downloadOf, flagOf, isPlayable, playPauseOf, type Verb } from '../../music/verbs.ts'
import { placeAfter } from '../scroll/keyboard.ts'
import type { Slot } from '../slots/slot.ts'
import type { Grid } from './gridPort.ts'

/** @returns whether the key was one of the gallery's */
export function pressKey(event: KeyboardEvent, slot: Slot, grid: Grid): boolean {
  if (event.altKey || event.metaKey) return false
  const target = event.target as Element
  if (target.closest('input, textarea')) return false
  if (event.ctrlKey && event.key.length === 1) return false
  const isLetter = event.key.length === 1 && event.key !== ' '
  if (isLetter && !settings.peek().shortcuts) return false
  const place = event.shiftKey || isLetter ? null : placeAfter(event.key, slot.index, grid.keyboard())
  if (place !== null) {
    grid.focusPlace(place)
    return true
  }
  if (event.key === 'Escape' && grid.overlay.holdsFocus()) {
    slot.element.focus({ preventScroll: true })
    return true
  }
  const key = keyOf(event)
  if (key === 't' && !event.shiftKey) {
    if (!event.repeat) grid.triage.toggle(slot.index)
    return true
  }
  const isStep = STEPS.has(key)
  if (event.key === 'Enter' && target === slot.element && slot.id !== null) {
    grid.open(slot.id)
    return true
  }
  if (!isStep && (target !== slot.element || !slot.release)) return false
  if (!isStep && !(key in ACTIONS) && hookOf(key) === null) return false
  if (event.shiftKey && hookOf(key) === null) return false
  if (event.repeat && !isStep) return true
  whenShown(() => {
    // Where the key before it led to only now, it is meant for that place.
    const focused = grid.slotOf(document.activeElement) ?? slot
    if (!grid.triage.defers(key, key in ACTIONS)) pressOn(focused, key, grid, event.repeat)
  })
  return true
}

const STEPS: ReadonlySet<string> = new Set(['j', 'k'])

/** Does what a key does on the release of a slot. @param isHeld it is held down */
export function pressOn(slot: Slot, key: string, grid: Grid, isHeld = false): void {
  const { index, release } = slot
  if (STEPS.has(key)) {
    const place = placeAfter(key, index, grid.keyboard()) ?? index
    grid.focusPlace(place)
    if (place !== index) grid.triage.moved(place, isHeld)
    return
  }
  if (!release) return
  const hook = hookOf(key)
  if (hook !== null) return hearFrom(hook, release)
  const before = lastDecision.peek()
  ACTIONS[key]?.(release).act()
  whenShown(() => {
    // What may not be done, or is done already, leads nowhere.
    if (lastDecision.peek() !== before) grid.triage.decided(index)
  })
}

/** The song that is current goes to the hook; of another release the first song is heard from there. */
function hearFrom(hook: number, release: Readonly<ReleaseCard>): void {
  if (isCurrent(release.releaseid)) hearHook(hook)
  else if (isPlayable(release)) hearRelease(release.releaseid, hook)
}

/** What may not be done is not done; a mark that is being changed waits for its answer (D-117). */
const ACTIONS: Readonly<Record<string, (release: Readonly<ReleaseCard>) => Verb>> = {
  ' ': playPauseOf,
  d: (release) => downloadOf(release, settings.peek().preferredFormat),
  f: flagOf,
  a: archiveOf,
}
