/**
 * What follows from an event, in every domain. The order matters in four places: details and playlists before the
 * queue that waits for them, the queue before the player that plays what it selected, both
 * before the settings and notices that remember what they made of it, and marks and downloads before the decisions
 * they were. What a later reducer must know of
 * the state before an earlier one is read here and handed on.
 */
import type { AppEvent } from '../events/index.ts'
import { reduceApp } from './app.ts'
import { reduceReleaseFiles } from './catalogue/releaseFiles.ts'
import { reduceReleases } from './catalogue/releases.ts'
import { reduceSearch } from './catalogue/search.ts'
import { reduceDownloads } from './downloads/downloads.ts'
import { reduceDecisions } from './library/decisions.ts'
import { reduceLibrary } from './library/library.ts'
import { reduceLibraryClear } from './library/libraryClear.ts'
import { reduceSelection, standing } from './library/selection.ts'
import { reduceTriage } from './library/triage.ts'
import { reduceNotices } from './notices.ts'
import { reduceSession } from './people/session.ts'
import { reducePlayer } from './playback/player.ts'
import { reduceQueue } from './playback/queue.ts'
import { awaitedPlay } from './playback/queueReading.ts'
import { reduceRecent } from './playback/recent.ts'
import { reducePlaylists } from './playlists/playlists.ts'
import { reduceSettings } from './settings.ts'
import type { Store } from './store.ts'

type LateReducer = (state: Store, event: AppEvent) => void
/** Reducers that came later, by the domains they hear: the beginnings of the types of events. */
const late = new Map<LateReducer, readonly string[]>()
/** Which of them an event concerns, by its type. */
const routes = new Map<string, readonly LateReducer[]>()

/**
 * Takes in the reducer of a domain that comes later (`admit` of the catalogue). It reads and writes its own tables alone.
 * @param domains it is given no events but theirs
 */
export function admitReducer(reducer: LateReducer, ...domains: string[]): void {
  late.set(reducer, domains)
  routes.clear()
}

function routeOf(type: string): readonly LateReducer[] {
  const known = routes.get(type)
  if (known) return known
  const domain = type.slice(0, type.indexOf('.'))
  const route = [...late].flatMap(([reducer, domains]) => (domains.includes(domain) ? [reducer] : []))
  routes.set(type, route)
  return route
}

/** Applies one event to the state it is given. Pure but for that state: same log, same state. */
export function reduce(state: Store, event: AppEvent): void {
  const awaited = awaitedPlay(state)
  const job = 'downloadID' in event.payload ? state.get('job', event.payload.downloadID) : undefined
  const decision = event.type === 'decision.takenBack' ? state.get('decision', event.payload.id) : undefined
  const stood = standing(state, event)
  reduceApp(state, event)
  reduceSession(state, event)
  reduceReleases(state, event)
  reduceReleaseFiles(state, event)
  reduceLibrary(state, event)
  reduceLibraryClear(state, event)
  reducePlaylists(state, event)
  reduceSearch(state, event)
  reduceSelection(state, event, stood)
  reduceQueue(state, event)
  reducePlayer(state, event, awaited)
  reduceRecent(state, event)
  reduceDownloads(state, event)
  reduceDecisions(state, event)
  reduceTriage(state, event, decision)
  reduceSettings(state, event)
  reduceNotices(state, event, job, decision)
  for (const reduceLate of routeOf(event.type)) reduceLate(state, event)
}
