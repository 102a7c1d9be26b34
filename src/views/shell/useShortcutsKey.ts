import { useEffect } from 'react'
import { settings } from '#projections/settings.ts'
import { isTyping } from '../kit/focus.ts'
import { layersInert, topDialog } from '../kit/overlays/layers.state.ts'
import { shortcutsOpen } from './shell.state.ts'

/** As Latin and as Arabic and Persian keyboards have it. */
const QUESTION = /^[?؟]$/

/** `?` shows the keys, wherever nothing is typed and no dialog waits. */
export function useShortcutsKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        !QUESTION.test(event.key) ||
        !settings.peek().shortcuts ||
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey
      )
        return
      if (isTyping(event.target)) return
      if (topDialog.peek() || layersInert.peek()) return
      event.preventDefault()
      shortcutsOpen.value = true
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
