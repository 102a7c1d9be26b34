/**
 * What opens beside a button: popovers and menus.
 *
 * Why no library: where it lies is 20 lines here; over 4,000 drawn places, in a wide window and a narrow one, neither these
 * nor @floating-ui/dom (7.4 KB, with twice our time per place) left the window or covered the button, and the first
 * screen has no such room left (tests/bundle). Ariakit, which brings roles and keys as well, weighs 46.8 KB.
 */
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { cx } from '../../theme/cx.ts'
import { pageMain } from '../pageMain.ts'
import { isComposed, isInPlace, layerOpened, topDialog } from './layers.state.ts'
import * as css from './Popover.css.ts'
import { useLayersInert } from './useLayersInert.ts'

const EDGE_PX = 8
const GAP_PX = 8

interface Props {
  /** What opened it: it lies below that, right edges aligned, and gives the focus back to it. */
  anchor: RefObject<HTMLElement | null>
  role: 'dialog' | 'menu'
  label: string
  /** Right edge in px from the window's right, when another than the anchor's. */
  right?: number
  /** Whose edges are aligned; the right ones unless said otherwise. */
  align?: 'left' | 'right'
  className?: string
  onClose: () => void
  onKeyDown?: (event: KeyboardEvent<HTMLDivElement>) => void
  children: ReactNode
}

/** Chromium before 121 knows it by its second name alone. */
const VISIBLE = { visibilityProperty: true, checkVisibilityCSS: true }

/** What Tab leads to, where it is shown, may be used and is not left out. */
const TABBED = ':is(a[href], button, input, select, textarea, [tabindex]):not(:disabled, [tabindex="-1"], [inert] *)'

/**
 * Something small and not modal. A press elsewhere, Escape and Tab out of it close it. It stays in the dialog it was
 * opened in and goes with it; a dialog that opens over it closes it, unless it was opened from within.
 */
export function Popover(props: Props) {
  const [host, setHost] = useState<HTMLElement | null>()
  // Not before what was there until it came has gone, which may be the dialog that said it is on its way.
  useLayoutEffect(() => setHost(topDialog.peek()), [])
  return host !== undefined && <Placed {...props} host={host} />
}

