/**
 * What the state worker does in place of a session worker that was lost for good: whoever asked it for something is
 * refused, and whoever signs out is signed out (H-362).
 */
import type { TakeAccess } from '#core/contracts/state.ts'
import type { AppDraft } from '#core/events/index.ts'
import { sessionEnded } from '#core/events/people/session.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'
import type { Api } from './api/transport/client.ts'
import type { Clock } from './api/transport/clock.ts'
import type { Engine } from './engines/engine.ts'
import { endAtServer } from './engines/session/ending.ts'
import type { TabMessage } from './engines/session/tabs.ts'
import { sessionLost } from './joined.ts'

export interface LostSessionParts {
  readonly api: Api
  readonly clock: Pick<Clock, 'setTimer' | 'clearTimer'>
  readonly report: (draft: AppDraft) => void
  /** Drops the refresh token that lies on this device. */
  readonly forget: () => Promise<void>
  readonly mayKeep: () => boolean
  /** Tells the other tabs. */
  readonly tell: (message: TabMessage) => void
}

export interface LostSession extends Engine {
  /** The session worker was lost for good. */
  lose(takeAccess: TakeAccess): void
}

export function createLostSession({ api, clock, report, forget, mayKeep, tell }: LostSessionParts): LostSession {
  let state: ReadonlyStore | null = null
  let take: TakeAccess | null = null
  let isLeaving = false
  let isDue = false

  /** Clears first, as the session worker does: a dead server keeps nobody signed in. */
  async function leave(isExpired: boolean, takeAccess: TakeAccess): Promise<void> {
    const [access] = await Promise.all([takeAccess().catch(() => null), forget().catch(() => undefined)])
    const isGoodbye = !isExpired || !mayKeep()
    tell({ kind: 'ended', ...(isGoodbye ? {} : { expired: true }) })
    if (access !== null) await endAtServer(api, clock, access)
    report(sessionEnded({ reason: isGoodbye ? 'signedOut' : 'expired' }))
  }

  /** Once for all that one task brings: what is reported stands in the state by then. */
  function settleSoon(): void {
    if (!take || isDue) return
    isDue = true
    queueMicrotask(settle)
  }

  function settle(): void {
    isDue = false
    if (!state || !take) return
    const { status, showLogoutDisclaimerModal } = state.single('session')
    if (status === 'signingOut' && !isLeaving) {
      isLeaving = true
      void leave(showLogoutDisclaimerModal, take).finally(() => {
        isLeaving = false
      })
    }
    for (const fact of sessionLost({ state, opened: null, started: null })) report(fact)
  }

  return {
    accept(_, store) {
      state = store
      settleSoon()
    },
    lose(takeAccess) {
      take = takeAccess
      settleSoon()
    },
  }
}
