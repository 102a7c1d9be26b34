/**
 * The engines that live beside the state, with what the browser gives them: their script comes after the form to sign in
 * (lateEngines). They see each event in the order they stand here, so a fact of an earlier one has its place before that
 * of a later one.
 */
import type { TokenBroker } from '#core/contracts/session.ts'
import type { Source } from '#core/events/index.ts'
import { channelOf, mintIn } from '#core/model/abilities.ts'
import type { LastChanges } from '#core/model/lastChanges.ts'
import type { Api } from './api/transport/client.ts'
import { systemClock } from './api/transport/clock.ts'
import { createChangesEngine } from './engines/changes/engine.ts'
import { createConnectionsEngine } from './engines/connections/engine.ts'
import { createPostedLinks } from './engines/connections/posted.ts'
import { createDecisionsEngine } from './engines/decisions/engine.ts'
import type { Engine, Report } from './engines/engine.ts'
import { createLibraryEngine } from './engines/library/engine.ts'
import { createKeptMarksEngine } from './engines/library/kept.ts'
import { createPlayerEngine } from './engines/player/engine.ts'
import { createKeptQueueEngine } from './engines/player/kept.ts'
import { createPlaylistsEngine } from './engines/playlists/engine.ts'
import { createProfileEngine } from './engines/profile/engine.ts'
import { createRecentEngine } from './engines/recent/engine.ts'
import { createReleasesEngine } from './engines/releases/engine.ts'
import { createReleaseFiles } from './engines/releases/files.ts'
import { createNewcomersEngine } from './engines/releases/newcomers.ts'
import { createPeakStore } from './engines/releases/peakStore.ts'
import { createSearchEngine } from './engines/search/engine.ts'
import { createSelectionEngine } from './engines/selection/engine.ts'
import { createSharingEngine } from './engines/sharing/engine.ts'
import { createSignUpEngine } from './engines/signup/engine.ts'
import { mayKeep, openStore } from './engines/storage.ts'
import { createTrackingEngine } from './engines/tracking/engine.ts'
import { exclusively, leadUntil, takeLock } from './locks.ts'

/** Longer than another tab takes to post an invitation, its token renewed in between, ms. */
const ACCEPT_TURN_MS = 120_000

const store = openStore('settings', 'kept')

/** What the page asks the state worker for that is kept nowhere in the state. */
export type ReleaseFiles = ReturnType<typeof createReleaseFiles>

export const openReleaseFiles = (api: Api): ReleaseFiles =>
  createReleaseFiles({ api, store: createPeakStore(openStore('peaks', 'tracks')) })

export function createStateEngines(parts: {
  readonly api: Api
  readonly broker: TokenBroker
  /** Ends with the session there is. */
  readonly visit: () => AbortSignal
  /** What the visit before could not write any more. */
  readonly left: LastChanges
  readonly report: (source: Source) => Report
}): readonly Engine[] {
  const { api, broker, visit, left, report } = parts
  const otherPages = channelOf(globalThis, 'changes')
  const changes = createChangesEngine({
    api,
    clock: systemClock,
    report: report('changes'),
    leadUntil,
    tell: (message) => otherPages?.postMessage(message),
  })
  if (otherPages) otherPages.onmessage = ({ data }) => changes.hear(data)
  const otherHistories = channelOf(globalThis, 'recent')
  const recent = createRecentEngine({
    clock: systemClock,
    report: report('library'),
    load: (playerid) => store.get(`recentPlays.${playerid}`),
    update: (playerid, change) => store.update(`recentPlays.${playerid}`, change),
    tell: (message) => otherHistories?.postMessage(message),
  })
  if (otherHistories) otherHistories.onmessage = ({ data }) => recent.hear(data)
  const otherSearches = channelOf(globalThis, 'searches')
  const search = createSearchEngine({
    api,
    clock: systemClock,
    report: report('search'),
    load: (playerid) => store.get(`recentSearches.${playerid}`),
    update: (playerid, change) => store.update(`recentSearches.${playerid}`, change),
    tell: (playerid) => otherSearches?.postMessage(playerid),
  })
  if (otherSearches) otherSearches.onmessage = ({ data }) => search.hear(data)
  return [
    createReleasesEngine({ api, clock: systemClock, report: report('releases') }),
    createNewcomersEngine({ api, clock: systemClock, report: report('releases') }),
    createSelectionEngine({ api, clock: systemClock, report: report('selection'), mint: () => mintIn(globalThis) }),
    createLibraryEngine({ api, session: broker, clock: systemClock, report: report('library') }),
    createDecisionsEngine({ report: report('decisions') }),
    createKeptMarksEngine({
      clock: systemClock,
      report: report('library'),
      mint: () => mintIn(globalThis),
      store: openStore('marks', 'waiting'),
      take: takeLock,
      mayKeep,
    }),
    createPlaylistsEngine({ api, clock: systemClock, report: report('playlists') }),
    createPlayerEngine({ api, broker, report: report('player'), mint: () => mintIn(globalThis) }),
    createKeptQueueEngine({
      clock: systemClock,
      report: report('player'),
      mint: () => mintIn(globalThis),
      load: (key) => store.get(key),
      save: (key, value) => (value === null ? store.del(key) : store.set(key, value)),
      update: (key, change) => store.update(key, change),
      left: left.queue,
    }),
    search,
    recent,
    createSignUpEngine({
      api,
      clock: systemClock,
      broker,
      report: report('signup'),
      pageUrl: `${location.origin}/signup`,
    }),
    createConnectionsEngine({
      api,
      clock: systemClock,
      broker,
      report: report('connections'),
      posted: createPostedLinks({
        load: () => store.get('postedLinks'),
        change: (by) => store.update('postedLinks', by),
      }),
      exclusively: (run, signal) => exclusively('accept-invitation', run, { signal, waitMs: ACCEPT_TURN_MS }),
    }),
    createSharingEngine({ api, report: report('sharing') }),
    createProfileEngine({ api, clock: systemClock, report: report('profile') }),
    changes,
    createTrackingEngine({
      api,
      clock: systemClock,
      visit,
      mint: () => mintIn(globalThis),
      load: (playerid) => store.get(`deviceId.${playerid}`),
      save: (playerid, deviceId) => store.set(`deviceId.${playerid}`, deviceId),
    }),
  ]
}
