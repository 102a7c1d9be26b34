/** Goes on with the session of the visit before, or with the one a worker had that died. */
import { sessionAbsent, sessionExpired, sessionUnreachable } from '#core/events/people/session.ts'
import type { StoredTokens } from '#core/model/people/storedTokens.ts'
import type { Api } from '#workers/api/transport/client.ts'
import type { Clock } from '#workers/api/transport/clock.ts'
import { readToken } from './claims.ts'
import { type Ending, endAtServer, type Standing, type Tell } from './ending.ts'
import { isRefusal } from './failure.ts'
import type { HeldTokens, HeldTokensParts } from './heldTokens.ts'
import { askTabs } from './publicTabs.ts'
import { ASK_TABS_MS, type Renewing, SESSION_REFRESH_BELOW_S } from './renewing.ts'

export interface RestoringParts extends Pick<HeldTokensParts, 'kept' | 'tabs' | 'store' | 'publicTabs'> {
  readonly api: Api
  readonly clock: Clock
  readonly held: HeldTokens
  readonly standing: Standing
  readonly report: Tell
  /** Says what the tokens are now. */
  readonly announce: (restored: boolean, cause: number | null) => void
  readonly renewing: Renewing
  readonly ending: Ending
}

export interface Restoring {
  restore(): Promise<void>
  /** Takes up the session the worker before had. What it held alone is gone: where nothing was kept, who it is signs in again. */
  resume(found: StoredTokens, player: string): Promise<void>
}

export function createRestoring(parts: RestoringParts): Restoring {
  const { api, clock, kept, tabs, held, standing, report, announce, ending } = parts
  const { renewals, renewWhenDue } = parts.renewing

  async function restore(): Promise<void> {
    if (standing.isRestoring || standing.told !== null) return
    standing.isRestoring = true
    await restoreNow().finally(() => {
      standing.isRestoring = false
    })
  }

  /** What the tabs of a public computer have, or had when this one was left; of what is over, nothing. */
  async function publicRefresh(): Promise<string | null> {
    const began = standing.epoch
    if (standing.stored.refresh !== null) return standing.stored.refresh
    await askTabs(
      parts,
      () => tabs.tell({ kind: 'asked' }),
      () => began !== standing.epoch,
    )
    if (began === standing.epoch && standing.stored.access !== null)
      await endAtServer(api, clock, standing.stored.access)
    return null
  }

  async function resume(found: StoredTokens, player: string): Promise<void> {
    standing.stored = found
    standing.told = player
    const isKept = !found.isPublic
    const isBehind = isKept && found.isBehind === true
    const refreshToken = isBehind ? null : isKept ? await kept.load().catch(() => null) : found.refresh
    if (standing.told !== player || held.current()) return
    const isAlone = isBehind && found.access !== null && held.adoptAlone(found.access)
    if (refreshToken === null && !isAlone) {
      // What this tab lost says nothing about the others.
      held.isRefused = true
      return report(sessionExpired({}))
    }
    if (refreshToken !== null && (found.access === null || !held.adopt(found.access, refreshToken, isKept, false)))
      held.holdRefresh(refreshToken, isKept)
    const access = held.current()?.access ?? null
    const read = readToken(access ?? '')
    if (read && read.claims.playerid !== player) {
      // Somebody else has signed in meanwhile: theirs is gone on with, as where it is heard of (H-477).
      ending.giveWay()
      return restore()
    }
    standing.announced = access
    await renewWhenDue()
  }

  /** What is stored must not be sent: another tab may have what renews the session, else it lasts as long as it lasts. */
  async function restoreBehind(began: number): Promise<void> {
    tabs.tell({ kind: 'asked' })
    await new Promise<void>((resolve) => clock.setTimer(resolve, ASK_TABS_MS))
    if (began !== standing.epoch || held.current()) return
    const { access } = standing.stored
    standing.stored = { ...standing.stored, access: null }
    const isAlone = access !== null && held.adoptAlone(access)
    if (isAlone && (held.current()?.life.leftS() ?? 0) >= SESSION_REFRESH_BELOW_S) return announce(true, null)
    held.clear()
    parts.store(null, null)
    report(sessionAbsent({}))
  }

  /** Without an answer the session stays and is asked about again; the screen says that it cannot be reached. */
  async function restoreNow(): Promise<void> {
    const began = standing.epoch
    if (!held.current()) {
      const isKept = !standing.stored.isPublic
      if (isKept && standing.stored.isBehind) return restoreBehind(began)
      const refreshToken = isKept ? await kept.load().catch(() => null) : await publicRefresh()
      if (began !== standing.epoch) return
      if (refreshToken === null) {
        parts.store(null, null)
        return report(sessionAbsent({}))
      }
      const { access } = standing.stored
      standing.stored = { ...standing.stored, access: null }
      if (access !== null && held.adopt(access, refreshToken, isKept, false)) {
        if ((held.current()?.life.leftS() ?? 0) >= SESSION_REFRESH_BELOW_S) return announce(true, null)
      }
      held.holdRefresh(refreshToken, isKept)
    }
    await renewals.now().catch((error: unknown) => {
      if (began === standing.epoch && !isRefusal(error)) report(sessionUnreachable({}))
    })
  }

  return { restore, resume }
}
