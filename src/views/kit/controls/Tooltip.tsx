import { type FocusEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import * as css from './Tooltip.css.ts'

const DELAY_MS = 450
const EDGE_PX = 8
/** What a mouse says where it presses. */
const PRESSES = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'dblclick', 'contextmenu']

interface Props {
  /** Without it nothing is shown. */
  text: string | undefined
  /** A press shows it and hides it again: its child is there for nothing else. */
  asked?: boolean
  /** It says why its child does nothing, not what it is called. */
  isReason?: boolean
  children: ReactNode
}

/** Says in a few words what its one child does; on hover after a moment, on keyboard focus at once. */
export function Tooltip({ text, asked = false, isReason = false, children }: Props) {
  const [shown, setShown] = useState(false)
  const trigger = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** What only hover or focus shows stays for the first press. */
  const isPressed = useRef(false)
  const hide = () => {
    clearTimeout(timer.current)
    isPressed.current = false
    setShown(false)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const enter = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setShown(true), DELAY_MS)
  }
  const press = () => {
    clearTimeout(timer.current)
    isPressed.current = true
    setShown(true)
  }
  const focus = (event: FocusEvent) => {
    if (event.target.matches(':focus-visible')) setShown(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what its child is for
    // biome-ignore lint/a11y/useKeyWithClickEvents: the child is a button, whose keys click
    <span
      ref={trigger}
      className={css.trigger}
      onPointerEnter={(event) => event.pointerType === 'mouse' && enter()}
      onPointerLeave={(event) => event.pointerType === 'mouse' && hide()}
      onPointerDown={asked ? undefined : hide}
      // By touch nothing hovers: the press that does nothing says why.
      onPointerUp={isReason ? (event) => event.pointerType !== 'mouse' && press() : undefined}
      onClick={asked ? () => (shown && isPressed.current ? hide() : press()) : undefined}
      onFocus={focus}
      onBlur={hide}
    >
      {children}
      {shown && text !== undefined && (
        <Bubble
          text={text}
          anchor={trigger.current?.firstElementChild ?? null}
          isSaid={asked || isReason}
          onDismiss={hide}
        />
      )}
    </span>
  )
}

interface BubbleProps {
  text: string
  anchor: Element | null
  /** Its words are no repetition of a name. */
  isSaid: boolean
  onDismiss: () => void
}

function Bubble({ text, anchor, isSaid, onDismiss }: BubbleProps) {
  const bubble = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // It covers something (WCAG 1.4.13). What Escape closes besides is closed by the same press: before all, taking nothing.
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && onDismiss()
    const onDown = ({ target }: Event) => !anchor?.parentElement?.contains(target as Node) && onDismiss()
    const element = bubble.current
    window.addEventListener('keydown', onKey, true)
    window.addEventListener('pointerdown', onDown, true)
    // A press on it is for nothing around or below: it only sends it away.
    const onPress = (event: Event) => {
      event.stopPropagation()
      event.preventDefault()
      if (event.type === 'click') onDismiss()
    }
    for (const type of PRESSES) element?.addEventListener(type, onPress)
    return () => {
      window.removeEventListener('keydown', onKey, true)
      window.removeEventListener('pointerdown', onDown, true)
      for (const type of PRESSES) element?.removeEventListener(type, onPress)
    }
  }, [anchor, onDismiss])
  useLayoutEffect(() => {
    const element = bubble.current
    if (!element || !anchor) return
    element.showPopover()
    const at = anchor.getBoundingClientRect()
    const { width, height } = element.getBoundingClientRect()
    const below = at.bottom + css.GAP_PX + height < window.innerHeight
    const left = Math.min(Math.max(at.left + at.width / 2 - width / 2, EDGE_PX), window.innerWidth - width - EDGE_PX)
    element.style.left = `${left}px`
    element.style.top = `${below ? at.bottom + css.GAP_PX : at.top - css.GAP_PX - height}px`
  }, [anchor])
  return (
    <div
      ref={bubble}
      popover="manual"
      className={css.tooltip}
      role={isSaid ? 'tooltip' : undefined}
      aria-hidden={isSaid ? undefined : true}
    >
      {text}
    </div>
  )
}