function Placed({
  host,
  anchor,
  role,
  label,
  right,
  align = 'right',
  className,
  onClose,
  onKeyDown,
  children,
}: Props & { host: HTMLElement | null }) {
  const box = useRef<HTMLDivElement>(null)
  const inert = useLayersInert(box)
  const leave = useRef(onClose)
  leave.current = onClose
  const close = useRef(onClose)
  close.current = inert ? () => {} : onClose
  useLayoutEffect(() => {
    const place = () => {
      const element = box.current
      const at = anchor.current?.getBoundingClientRect()
      if (!element || !at) return
      const room = document.documentElement.clientWidth
      const fromLeft = align === 'left'
      // Where its own width leaves no room it is pushed back into the window.
      const wanted = fromLeft ? Math.min(at.left, room - EDGE_PX - element.offsetWidth) : (right ?? room - at.right)
      const edge = Math.max(EDGE_PX, wanted)
      element.style[fromLeft ? 'left' : 'right'] = `${edge}px`
      element.style.setProperty('--room', `${window.innerHeight - at.bottom - GAP_PX - EDGE_PX}px`)
      // Near the bottom of the window it lies above, where there is more room.
      const fits = at.bottom + GAP_PX + element.offsetHeight <= window.innerHeight - EDGE_PX
      const above = !fits && role === 'menu' && at.top > window.innerHeight - at.bottom
      const wished = above ? at.top - GAP_PX - element.offsetHeight : at.bottom + GAP_PX
      // One that fits on neither side covers its button rather than leave the window.
      const lowest = window.innerHeight - EDGE_PX - element.offsetHeight
      const top = Math.max(EDGE_PX, role === 'menu' ? Math.min(wished, lowest) : wished)
      element.style.top = `${top}px`
      element.style.maxWidth = `calc(100vw - ${edge + EDGE_PX}px)`
    }
    place()
    window.addEventListener('resize', place)
    // It goes along with its button, as far as that is seen in what scrolls.
    const follow = ({ target }: Event) => {
      const button = anchor.current
      if (!button || !(target instanceof Element) || !target.contains(button)) return
      const [at, seen] = [button.getBoundingClientRect(), target.getBoundingClientRect()]
      const isSeen = at.bottom > seen.top && at.top < seen.bottom && at.right > seen.left && at.left < seen.right
      if (isSeen) place()
      else close.current()
    }
    document.addEventListener('scroll', follow, { capture: true, passive: true })
    // A menu whose commands change keeps beside its button.
    const observer = new ResizeObserver(place)
    if (box.current) observer.observe(box.current)
    // Nor does a banner that comes or goes above it leave it behind.
    const main = pageMain()
    if (main) observer.observe(main)
    return () => {
      window.removeEventListener('resize', place)
      document.removeEventListener('scroll', follow, true)
      observer.disconnect()
    }
  }, [anchor, right, align, role])
  useLayoutEffect(() => {
    const element = box.current
    const before = document.activeElement
    const button = anchor.current
    ;(element?.querySelector<HTMLElement>('[data-autofocus]') ?? element)?.focus({ preventScroll: true })
    return () => {
      if (!element?.contains(document.activeElement)) return
      // Over a dialog the button lies beneath and takes no focus: it goes back to where it came from.
      const reachable = host === null || host.contains(button)
      ;(reachable ? button : (before as HTMLElement | null))?.focus({ preventScroll: true })
    }
  }, [anchor, host])
  useEffect(() => {
    const elsewhere = (event: PointerEvent) => {
      // What lies over it has presses of its own.
      if (topDialog.peek() !== host) return
      const target = event.target as Element
      if (box.current?.contains(target) || anchor.current?.contains(target) || target.closest('[data-keeps-open]'))
        return
      close.current()
    }
    const off = layerOpened(() => close.current(), true)
    const stop = topDialog.subscribe(() => {
      if (!isInPlace(box.current, host)) leave.current()
    })
    document.addEventListener('pointerdown', elsewhere, true)
    return () => {
      off()
      stop()
      document.removeEventListener('pointerdown', elsewhere, true)
    }
  }, [anchor, host])
  /** It stands at the end of the page: out of it Tab goes on from its button, and back to it. */
  const leaveByTab = (event: KeyboardEvent<HTMLDivElement>) => {
    onKeyDown?.(event)
    if (event.key !== 'Tab' || role === 'menu' || event.defaultPrevented || isComposed(event.nativeEvent)) return
    // Those are the browser's and the system's.
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const { activeElement: at } = document
    const panel = event.currentTarget
    const tabbed = [...panel.querySelectorAll(TABBED)].filter((one) => one.checkVisibility(VISIBLE))
    const isAtEnd = event.shiftKey ? at === panel || at === tabbed[0] : at === (tabbed.at(-1) ?? panel)
    if (!isAtEnd) return
    anchor.current?.focus()
    if (event.shiftKey) event.preventDefault()
    close.current()
  }
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: it is a dialog or a menu
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: it is a dialog or a menu
    <div
      ref={box}
      role={role}
      aria-label={label}
      tabIndex={-1}
      inert={inert}
      className={cx(css.popover, className)}
      onKeyDown={leaveByTab}
    >
      {children}
    </div>,
    host ?? document.body,
  )
}

interface MenuProps extends Omit<Props, 'role' | 'onKeyDown' | 'right'> {}

/** A menu of commands: arrows, Home and End move, Tab leaves. */
export function Menu({ className, children, ...rest }: MenuProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')]
    const at = items.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 }[event.key]
    if (event.key === 'Tab') return rest.onClose()
    if (to === undefined) return
    event.preventDefault()
    items.at(to % items.length)?.focus()
  }
  return (
    <Popover {...rest} role="menu" onKeyDown={onKeyDown} className={cx(css.menu, className)}>
      {children}
    </Popover>
  )
}

interface MenuItemProps {
  icon: ReactNode
  /** It can be reached and read, and does nothing; its words say why. */
  disabled?: boolean
  ref?: Ref<HTMLButtonElement>
  children: ReactNode
  onSelect: () => void
}

export function MenuItem({ icon, disabled = false, ref, children, onSelect }: MenuItemProps) {
  return (
    <button
      ref={ref}
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={css.item}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onSelect}
    >
      <span className={css.itemIcon}>{icon}</span>
      {children}
    </button>
  )
}

export function MenuRule() {
  return <hr className={css.rule} style={{ border: 0 }} />
}
