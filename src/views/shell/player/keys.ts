/**
 * The keys of the player, wherever nothing is typed and no control needs the key itself: Space, N, P and M, 1 to 4 for
 * parts of the song, left and right through it, up and down for the volume. They can be switched off (WCAG 2.1.4); the list under `?` says
 * the same.
 */
import { useEffect } from 'react'
import { changeVolume, hearHook, seekTo, skipBack, skipForward, toggleMute, togglePlay } from '#actions/player.ts'
import { whenShown } from '#actions/shown.ts'
import { hasNext, player } from '#projections/player.ts'
import { settings } from '#projections/settings.ts'
import { isTyping, ownsKeys } from '../../kit/focus.ts'
import { isCommand, keyOf } from '../../kit/keys.ts'
import { topDialog } from '../../kit/overlays/layers.state.ts'
import { hookOf } from '../../music/hooks.ts'
import { position, total } from './position.state.ts'

/** Seconds a press of left or right moves by; with Shift LEAP_S. */
export const STEP_S = 5
export const LEAP_S = 30
/** Points of 100. */
const VOLUME_STEP = 5

const MOVES =
  'input, [role="slider"], [role="grid"], [role="tablist"], [role="radiogroup"], [role="toolbar"], [data-handle]'
/** What up and down go through, or scroll. */
const LISTS =
  'ul, ol, table, [role="list"], [role="table"], [role="row"], [role="article"], [role="dialog"], section[tabindex], [data-search-view]'

/** What a key does; without an entry it is none of the player's. Those of the first group answer offline too (D-145). */
const AUDIBLE: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
  ' ': () => togglePlay(),
  m: () => toggleMute(),
  ArrowUp: () => changeVolume(player.peek().volume + VOLUME_STEP),
  ArrowDown: () => changeVolume(player.peek().volume - VOLUME_STEP),
}
const MOVING: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
  n: () => hasNext.peek() && skipForward(),
  p: () => skipBack(position.peek()),
  ArrowLeft: ({ shiftKey }) => seekBy(shiftKey ? -LEAP_S : -STEP_S),
  ArrowRight: ({ shiftKey }) => seekBy(shiftKey ? LEAP_S : STEP_S),
}

/** Goes on from another place of the song, held within it. @param seconds from where it stands; negative is back */
export function seekBy(seconds: number): void {
  const end = total.peek()
  if (end !== null) seekTo(Math.min(end, Math.max(0, position.peek() + seconds)))
}

/** @param offline only what silences the room answers */
export function usePlayerKeys(offline: boolean): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const act = actionOf(event, offline)
      if (!act) return
      event.preventDefault()
      // Each press goes on from what the one before it made of volume and place.
      if (!event.repeat || event.key.startsWith('Arrow')) whenShown(() => act(event))
    }
    // After all that listens on the document, whichever came first: a gallery takes the arrows that are free (input.ts).
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [offline])
}

function actionOf(event: KeyboardEvent, offline: boolean): ((event: KeyboardEvent) => void) | undefined {
  const { target } = event
  if (event.defaultPrevented || isCommand(event)) return
  if (player.peek().song === null || !settings.peek().shortcuts) return
  const dialog = topDialog.peek()
  if (dialog?.getAttribute('role') === 'alertdialog') return
  // Whoever was typing in it when the connection fell types on: the notice has a button for what plays.
  if (offline && dialog && !dialog.hasAttribute('data-usable')) return
  const isIn = (places: string) => target instanceof Element && target.closest(places) !== null
  if (isTyping(target)) return
  const key = keyOf(event)
  if (key === ' ' && ownsKeys(target)) return
  if (key.startsWith('Arrow') && isIn(MOVES)) return
  if ((key === 'ArrowUp' || key === 'ArrowDown') && isIn(LISTS)) return
  const hook = hookOf(key)
  if (hook !== null) return offline ? undefined : () => hearHook(hook)
  if (event.shiftKey && key !== 'ArrowLeft' && key !== 'ArrowRight') return
  return AUDIBLE[key] ?? (offline ? undefined : MOVING[key])
}
