/**
 * The one door from the page to what the browser keeps: local storage for the device, session storage for this tab.
 * On a public computer nothing goes through it but the mark that says so and the session of a tab that is left (D-006);
 * all else lives in memory. Where the browser refuses, it lives in memory as well, until the page is loaded anew.
 */
import { KEPT_SESSION } from '#core/model/firstForm.ts'

/** On the device, without anything about a person: a public session runs, or ran and was not ended. */
export const PUBLIC_MARK = KEPT_SESSION.publicMark
/** In the tab, from its leaving to its return. */
export const PUBLIC_SESSION = KEPT_SESSION.publicTab

/** On the device: the handle of an invitation to connect, for whoever signs in (D-162). */
export const CONNECTION = 'connectionToken'

/** On the device, from a visit's end to the next start: what it had no time to write any more. */
export const LAST_CHANGES = 'lastChanges'

const memory = new Map<string, string>()
let keeps = true
let isApart = false

/** Whether this page may leave anything on this device. */
export const mayKeep = (): boolean => keeps

/** From now on, until it is loaded anew, this page leaves nothing on this device and reads nothing that lies there. */
export function keepNothing(): void {
  if (!keeps) return
  // What this tab was asked for goes on with it.
  for (const key of tabKeys()) memory.set(`tab${key}`, readText('tab', key) ?? '')
  const connection = readText('local', CONNECTION)
  writeText('local', CONNECTION, null)
  // What the browser refused to keep is of who was here before.
  for (const key of memory.keys()) if (key.startsWith('local')) memory.delete(key)
  keeps = false
  if (connection !== null) writeText('local', CONNECTION, connection)
  clearDisk()
}

/** This page is a picture of another one, in whose tab it stands: it reads nothing that lies there, and leaves it as it is. */
export function keepApart(): void {
  keeps = false
  isApart = true
}

/** Forgets what this tab holds. */
export function clearTab(): void {
  memory.clear()
  clearDisk()
}

function tabKeys(): string[] {
  try {
    return Object.keys(sessionStorage)
  } catch {
    return []
  }
}

function clearDisk(): void {
  if (!isApart) for (const key of tabKeys()) sessionStorage.removeItem(key)
}

/** What stands under a key, or null when there is nothing. */
export function readText(store: 'local' | 'tab', key: string): string | null {
  // What storage refused is newer than what it holds.
  const held = memory.get(store + key)
  if (held !== undefined || !isOnDisk(key)) return held ?? null
  try {
    return area(store).getItem(key)
  } catch {
    return null
  }
}

/** Writes a text, or removes it with null. */
export function writeText(store: 'local' | 'tab', key: string, text: string | null): void {
  let isHeld = !isOnDisk(key)
  try {
    if (!isHeld) text === null ? area(store).removeItem(key) : area(store).setItem(key, text)
  } catch {
    // Private windows and full storage refuse: this page remembers, and the next visit asks again.
    isHeld = true
  }
  if (isHeld && text !== null) memory.set(store + key, text)
  else memory.delete(store + key)
}

/** Keys of everything on this device that this page may read. */
export function localKeys(): string[] {
  try {
    return keeps ? Object.keys(localStorage) : []
  } catch {
    return []
  }
}

/** Wall clock in ms. */
export function wallClock(): number {
  return Date.now()
}

/** Whether this page was loaded again or come back to, rather than entered. */
export const isReturn = (): boolean => entryType() !== 'navigate'

/** Whether the history led to this page: Back and Forward, and a tab that was closed and is opened again. */
export const isFromHistory = (): boolean => entryType() === 'back_forward' || wasKeptWhole

/** The page before this load was one the browser had kept whole. */
let wasKeptWhole = false

/** To be called as the page loads: takes what `reloadReturned` noted, which is of this load alone. */
export function noteReturned(): void {
  const { returned, ...state } = (history.state ?? {}) as { returned?: unknown }
  wasKeptWhole = returned === true
  if (wasKeptWhole) history.replaceState(state, '')
}

/** Begins a page anew that the browser had kept whole and shows again: that it was come back to its next load does not say by itself. */
export function reloadReturned(): void {
  history.replaceState({ ...history.state, returned: true }, '')
  location.reload()
}

function entryType(): NavigationTimingType {
  const [entry] = performance.getEntriesByType('navigation')
  return entry instanceof PerformanceNavigationTiming ? entry.type : 'navigate'
}

const isOnDisk = (key: string): boolean => keeps || (!isApart && (key === PUBLIC_MARK || key === PUBLIC_SESSION))

function area(store: 'local' | 'tab'): Storage {
  return store === 'local' ? localStorage : sessionStorage
}
