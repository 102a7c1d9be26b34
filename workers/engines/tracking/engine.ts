/**
 * Tells the server which pages are seen (ROUTE-037) and from which device somebody signed in (D-139). Nobody waits for
 * either: each is sent once, and what fails is not known of anywhere.
 *
 * A view is told when it is known whose it is, and a moment later, so that what the page itself needs is asked first.
 */
import type { AppEvent } from '#core/events/index.ts'
import { registerDevice } from '#workers/api/profile.ts'
import { type PageView, tellPageView } from '#workers/api/tracking.ts'
import type { Api } from '#workers/api/transport/client.ts'
import type { Clock } from '#workers/api/transport/clock.ts'
import type { Engine } from '../engine.ts'

export const TELL_AFTER_MS = 1000
/** Nobody sees more pages while a session is restored; what would make this grow is no person. */
const WAITING_MAX = 20
/** The kind of client, as opposed to apps of a system's own. */
const PLATFORM = 'web'

export interface TrackingParts {
  readonly api: Api
  readonly clock: Clock
  /** Ends with the session there is. */
  readonly visit: () => AbortSignal
  readonly mint: () => string
  /** What this device is called, by player: two accounts on it have nothing in common. */
  readonly load: (playerid: string) => Promise<unknown>
  readonly save: (playerid: string, deviceId: string) => Promise<void>
}

export function createTrackingEngine({ api, clock, visit, mint, load, save }: TrackingParts): Engine {
  /** The page that was seen last. */
  let seen: string | null = null
  let waiting: PageView[] = []
  let isDue = false

  function tell(): void {
    isDue = false
    const views = waiting
    waiting = []
    for (const view of views) tellPageView(api, view).catch(nothing)
  }

  /** Begun in a session it ends with it: reading the name takes a moment, in which another person may have signed in. */
  async function register(playerid: string): Promise<void> {
    const signal = visit()
    const known = await load(playerid).catch(nothing)
    const device_id = typeof known === 'string' ? known : mint()
    if (device_id !== known) await save(playerid, device_id).catch(nothing)
    await registerDevice(api, { device_id, platform: PLATFORM }, signal)
  }

  /** One of this tab's own: others adopt the session that begins in one of them, and a reload restores it. */
  function signsIn(event: AppEvent): string | null {
    if (event.type !== 'session.started' || event.cause === null || event.payload.restored) return null
    // At a public computer nothing of a device is anybody's (D-006).
    return event.payload.publicDevice ? null : event.payload.claims.playerid
  }

  return {
    accept(event, state) {
      const player = signsIn(event)
      if (player !== null) void register(player).catch(nothing)
      if (event.type === 'app.navigated') {
        const page = pageOf(event.payload.path)
        if (page !== seen && waiting.length < WAITING_MAX)
          waiting.push({ path: event.payload.path, at: new Date(clock.now()).toISOString() })
        seen = page
      }
      const { status } = state.single('session')
      if (isDue || waiting.length === 0 || status === 'restoring' || status === 'unreachable') return
      isDue = true
      clock.setTimer(tell, TELL_AFTER_MS)
    },
  }
}

/** A link whose token has left the address is the page it was: `/authverify/:token`, then `/authverify`. */
const pageOf = (path: string): string => path.replace(/^\/signin\/:token$/i, '/login').replace(/\/:token$/, '')

function nothing(): void {
  // Nobody waits for it.
}
