/** What the engine does about each event it is sent. */
import type { AppEvent } from '#core/events/index.ts'
import { domainOf } from '#core/model/eventTypes.ts'
import type { OnlineLatch } from '../onlineLatch.ts'
import type { Facts } from './facts.ts'
import type { Wishes } from './journal/wishes.ts'
import type { Halt } from './schedule/halt.ts'
import type { JobTable } from './schedule/jobTable.ts'
import type { Memory } from './schedule/memory.ts'
import type { PerJob } from './schedule/perJob.ts'
import type { Standstill } from './schedule/standstill.ts'
import type { Works } from './schedule/works.ts'
import type { Visits } from './tabs/visits.ts'
import type { ServerWatch } from './transfer/serverWatch.ts'

/** Whoever does one of these wants to see downloads go on. */
const ASKS = /^(download\.(requested|restarted|resumed|allResumed|failedRetried)|setting\..+)$/
/** Rows go with these. */
const TAKES: ReadonlySet<string> = new Set(['download.removed', 'download.completedCleared', 'download.bundleTrimmed'])
/** There is a session that is good. */
const RENEWS = /^session\.(refreshed|started)$/

export interface HearingParts {
  readonly table: JobTable
  readonly facts: Facts
  readonly visits: Visits
  readonly wishes: Wishes
  readonly works: Works
  readonly memory: Memory
  readonly perJob: PerJob
  readonly standstill: Standstill
  readonly halt: Halt
  readonly latch: OnlineLatch
  readonly watch: ServerWatch
}

/** What is to be done about it is decided when all events that came with it were heard. */
export function hear(parts: HearingParts, event: AppEvent): void {
  const { table, visits, wishes, works, memory, standstill, halt, latch, watch } = parts
  const { causes } = parts.perJob
  if (event.type === 'session.ended') {
    visits.end(event)
    halt.goOn()
    return parts.facts.ended()
  }
  visits.tabs?.seen(event)
  if (ASKS.test(event.type)) {
    standstill.goOn(true)
    // A setting asks nothing of a server that wants to be left alone.
    if (domainOf(event.type) === 'download') halt.goOn()
  } else if (RENEWS.test(event.type)) halt.renewed()
  const stood = event.type === 'download.failedRetried' || event.type === 'download.allResumed' ? table.still() : []
  // Once the journal is read nobody asks which they were, and there may be very many.
  const before = TAKES.has(event.type) && !visits.isReady ? table.all().map(({ downloadID }) => downloadID) : []
  table.heard(event)
  visits.removed(before.filter((id) => !table.has(id)))
  switch (event.type) {
    case 'app.opened':
    case 'app.wentOffline':
    case 'app.wentOnline':
      if (!table.online) return latch.close()
      latch.open()
      return watch.hint()
    case 'session.refreshed':
      return watch.hint()
    case 'session.started':
      return visits.begin(event.payload.claims.playerid, event.seq)
    case 'download.requested':
      wishes.heard(event.payload.requests.map(({ downloadID }) => downloadID))
      for (const { downloadID } of event.payload.requests)
        if (table.has(downloadID) && !causes.has(downloadID)) causes.set(downloadID, event.seq)
      watch.hint()
      return visits.changed()
    case 'download.restarted':
    case 'download.resumed':
      causes.set(event.payload.downloadID, event.seq)
      watch.hint()
      return visits.changed()
    case 'download.failedRetried':
    case 'download.allResumed':
      for (const id of stood) if (table.get(id)?.status === 'waiting') causes.set(id, event.seq)
      watch.hint()
      return visits.changed()
    case 'download.saved':
      visits.remember(event.payload.downloadID)
      for (const id of [
        event.payload.downloadID,
        ...table.songsOf(event.payload.downloadID).map((song) => song.downloadID),
      ])
        if (works.stage(id) === 'stored') {
          works.rest(id, null)
          memory.saved(id)
          // What is the browser's takes no room in the memory of the window any more; on a disk it does.
          if (standstill.by === 'memory') standstill.goOn(false)
        }
      return visits.changed()
    case 'download.removed':
      wishes.heard([event.payload.downloadID])
      return visits.changed()
    case 'download.paused':
    case 'download.allPaused':
    case 'download.moved':
    case 'download.completedCleared':
    case 'download.bundleTrimmed':
    case 'download.failed':
      return visits.changed()
  }
}
