// The page: when it began, whether it is online, where it is, and what broke.
import type { AppEvent, EventOf } from '../events/index.ts'
import { SELF } from '../model/entities.ts'
import type { Store } from './store.ts'

export function reduceApp(state: Store, event: AppEvent): void {
  switch (event.type) {
    case 'app.opened':
      return state.patch('app', SELF, { startedAt: event.payload.startedAt, online: event.payload.online })
    // From now on this and an event's `t` make the time of day again.
    case 'app.clockPutBack':
      return state.patch('app', SELF, { startedAt: state.single('app').startedAt - event.payload.byMs })
    case 'app.navigated':
      return state.patch('app', SELF, { path: event.payload.path })
    case 'app.wentOffline':
      return state.patch('app', SELF, { online: false })
    case 'app.wentOnline':
      return state.patch('app', SELF, { online: true })
    case 'app.workerFailed':
      if (stopsWithout(event.payload.worker, state)) state.patch('app', SELF, { failedWorker: event.payload })
      // From now on nothing of this session is written down.
      if (event.payload.worker === 'log') state.patch('app', SELF, { logLost: 'refused' })
      if (event.payload.worker === 'downloads') state.patch('app', SELF, { downloadsLost: true })
      return
    case 'app.logLost':
      return state.patch('app', SELF, { logLost: event.payload.reason })
    case 'release.optionsReceived':
      return state.patch('app', SELF, { canDownload: event.payload.download })
  }
}

/** Nothing goes on without the state worker, whatever is lost after it; and without the session worker nobody says any more whose page it is. */
function stopsWithout(worker: EventOf<'app.workerFailed'>['payload']['worker'], state: Store): boolean {
  if (state.single('app').failedWorker?.worker === 'state') return false
  const { status } = state.single('session')
  return worker === 'state' || (worker === 'session' && (status === 'restoring' || status === 'unreachable'))
}
