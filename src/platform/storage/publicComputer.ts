/**
 * The tokens of this page. Usually the access token lies in local storage (SESSION-016) and the worker keeps the rest.
 * On a public computer (D-006) both are here in memory, and in session storage only from the moment the page is left
 * to the one it is there again: a browser that is killed has nothing of them. Who comes back later than a reload
 * takes finds nothing: a tab that was closed and is opened again, a window that is restored, a page that was gone from.
 *
 * When a public session is over the page is loaded anew, so that nothing of it is left in memory either.
 */
import { KEPT_SESSION } from '#core/model/firstForm.ts'
import type { StoredTokens } from '#core/model/people/storedTokens.ts'
import {
  clearTab,
  isReturn,
  keepNothing,
  mayKeep,
  PUBLIC_MARK,
  PUBLIC_SESSION,
  readText,
  reloadReturned,
  wallClock,
  writeText,
} from './storage.ts'

const ACCESS = KEPT_SESSION.access
/** On the device, and no secret: as `StoredTokens.isBehind`. */
const BEHIND = 'refreshBehind'
/** How long a page may be away, ms. */
const AWAY_MS = 10_000

interface Left {
  readonly access: string
  readonly refresh: string
  /** When the page was left, ms. */
  readonly at: number
}

let access: string | null = null
let refresh: string | null = null
/** This tab had the session, so its address tells what somebody saw. */
let wasHere = false

// Before anything is read: what an earlier visit left decides whether anything may be.
const noted = readText('tab', PUBLIC_SESSION)
if (noted !== null || readText('local', PUBLIC_MARK) !== null) {
  const left = leftBehind()
  keepNothing()
  clearTab()
  wasHere = noted !== null
  access = left?.access ?? null
  if (left && !isLate(left)) refresh = left.refresh
}

/** What was noted when the page was left; null as well for what this code did not write, which begins no session. */
function leftBehind(): Left | null {
  try {
    const left = JSON.parse(readText('tab', PUBLIC_SESSION) ?? 'null') as Partial<Record<keyof Left, unknown>> | null
    const { access, refresh, at } = left ?? {}
    return typeof access === 'string' && typeof refresh === 'string' && typeof at === 'number'
      ? { access, refresh, at }
      : null
  } catch {
    return null
  }
}

/** A clock that was turned back says nothing either. */
function isLate({ at }: Left): boolean {
  return !(Math.abs(wallClock() - at) <= AWAY_MS)
}

/** What the page has of a session. */
export function storedTokens(): StoredTokens {
  const isPublic = !mayKeep()
  if (isPublic) return { access, refresh, isPublic }
  const behind = readText('local', BEHIND) === null ? {} : { isBehind: true }
  return { access: readText('local', ACCESS), refresh: null, isPublic, ...behind }
}

/** Holds other tokens, or with null none. @param newRefresh given on a public computer alone @param isBehind as `StoreTokens` says */
export function storeTokens(newAccess: string | null, newRefresh: string | null, isBehind?: boolean): void {
  if (newRefresh === null && mayKeep()) {
    if (isBehind !== undefined) writeText('local', BEHIND, isBehind ? '1' : null)
    return writeText('local', ACCESS, newAccess)
  }
  writeText('local', PUBLIC_MARK, newRefresh && '1')
  if (newRefresh === null) clearTab()
  else {
    keepNothing()
    wasHere = true
  }
  access = newAccess
  refresh = newRefresh
}

/** The session is over, here or in another tab, or there was none: on a public computer the page begins anew. */
export function leavePublic(): void {
  if (mayKeep()) return
  storeTokens(null, null)
  document.body.hidden = true
  // Whoever came with an address of their own keeps it; what somebody saw before is nothing the next one asked for.
  if (wasHere || isReturn()) location.replace('/')
  else location.reload()
}

/** Notes when the page is left, and what it needs when it is there again. */
export function watchLeaving(window: Window): void {
  window.addEventListener('pagehide', () => {
    if (access !== null && refresh !== null)
      writeText('tab', PUBLIC_SESSION, JSON.stringify({ access, refresh, at: wallClock() } satisfies Left))
  })
  // The browser may keep a page whole while somebody is elsewhere, and show it again as it stood.
  window.addEventListener('pageshow', ({ persisted }) => {
    const then = persisted ? leftBehind() : null
    if (!then) return
    if (!isLate(then)) return writeText('tab', PUBLIC_SESSION, null)
    // What was noted stands, for the page to find that it is too late.
    refresh = null
    reloadReturned()
  })
}
