/**
 * What follows from an event, in every domain. The order matters in four places: details and playlists before the
 * queue that waits for them, the queue before the player that plays what it selected, both
 * before the settings and notices that remember what they made of it, and marks and downloads before the decisions
 * they were. What a later reducer must know of
 * the state before an earlier one is read here and handed on.
 */
import type { AppEvent } from '../events/index.ts'
import { reduceApp } from './app.ts'
import { reduceDecisions } from './decisions.ts'
import { reduceDownloads } from './downloads.ts'
import { reduceLibrary } from './library.ts'
import { reduceLibraryClear } from './libraryClear.ts'
import { reduceNotices } from './notices.ts'
import { reducePlayer } from './player.ts'
import { reducePlaylists } from './playlists.ts'
import { reduceQueue } from './queue.ts'
import { awaitedPlay } from './queueReading.ts'
import { reduceRecent } from './recent.ts'
import { reduceReleaseFiles } from './releaseFiles.ts'
import { reduceReleases } from './releases.ts'
import { reduceSearch } from './search.ts'
import { reduceSelection, standing } from './selection.ts'
import { reduceSession } from './session.ts'
import { reduceSettings } from './settings.ts'
import type { Store } from './store.ts'
import { reduceTriage } from './triage.ts'

/** Applies one event to the state it is given. Pure but for that state: same log, same state. */
export function reduce(own: Store, event: AppEvent): void {
  const awaited = awaitedPlay(own)
  const job = 'downloadID' in event.payload ? own.get('job', event.payload.downloadID) : undefined
  const decision = event.type === 'decision.takenBack' ? own.get('decision', event.payload.id) : undefined
  const stood = standing(own, event)
  reduceApp(own, event)
  reduceSession(own, event)
  reduceReleases(own, event)
  reduceReleaseFiles(own, event)
  reduceLibrary(own, event)
  reduceLibraryClear(own, event)
  reducePlaylists(own, event)
  reduceSearch(own, event)
  reduceSelection(own, event, stood)
  reduceQueue(own, event)
  reducePlayer(own, event, awaited)
  reduceRecent(own, event)
  reduceDownloads(own, event)
  reduceDecisions(own, event)
  reduceTriage(own, event, decision)
  reduceSettings(own, event)
  reduceNotices(own, event, job, decision)
}
