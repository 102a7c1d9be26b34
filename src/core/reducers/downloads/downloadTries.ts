/** When jobs are tried again, and what becomes of them where nobody does: failed and cut off jobs, and waits for a time. */
import type { AppEvent } from '../../events/index.ts'
import type { DownloadJob } from '../../model/downloads/download.ts'
import { SELF } from '../../model/entities.ts'
import type { Store } from '../store.ts'
import { groupsOf, restartBundle } from './bundles.ts'
import { eachJob, finished, interrupted, startOver, waitAgain } from './downloadJobs.ts'
import { isCut } from './downloadPauses.ts'

export function reduceDownloadTries(state: Store, event: AppEvent): void {
  switch (event.type) {
    case 'download.restarted':
      return restart(state, [event.payload.downloadID])
    case 'download.failedRetried': {
      const { interrupted: isAll = true } = event.payload
      const { ids } = state.single('jobOrder')
      return restart(state, isAll ? ids : ids.filter((id) => !isCut(state.get('job', id))))
    }
    case 'download.takenOver': {
      const cut = new Set(event.payload.interrupted)
      return eachJob(state, (id) => {
        const job = state.get('job', id)
        if (job && cut.has(id)) state.set('job', id, job.status === 'finished' ? finished(job) : interrupted(job))
        else if (job?.status === 'loading') waitAgain(state, job)
      })
    }
    case 'app.clockPutBack':
      return bringBack(state, event.payload.byMs, state.single('app').startedAt + event.t)
  }
}

/** Nobody here goes on with what is under way, or says how it stands. */
export function cutAll(state: Store): void {
  eachJob(state, (id) => {
    const job = state.get('job', id)
    if (job?.status === 'waiting' || job?.status === 'loading') state.set('job', id, interrupted(job))
  })
}

/** Failed jobs wait again with nothing received, at the end of the line, in the order they stood. */
function restart(state: Store, ids: readonly string[]): void {
  const again = ids.filter((id) => state.get('job', id)?.status === 'failed')
  if (again.length === 0) return
  const groups = groupsOf(state)
  for (const id of again) {
    const job = state.get('job', id) as DownloadJob
    if (job.type === 'bundle') restartBundle(state, job, groups.get(id) ?? [])
    else if (job.status === 'failed') state.set('job', id, startOver(job))
  }
  // A song keeps its place in its bundle, a bundle takes its songs along.
  const moved = new Set(
    again.filter((id) => !state.get('job', id)?.place).flatMap((id) => [id, ...(groups.get(id) ?? [])]),
  )
  state.set('jobOrder', SELF, { ids: [...state.single('jobOrder').ids.filter((id) => !moved.has(id)), ...moved] })
}

/** The clock was put back: what waits goes on as soon as before, and nothing was saved later than now (ms since 1970). */
function bringBack(state: Store, byMs: number, now: number): void {
  const { retryAt } = state.single('downloadServer')
  if (retryAt !== null) state.set('downloadServer', SELF, { retryAt: retryAt - byMs })
  eachJob(state, (id) => {
    const job = state.get('job', id)
    if ((job?.savedAt ?? 0) > now) state.patch('job', id, { savedAt: now })
    if (job?.retryAt) state.patch('job', id, { retryAt: job.retryAt - byMs })
  })
}
