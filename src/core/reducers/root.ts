/**
 * What follows from an event, in every domain. The order matters in four places: details and playlists before the
 * queue that waits for them, the queue before the player that plays what it selected, both
 * before the settings and notices that remember what they made of it, and marks and downloads before the decisions
 * they were. What a later reducer must know of
 * the state before an earlier one is read here and handed on.
 */
import type { AppEvent } from '../events/index.ts'
import type { DownloadJob } from '../model/downloads/download.ts'
import type { Decision } from '../model/library/decision.ts'
import { reduceApp } from './app.ts'
import { reduceDetails } from './catalogue/details.ts'
import { reduceReleaseFiles } from './catalogue/releaseFiles.ts'
import { reduceReleaseFilter } from './catalogue/releaseFilter.ts'
import { reduceReleases } from './catalogue/releases.ts'
import { reduceSearch } from './catalogue/search.ts'
import { reduceDownloads } from './downloads/downloads.ts'
import { reduceDecisions } from './library/decisions.ts'
import { reduceLibrary } from './library/library.ts'
import { reduceLibraryClear } from './library/libraryClear.ts'
import { reduceSelection, type Standing, standing } from './library/selection.ts'
import { reduceTriage } from './library/triage.ts'
import { keepNewest, reduceNotices } from './notices.ts'
import { reduceSession } from './people/session.ts'
import { reducePlayer } from './playback/player.ts'
import { reduceQueue } from './playback/queue.ts'
import { awaitedPlay, type PlayChoice } from './playback/queueReading.ts'
import { reduceRecent } from './playback/recent.ts'
import { reducePlaylists } from './playlists/playlists.ts'
import { reduceSettings } from './settings.ts'
import type { Store } from './store.ts'

/** What a reducer must know of the state before those that run ahead of it. */
interface Before {
  readonly awaited: PlayChoice | null
  readonly job: Readonly<DownloadJob> | undefined
  readonly decision: Readonly<Decision> | undefined
  readonly stood: Standing | null
}

export const NOTHING: Before = { awaited: null, job: undefined, decision: undefined, stood: null }
const awaited = (state: Store): Before => ({ ...NOTHING, awaited: awaitedPlay(state) })
/** It is read for the domains whose reducers ask for it. */
const READ: ReadonlyMap<string, (state: Store, event: AppEvent) => Before> = new Map([
  ['player', awaited],
  ['playlist', awaited],
  ['queue', awaited],
  ['release', (state: Store, event: AppEvent) => ({ ...awaited(state), stood: standing(state, event) })],
  ['session', awaited],
  ['library', (state: Store, event: AppEvent) => ({ ...NOTHING, stood: standing(state, event) })],
  [
    'download',
    (state: Store, { payload }: AppEvent) =>
      'downloadID' in payload ? { ...NOTHING, job: state.get('job', payload.downloadID) } : NOTHING,
  ],
  [
    'decision',
    (state: Store, event: AppEvent) =>
      event.type === 'decision.takenBack' ? { ...NOTHING, decision: state.get('decision', event.payload.id) } : NOTHING,
  ],
])

type Reducer = (state: Store, event: AppEvent, before: Before) => void
type LateReducer = (state: Store, event: AppEvent) => void

/** In their order, by the domains they hear: the beginnings of the types of events. An event goes to a third of them. */
export const HEARD: readonly (readonly [reducer: Reducer, ...domains: string[]])[] = [
  [reduceApp, 'app', 'release'],
  [reduceSession, 'session'],
  [reduceReleaseFilter, 'release', 'session'],
  [reduceReleases, 'release'],
  [reduceDetails, 'release', 'player', 'queue'],
  [reduceReleaseFiles, 'release', 'session'],
  [reduceLibrary, 'library', 'session'],
  [reduceLibraryClear, 'library', 'session'],
  [reducePlaylists, 'playlist', 'session'],
  [reduceSearch, 'search', 'library', 'app', 'session'],
  [(state, event, { stood }) => reduceSelection(state, event, stood), 'selection', 'library', 'release', 'session'],
  [reduceQueue, 'queue', 'player', 'playlist', 'release', 'session'],
  [(state, event, before) => reducePlayer(state, event, before.awaited), 'player', 'queue', 'playlist', 'release', 'triage', 'session'],
  [reduceRecent, 'recent', 'player', 'library', 'release', 'app', 'session'],
  [reduceDownloads, 'download', 'app', 'session'],
  [reduceDecisions, 'decision', 'download', 'session'],
  [(state, event, { decision }) => reduceTriage(state, event, decision), 'triage', 'player', 'library', 'download', 'decision', 'session'],
  [reduceSettings, 'setting', 'player', 'profile', 'session'],
  [(state, event, { job, decision }) => reduceNotices(state, event, job, decision), 'notice', 'app', 'download', 'decision', 'queue', 'session'],
] // biome-ignore format: a table

/** Reducers that came later, by the domains they hear. */
const late = new Map<LateReducer, readonly string[]>()

/** What an event goes through, by its type. */
interface Route {
  readonly read: ((state: Store, event: AppEvent) => Before) | undefined
  readonly reducers: readonly Reducer[]
  readonly late: readonly LateReducer[]
}
const routes = new Map<string, Route>()

/**
 * Takes in the reducer of a domain that comes later (`admit` of the catalogue). It reads and writes its own tables alone.
 * @param domains it is given no events but theirs
 */
export function admitReducer(reducer: LateReducer, ...domains: string[]): void {
  late.set(reducer, domains)
  routes.clear()
}

function routeOf(type: string): Route {
  const known = routes.get(type)
  if (known) return known
  const domain = type.slice(0, type.indexOf('.'))
  const route = {
    read: READ.get(domain),
    reducers: HEARD.flatMap(([reducer, ...domains]) => (domains.includes(domain) ? [reducer] : [])),
    late: [...late].flatMap(([reducer, domains]) => (domains.includes(domain) ? [reducer] : [])),
  }
  routes.set(type, route)
  return route
}

/** Applies one event to the state it is given. Pure but for that state: same log, same state. */
export function reduce(state: Store, event: AppEvent): void {
  const { read, reducers, late: later } = routeOf(event.type)
  const before = read ? read(state, event) : NOTHING
  for (let at = 0; at < reducers.length; at++) (reducers[at] as Reducer)(state, event, before)
  keepNewest(state)
  for (let at = 0; at < later.length; at++) (later[at] as LateReducer)(state, event)
}
