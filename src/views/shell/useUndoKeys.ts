import { useLayoutEffect } from 'react'
import { takeBack } from '#actions/decisions.ts'
import { whenShown } from '#actions/shown.ts'
import { lastDecision } from '#projections/decisions.ts'
import { settings } from '#projections/settings.ts'
import { isTyping } from '../kit/focus.ts'
import { keyOf } from '../kit/keys.ts'
import { topDialog } from '../kit/overlays/layers.state.ts'
import { headerPanels } from './scripts.ts'

/** Nothing is shown before the script of the notifications is here. */
function wayBack(): (() => void) | null {
  const module = headerPanels.here.peek()
  if (module) return module.wayBackShown()
  const id = lastDecision.peek()
  return id === null ? null : () => takeBack(id)
}

/**
 * U, and Ctrl or Cmd with Z, take back what the newest notification with an Undo speaks of, and where there is none the
 * last decision, then the one before it, wherever nothing is typed.
 */
export function useUndoKeys(offline: boolean): void {
  // Whoever presses as soon as the page stands is heard.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (offline || event.defaultPrevented || !isUndo(event) || isTyping(event.target)) return
      if (topDialog.peek()?.getAttribute('role') === 'alertdialog') return
      whenShown(() => {
        const way = wayBack()
        if (!way) return
        event.preventDefault()
        if (!event.repeat) way()
      })
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [offline])
}

/** A letter alone can be switched off (WCAG 2.1.4). */
function isUndo(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey } = event
  if (altKey || shiftKey) return false
  const letter = keyOf(event)
  return ctrlKey || metaKey ? letter === 'z' : letter === 'u' && settings.peek().shortcuts
}
