/** The keys of a toolbar: Tab reaches it once, at the button that had the focus last; arrows, Home and End move. */
import { type RefObject, useEffect } from 'react'
import { isCommand } from '../../kit/keys.ts'

/** @param bar its buttons may come, go and be switched off while it stands */
export function useToolbarKeys(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = bar.current
    if (!box) return
    let last: HTMLElement | null = null
    const usable = () => [...box.querySelectorAll('button')].filter((button) => !button.disabled)
    const settle = () => {
      const buttons = usable()
      const reached = buttons.find((button) => button === last) ?? buttons[0]
      for (const button of buttons) {
        const place = button === reached ? 0 : -1
        if (button.tabIndex !== place) button.tabIndex = place
      }
    }
    const came = ({ target }: FocusEvent) => {
      last = target as HTMLElement
      settle()
    }
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isCommand(event)) return
      const buttons = usable()
      // Its words, which had the focus left to them, stand before the first of them.
      const at = buttons.findIndex((button) => button === event.target)
      const to = { ArrowRight: at + 1, ArrowLeft: Math.max(at, 0) - 1, Home: 0, End: -1 }[event.key]
      if (to === undefined) return
      event.preventDefault()
      buttons.at(to % buttons.length)?.focus()
    }
    settle()
    // Some of them answer to more than what draws the toolbar itself.
    const observer = new MutationObserver(settle)
    observer.observe(box, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    box.addEventListener('focusin', came)
    box.addEventListener('keydown', pressed)
    return () => {
      observer.disconnect()
      box.removeEventListener('focusin', came)
      box.removeEventListener('keydown', pressed)
    }
  }, [bar])
}
