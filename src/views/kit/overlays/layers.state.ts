/**
 * What lies on top of what. A modal dialog makes everything outside itself inert: what must stay reachable
 * (notifications) moves into the topmost one, and what opens beside a button while one is open lies in it.
 */
import { computed, signal } from '@preact/signals-react'
import { covered } from '../routing/covers.ts'

interface Opened {
  readonly dialog: HTMLElement
  /** What had the focus before. */
  readonly from: Element | null
}
const dialogs = signal<readonly Opened[]>([], { name: 'dialogs' })

/** The topmost modal dialog, or null. */
export const topDialog = computed(() => dialogs.value.at(-1)?.dialog ?? null)

/**
 * Whether a layer may stay where it is: the dialog it lies in is open, and what lies over that, if anything does, was
 * opened from within the layer and gives it the focus back.
 * @param host the dialog, or null for the page
 */
export function isInPlace(layer: Element | null, host: HTMLElement | null): boolean {
  const at = dialogs.value.findIndex(({ dialog }) => dialog === host)
  if (host && at < 0) return false
  const above = dialogs.value[at + 1]
  return !above || layer?.contains(above.from) === true
}

/** What floats over the end of the gallery, while one is there: the toolbar of a selection, the bar of a round. */
export const lowerBars = signal<'selection' | 'triage' | 'both' | null>(null, { name: 'lowerBars' })

/** What lies over the page takes neither presses nor keys; a dialog may except itself. */
export const layersInert = signal(false, { name: 'layersInert' })

/** Names a dialog as open. @param from what had the focus before. @returns what names it as closed */
export function dialogOpened(dialog: HTMLElement, from: Element | null): () => void {
  const opened = { dialog, from }
  dialogs.value = [...dialogs.peek(), opened]
  return () => {
    dialogs.value = dialogs.peek().filter((other) => other !== opened)
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
