/**
 * What lies on top of what. A modal dialog makes everything outside itself inert, so what must stay
 * reachable (notifications, the downloads popover) moves into the topmost one.
 */
import { computed, signal } from '@preact/signals-react'
import { covered } from '../routing/covers.ts'

const dialogs = signal<readonly HTMLElement[]>([], { name: 'dialogs' })

/** The topmost modal dialog, or null. */
export const topDialog = computed(() => dialogs.value.at(-1) ?? null)

/** What lies over the page takes neither presses nor keys; a dialog may except itself. */
export const layersInert = signal(false, { name: 'layersInert' })

/** Names a dialog as open. @returns what names it as closed */
export function dialogOpened(element: HTMLElement): () => void {
  dialogs.value = [...dialogs.peek(), element]
  return () => {
    dialogs.value = dialogs.peek().filter((other) => other !== element)
  }
}

interface Layer {
  host: HTMLElement | null
  close: () => void
}
const layers: Layer[] = []

/**
 * Registers something that Escape closes while it lies on top, modal dialogs among them.
 * A layer beneath a dialog stays.
 * @param covers it lies over the page: on a phone Back closes it, too
 * @returns what takes it off again
 */
export function layerOpened(close: () => void, covers = false): () => void {
  const layer: Layer = { host: topDialog.peek(), close }
  layers.push(layer)
  const uncovered = covers ? covered(close) : null
  if (layers.length === 1) document.addEventListener('keydown', onKey, true)
  return () => {
    uncovered?.()
    layers.splice(layers.indexOf(layer), 1)
    if (layers.length === 0) document.removeEventListener('keydown', onKey, true)
  }
}

/** Whether a key belongs to signs that are being composed; some browsers say so only by the code 229. */
export const isComposed = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229

function onKey(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || isComposed(event)) return
  const top = layers.at(-1)
  if (!top || top.host !== topDialog.peek()) return
  // The browser would close a dialog on its own, and state would not know.
  event.preventDefault()
  event.stopPropagation()
  top.close()
}
