import { useEffect } from 'react'

/**
 * Lets no finger press what nobody sees: where a mouse is at hand, rows hide their actions until it hovers, over what
 * they show at rest. The tap itself hovers, so that the next one presses what is seen.
 */
export function useUnseenPresses(): void {
  useEffect(() => {
    const stop = new AbortController()
    const options = { capture: true, signal: stop.signal }
    let isUnseen = false
    const down = ({ pointerType, target }: PointerEvent) => {
      const pressed = pointerType !== 'mouse' && target instanceof Element && target.closest('button, a')
      isUnseen = pressed ? !pressed.checkVisibility({ opacityProperty: true, checkOpacity: true }) : false
    }
    const click = (event: MouseEvent) => {
      // A key's is nobody's pointer.
      if (!isUnseen || event.detail === 0) return
      event.preventDefault()
      event.stopPropagation()
    }
    document.addEventListener('pointerdown', down, options)
    document.addEventListener('click', click, options)
    return () => stop.abort()
  }, [])
}
