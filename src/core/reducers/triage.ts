/**
 * Going through releases by keys (triage): the round counts what came of each release, however it came about, and
 * knows where to go on when a decision was taken back. It runs behind the reducers whose answers it counts.
 */
import type { AppEvent } from '../events/index.ts'
import { SELF } from '../model/entities.ts'
import { type Decision, NO_TRIAGE, type Triaged } from '../model/library/decision.ts'
import type { Mark } from '../model/library/library.ts'
import type { Store } from './store.ts'

const NOTHING: Triaged = { heard: false, flagged: false, archived: false, jobs: [] }
const MADE_OF: Readonly<Record<Mark, Partial<Triaged>>> = {
  flagged: { flagged: true },
  unflagged: { flagged: false },
  archived: { archived: true },
  restored: { archived: false },
}

/** @param decision the one the event takes back, as it was before the event */
export function reduceTriage(own: Store, event: AppEvent, decision: Readonly<Decision> | undefined): void {
  if (event.type === 'triage.begun') return begin(own, event.payload.heard)
  if (!own.single('triage').on) return
  switch (event.type) {
    case 'triage.ended':
    case 'session.ended':
      return end(own)
    case 'player.releaseChosen':
      return note(own, event.payload.releaseid, { heard: true })
    case 'player.hookChosen': {
      const release = own.single('player').release
      return release ? note(own, release.releaseid, { heard: true }) : undefined
    }
    case 'library.markAnswered': {
      const { releaseid, trackid, mark } = event.payload
      return trackid === null ? note(own, releaseid, MADE_OF[mark]) : undefined
    }
    case 'download.requested':
      for (const { downloadID, releaseid } of event.payload.requests)
        if (event.source !== 'tab' && releaseid !== null && own.get('job', downloadID))
          note(own, releaseid, { jobs: [...(own.get('triaged', releaseid)?.jobs ?? []), downloadID] })
      return
    case 'download.removed':
    case 'download.skipped':
      return unnote(own, event.payload.downloadID)
    case 'decision.takenBack': {
      if (decision?.releaseid == null) return
      const back = { releaseid: decision.releaseid, requestId: event.payload.requestId }
      return own.patch('triage', SELF, { back })
    }
  }
}

function begin(own: Store, heard: string | null): void {
  end(own)
  own.set('triage', SELF, { ...NO_TRIAGE, on: true })
  if (heard !== null) note(own, heard, { heard: true })
}

function end(own: Store): void {
  for (const id of [...own.ids('triaged')]) own.drop('triaged', id)
  own.set('triage', SELF, NO_TRIAGE)
}

function note(own: Store, releaseid: string, made: Partial<Triaged>): void {
  const before = own.get('triaged', releaseid) ?? NOTHING
  const now = { ...before, ...made }
  own.set('triaged', releaseid, now)
  const { heard, flagged, archived, downloaded, ...round } = own.single('triage')
  own.set('triage', SELF, {
    ...round,
    heard: heard + Number(now.heard) - Number(before.heard),
    flagged: flagged + Number(now.flagged) - Number(before.flagged),
    archived: archived + Number(now.archived) - Number(before.archived),
    downloaded: downloaded + Number(now.jobs.length > 0) - Number(before.jobs.length > 0),
  })
}

function unnote(own: Store, job: string): void {
  for (const id of [...own.ids('triaged')]) {
    const jobs = own.get('triaged', id)?.jobs ?? []
    if (jobs.includes(job)) note(own, id, { jobs: jobs.filter((other) => other !== job) })
  }
}
