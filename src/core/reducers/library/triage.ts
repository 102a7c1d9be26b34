/**
 * Going through releases by keys (triage): the round counts what came of each release, however it came about, and
 * knows where to go on when a decision was taken back. It runs behind the reducers whose answers it counts.
 */
import type { AppEvent } from '../../events/index.ts'
import { SELF } from '../../model/entities.ts'
import { type Decision, NO_TRIAGE, type Triaged } from '../../model/library/decision.ts'
import type { Mark } from '../../model/library/library.ts'
import type { Store } from '../store.ts'

const NOTHING: Triaged = { heard: false, flagged: false, archived: false, jobs: [] }
const MADE_OF: Readonly<Record<Mark, Partial<Triaged>>> = {
  flagged: { flagged: true },
  unflagged: { flagged: false },
  archived: { archived: true },
  restored: { archived: false },
}

/** @param decision the one the event takes back, as it was before the event */
export function reduceTriage(state: Store, event: AppEvent, decision: Readonly<Decision> | undefined): void {
  if (event.type === 'triage.begun') return begin(state, event.payload.heard)
  if (!state.single('triage').on) return
  switch (event.type) {
    case 'triage.ended':
    case 'session.ended':
      return end(state)
    case 'player.releaseChosen':
      return note(state, event.payload.releaseid, { heard: true })
    case 'player.hookChosen': {
      const release = state.single('player').release
      return release ? note(state, release.releaseid, { heard: true }) : undefined
    }
    case 'library.markAnswered': {
      const { releaseid, trackid, mark } = event.payload
      return trackid === null ? note(state, releaseid, MADE_OF[mark]) : undefined
    }
    case 'download.requested':
      for (const { downloadID, releaseid } of event.payload.requests)
        if (event.source !== 'tab' && releaseid !== null && state.get('job', downloadID))
          note(state, releaseid, { jobs: [...(state.get('triaged', releaseid)?.jobs ?? []), downloadID] })
      return
    case 'download.removed':
    case 'download.skipped':
      return unnote(state, event.payload.downloadID)
    case 'decision.takenBack': {
      if (decision?.releaseid == null) return
      const back = { releaseid: decision.releaseid, requestId: event.payload.requestId }
      return state.patch('triage', SELF, { back })
    }
  }
}

function begin(state: Store, heard: string | null): void {
  end(state)
  state.set('triage', SELF, { ...NO_TRIAGE, on: true })
  if (heard !== null) note(state, heard, { heard: true })
}

function end(state: Store): void {
  for (const id of [...state.ids('triaged')]) state.drop('triaged', id)
  state.set('triage', SELF, NO_TRIAGE)
}

function note(state: Store, releaseid: string, made: Partial<Triaged>): void {
  const before = state.get('triaged', releaseid) ?? NOTHING
  const now = { ...before, ...made }
  state.set('triaged', releaseid, now)
  const { heard, flagged, archived, downloaded } = state.single('triage')
  state.patch('triage', SELF, {
    heard: heard + Number(now.heard) - Number(before.heard),
    flagged: flagged + Number(now.flagged) - Number(before.flagged),
    archived: archived + Number(now.archived) - Number(before.archived),
    downloaded: downloaded + Number(now.jobs.length > 0) - Number(before.jobs.length > 0),
  })
}

function unnote(state: Store, job: string): void {
  for (const id of [...state.ids('triaged')]) {
    const jobs = state.get('triaged', id)?.jobs ?? []
    if (jobs.includes(job)) note(state, id, { jobs: jobs.filter((other) => other !== job) })
  }
}
