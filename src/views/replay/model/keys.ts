/** Keys of the whole page. */
import { keyOf } from '../../kit/keys.ts'
import type { Replay } from './replay.ts'

const TYPED = 'input, textarea, select, [contenteditable]'
/** What takes the space bar and Enter itself. */
const PRESSED = `${TYPED}, button, a, summary, label`

/** Space plays, arrows step (ten with shift), n goes to the next error, b marks, / looks for a text. */
export function keysOf(replay: Replay, search: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    const target = event.target instanceof Element ? event.target : document.body
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target.closest(TYPED)) return
    if (!replay.log.value) return
    const far = event.shiftKey ? 10 : 1
    switch (keyOf(event)) {
      case ' ':
        if (target.closest(PRESSED)) return
        replay.togglePlay()
        break
      case 'ArrowRight':
        replay.step(far)
        break
      case 'ArrowLeft':
        replay.step(-far)
        break
      case 'n':
        replay.nextFailure()
        break
      case 'b':
        // Held, it would set and take away by turns.
        if (!event.repeat && replay.seq.value > replay.log.value.first) replay.kept.toggleBookmark(replay.seq.value)
        break
      case '/':
        search()
        break
      default:
        return
    }
    event.preventDefault()
  }
}
