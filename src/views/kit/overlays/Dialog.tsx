import { CircleAlert } from 'lucide-react'
import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { cx } from '../../theme/cx.ts'
import { errorWay } from '../errorWay.ts'
import { pageMain } from '../pageMain.ts'
import * as css from './Dialog.css.ts'
import { dialogOpened, layerOpened } from './layers.state.ts'
import { useLayersInert } from './useLayersInert.ts'

interface Props {
  /** Accessible name, or the id of the element that gives it. */
  label?: string
  labelledBy?: string
  describedBy?: string
  alert?: boolean
  /** Escape, the scrim and the back gesture ask for this; without it the dialog stays until it is answered. */
  onClose?: (() => void) | undefined
  /** Unless said otherwise, as all that lies over the page. */
  inert?: boolean | undefined
  /** It is a place of the history as it is, by the address or because the page cannot be without it. */
  isPlace?: boolean | undefined
  /** Where the focus goes back to when nothing had it before, as after a press of the mouse. */
  returnTo?: (() => HTMLElement | null) | undefined
  className?: string | undefined
  layerClassName?: string | undefined
  children: ReactNode
}

/** What a dialog was opened from may go, or be switched off, with what was done in it. */
function toPageIfNowhere(): void {
  if (document.activeElement === document.body) pageMain()?.focus({ preventScroll: true })
}

const whenPainted = (act: () => void) => requestAnimationFrame(() => requestAnimationFrame(act))

/**
 * A modal dialog that is open as long as it is rendered. The browser keeps the focus inside and gives it back.
 * What carries `data-autofocus` takes the focus first, else the panel itself.
 */
export function Dialog({
  label,
  labelledBy,
  describedBy,
  alert = false,
  onClose: close,
  inert,
  isPlace = false,
  returnTo,
  className,
  layerClassName,
  children,
}: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const pressedOutside = useRef(false)
  const layersInert = useLayersInert(panel)
  const isInert = inert ?? layersInert
  const onClose = isInert ? undefined : close
  const latest = useRef({ onClose, returnTo })
  latest.current = { onClose, returnTo }
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const before = document.activeElement
    element.setAttribute('closedby', 'none')
    element.showModal()
    const first = panel.current?.querySelector<HTMLElement>('[data-autofocus]') ?? panel.current
    first?.focus({ preventScroll: true })
    const closed = dialogOpened(element, before)
    const uncovered = layerOpened(() => latest.current.onClose?.(), !isPlace)
    return () => {
      uncovered()
      closed()
      element.close()
      const held = before instanceof HTMLElement && before !== document.body && before.isConnected ? before : null
      const back = held ?? latest.current.returnTo?.() ?? null
      back?.focus({ preventScroll: true })
      if (before !== document.body) whenPainted(toPageIfNowhere)
    }
  }, [isPlace])
  useLayoutEffect(() => {
    const element = dialog.current
    // Escape comes through the layers; the browser's own way of closing would leave state behind.
    const onCancel = (event: Event) => event.preventDefault()
    element?.addEventListener('cancel', onCancel)
    return () => element?.removeEventListener('cancel', onCancel)
  }, [])
  useLayoutEffect(() => {
    const seen = window.visualViewport
    const layer = dialog.current
    if (!seen || !layer) return
    // A keyboard on the screen covers the page and makes it no smaller. What two fingers enlarged stays where it is.
    const follow = (event?: Event) => {
      layer.style.cssText = seen.scale > 1 ? '' : `--seen:${seen.height}px;top:${seen.offsetTop}px`
      if (event?.type !== 'resize') return
      layer.querySelector(':focus:is(input, textarea)')?.scrollIntoView({ block: 'nearest' })
      // Only the panel scrolls; one that still comes up would take the layer along.
      layer.scrollTop = 0
    }
    follow()
    const ended = new AbortController()
    for (const type of ['resize', 'scroll']) seen.addEventListener(type, follow, ended)
    return () => ended.abort()
  }, [])
  const outside = (event: MouseEvent) => event.target === dialog.current
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key for the scrim's press
    <dialog
      ref={dialog}
      className={cx(css.layer, layerClassName)}
      role={alert ? 'alertdialog' : undefined}
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      data-usable={inert === false || undefined}
      onMouseDown={(event) => {
        // The second press of a double click that opened it was meant for what lies beneath.
        pressedOutside.current = outside(event) && event.detail < 2
      }}
      onClick={(event) => {
        if (outside(event) && pressedOutside.current) onClose?.()
      }}
    >
      <div ref={panel} className={cx(css.panel, className)} tabIndex={-1} inert={isInert}>
        {children}
      </div>
    </dialog>
  )
}

interface AlertProps {
  title: string
  body: string
  /** An error carries its sign. */
  error?: boolean
  onClose?: (() => void) | undefined
  inert?: boolean
  isPlace?: boolean | undefined
  returnTo?: (() => HTMLElement | null) | undefined
  children: ReactNode
}

/** A question or a message that must be answered; `children` are its buttons, the primary last. */
export function AlertDialog({ title, body, error = false, children, ...rest }: AlertProps) {
  const id = useId()
  return (
    <Dialog alert labelledBy={`${id}t`} describedBy={`${id}b`} className={css.alert} {...rest}>
      <div className={css.alertHead}>
        {error && <CircleAlert className={css.alertIcon} size={22} aria-hidden="true" />}
        <h2 id={`${id}t`} className={css.title}>
          {title}
        </h2>
      </div>
      <p id={`${id}b`} className={cx(css.body, error && css.indented)}>
        {body}
      </p>
      <div className={css.actions}>
        {error && errorWay()}
        {children}
      </div>
    </Dialog>
  )
}
