/**
 * Remembers on this device what a player heard (D-109). It is read when the player signs in and written a moment
 * after it changed, 250 ms after the first change at the latest, and at once when the session ends. Writing adds to
 * what another tab wrote meanwhile. What cannot be read counts as nothing heard; what cannot be written is
 * written with the next change. That it was cleared is told to the other tabs, which show it no longer either.
 */
import * as z from 'zod/mini'
import { recentRestored } from '#core/events/recent.ts'
import { later } from '#core/model/later.ts'
import { History, mergeHistories, readHistory } from '#core/model/library/recent.ts'
import { historyOf } from '#core/reducers/playback/recent.ts'
import type { Clock, Timer } from '#workers/api/transport/clock.ts'
import type { Engine, Report } from '../engine.ts'
import { planRecent } from './plan.ts'

const WRITE_AFTER_MS = 250

/** What one tab tells the others: whose history it cleared, and when, ms since 1970. */
const Told = later(() => z.object({ playerid: z.string(), clearedAt: History.shape.clearedAt }))

export interface RecentEngineParts {
  readonly clock: Clock
  readonly report: Report
  readonly load: (playerid: string) => Promise<unknown>
  /** Changes what is stored of a player, in one step that no other tab comes between. */
  readonly update: (playerid: string, change: (stored: unknown) => History) => Promise<void>
  /** Tells the other tabs. */
  readonly tell: (message: z.infer<typeof Told>) => void
}

export interface RecentEngine extends Engine {
  /** Another tab said something; what cannot be read is passed over. */
  hear(message: unknown): void
}

interface Owner {
  readonly playerid: string
  /** What of the history is stored, or on its way there, by its edition; null until it was read. */
  edition: number | null
  unsaved: History | null
}

export function createRecentEngine({ clock, report, load, update, tell }: RecentEngineParts): RecentEngine {
  let owner: Owner | null = null
  let timer: Timer | null = null
  /** What is asked of the store stands in line. */
  let working: Promise<unknown> = Promise.resolve()

  async function restore(one: Owner, cause: number): Promise<void> {
    const stored = await working.then(() => load(one.playerid)).catch(() => undefined)
    if (owner === one) report(recentRestored({ history: readHistory(stored, clock.now()) }), cause)
  }

  function save(): void {
    if (timer !== null) clock.clearTimer(timer)
    timer = null
    const history = owner?.unsaved
    if (!owner || !history) return
    const { playerid } = owner
    owner.unsaved = null
    working = working
      .then(() => update(playerid, (stored) => mergeHistories(history, readHistory(stored, clock.now()))))
      .catch(() => undefined)
  }

  return {
    accept(event, state) {
      const asked = planRecent(event)
      if (asked) {
        const { playerid } = asked
        if (owner?.playerid === playerid) return
        save()
        owner = { playerid, edition: null, unsaved: null }
        return void restore(owner, event.seq)
      }
      if (event.type === 'session.ended' || event.type === 'app.opened') {
        save()
        owner = null
      }
      if (!owner) return
      if (event.type === 'recent.cleared')
        tell({ playerid: owner.playerid, clearedAt: state.single('recent').clearedAt })
      const { edition } = state.single('recent')
      // What was read needs no writing, unless something was heard before it was read.
      if (event.type === 'recent.restored' && owner.edition === null)
        owner.edition = historyOf(state).plays.length > event.payload.history.plays.length ? -1 : edition
      if (owner.edition === null || edition === owner.edition) return
      owner.edition = edition
      owner.unsaved = historyOf(state)
      timer ??= clock.setTimer(save, WRITE_AFTER_MS)
    },
    hear(message) {
      const told = z.safeParse(Told, message)
      if (!told.success || told.data.playerid !== owner?.playerid) return
      report(recentRestored({ history: readHistory({ ...told.data, plays: [] }, clock.now()) }), null)
    },
  }
}
