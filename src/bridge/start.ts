/**
 * Opens the bridge: starts the workers, joins them by ports, and sets what `wish` and `observe` do.
 *
 *                     ┌────────── main ──────────┐
 *            wishes ▼ │ ▲ batches                │ Comlink calls
 *   log ◀───────── state ◀──────▶ session ◀──broker── downloads
 *                     └──────────────────────────────▲ events ▼ facts
 *
 * Only the state worker holds what cannot be had again: without it the page stops. The others are started anew
 * (revive.ts, which comes with the late parts) and joined to those that live.
 */
import { proxy, type Remote, transfer } from 'comlink'
import type { DownloadsWorker } from '#core/contracts/downloads.ts'
import type { LogWorker } from '#core/contracts/log.ts'
import type { SessionWorker, StoreTokens } from '#core/contracts/session.ts'
import type { FromState, StateWorker } from '#core/contracts/state.ts'
import { appWorkerFailed } from '#core/events/app.ts'
import {
  type AppDraft,
  type AppEvent,
  definitionOf,
  type HeardEvent,
  isHeard,
  type Source,
} from '#core/events/index.ts'
import { isPublicSession } from '#core/model/people/publicSession.ts'
import type { StoredTokens } from '#core/model/people/storedTokens.ts'
import { messageOf } from '#core/model/text/messageOf.ts'
import { reduceFirst } from '#core/reducers/first.ts'
import type { Touched } from '#core/reducers/store.ts'
import { emit, on } from './bus.ts'
import { setDispatch } from './dispatch.ts'
import type { Joints, Revivable, Revive, Workers } from './joints.ts'
import { lateWorker } from './lateWorker.ts'
import { type IsShown, Mirror } from './mirror.ts'
import { Outbox } from './outbox.ts'
import { Waiting } from './waiting.ts'
import { type Started, WorkerGone, watch } from './worker.ts'

/** So many changed entities are shown by whoever changed them: ten thousand jobs change at one press. */
const SHOWN_AT_ONCE = 1000

/** So long a call waits for a session worker that is started again, ms. */
const NEXT_MAX_MS = 5000

/** Whole in each line: so the build finds the script of each worker. */
const MAKE: Readonly<Record<keyof Workers, () => Worker>> = {
  state: () => new Worker(new URL('../../workers/state.worker.ts', import.meta.url), { type: 'module', name: 'state' }),
  session: () =>
    new Worker(new URL('../../workers/session.worker.ts', import.meta.url), { type: 'module', name: 'session' }),
  log: () => new Worker(new URL('../../workers/log.worker.ts', import.meta.url), { type: 'module', name: 'log' }),
  downloads: () =>
    new Worker(new URL('../../workers/downloads.worker.ts', import.meta.url), { type: 'module', name: 'downloads' }),
}

/** Looked for in the batch itself: the bus speaks when all of it is shown already. */
const beginsPublic = (event: HeardEvent) => event.type === 'session.started' && isPublicSession(event)

export interface BridgeParts {
  /** Wall clock, ms. */
  readonly now: () => number
  readonly opened: Extract<AppDraft, { type: 'app.opened' }>
  /** What the page has of a session now, and how it is given other tokens. */
  readonly storedTokens: () => StoredTokens
  readonly storeTokens: StoreTokens
  /**
   * When each worker may begin; null: at once. What they are told meanwhile waits for them, and so does the first screen
   * wait for nothing but itself.
   */
  readonly begins: Readonly<Record<keyof Workers, Promise<unknown> | null>>
  /** From now on this page leaves nothing on this device. */
  readonly keepNothing: () => void
  /** What the visit before could not write any more, as text; null: nothing. */
  readonly lastChanges: string | null
  /** Told that the script of the state worker does not come. @returns whether the page says so by itself */
  readonly notLoaded: () => boolean
  /** Told after each change of the mirror. `fresh`: everything changed. */
  readonly project: (touched: readonly Touched[], fresh: boolean) => void
  /** Whether anybody shows a page of a list: the mirror keeps it. */
  readonly isShownPage: IsShown
  /** Told in the press itself of a wish that is heard later, when it shows. */
  readonly heardLater: (event: HeardEvent) => void
}

/** The calls of each worker, of the one that lives now: to be asked for with each call. */
export interface Bridge {
  readonly mirror: Mirror
  readonly session: Remote<SessionWorker>
  readonly state: Remote<StateWorker>
  readonly downloads: Remote<DownloadsWorker>
  readonly log: Remote<LogWorker>
  /**
   * A call of the session worker that may be made twice: where it is gone, of the next one as soon as that is started.
   * @throws WorkerGone where none came in time
   */
  readonly askSession: <T>(call: (session: Remote<SessionWorker>) => Promise<T>) => Promise<T>
  /** All reducers are here, and whoever listens: from now on whatever is pressed shows at once. */
  readonly echoBy: (...by: Parameters<Mirror['echoBy']>) => void
  /** As the bus' `on`, for who comes with the reducers: they are told first what was heard before. */
  readonly on: typeof on
  /** Who starts again a worker that was lost is here, for those as well that were lost before. */
  readonly reviveBy: (revive: Revive) => void
  /** Writes down in the log what was made so far. */
  readonly flush: () => void
  /** The page is put away and begins anew when it is shown: ends the workers that hold locks others wait for. */
  readonly leave: () => void
  /** The workers that live now. */
  readonly workers: Workers
}

/** Starts everything: the workers load while the rest of the page does, or after it. */
export function openBridge(parts: BridgeParts): Bridge {
  const mirror = new Mirror(reduceFirst, false, parts.isShownPage)
  const toState = new MessageChannel()
  const outbox = new Outbox({
    post: (message) => toState.port1.postMessage(message),
    now: () => performance.now(),
    timersLag: () => document.visibilityState === 'hidden',
  })
  let wishes = 0
  let dead = false
  let left = false
  const waiting = new Waiting(() => dead || mirror.isShown)
  /** What was heard before the late parts listen; null: they do. */
  let early: HeardEvent[] | null = []
  const hear = (event: HeardEvent) => {
    early?.push(event)
    emit(event)
  }

  /** What is much is shown in a task of its own: it is read from the mirror when its turn comes. */
  const show = (touched: readonly Touched[]) => {
    if (touched.length > SHOWN_AT_ONCE) setTimeout(() => parts.project(touched, false))
    else parts.project(touched, false)
  }

  const dispatch = (draft: AppDraft, source: Source) => {
    const at = parts.now()
    const isWish = definitionOf(draft).kind === 'wish'
    if (!isWish && !dead) return outbox.add(++wishes, at, source, draft, false)
    const t = Math.max(0, at - mirror.store.single('app').startedAt)
    const event = { seq: 0, t, source, cause: null, ...draft } as AppEvent
    if (dead) return parts.project(mirror.apply(event), false)
    const wish = ++wishes
    const touched = mirror.echo(wish, event)
    // Noted before anybody sees or hears of it: who does may answer at once, and the answer has to come after.
    outbox.add(wish, at, source, draft, true)
    show(touched)
    if (!isHeard(event)) return
    // Who hears it reads the state: it is said when it shows there.
    if (!mirror.isShown) parts.heardLater(event)
    waiting.when(() => hear(event))
  }

  const begin = <T extends object>(
    name: keyof Workers,
    died: (message: string, hasLived: boolean) => void,
  ): Started<T> => watch<T>(lateWorker(MAKE[name], parts.begins[name]), name, died, parts.storedTokens().isPublic)
  const beginRevivable = <T extends object>(which: Revivable): Started<T> => begin(which, lost(which))

  /** The state worker died, and the page has stopped. */
  let isOver = false
  let reviveBy = (_: Revive) => {}
  const reviving = new Promise<Revive>((resolve) => {
    reviveBy = resolve
  })
  function lost(which: Revivable): (message: string, hasLived: boolean) => void {
    return (message, hasLived) =>
      // Without the state worker there is nobody to join it to.
      void reviving.then((revive) => left || isOver || revive(joints, which, message, hasLived))
  }

  const workers: Workers = {
    state: begin('state', (message, hasLived) => {
      if (left) return
      dead = true
      // Nothing is lost with one that never began, and the form may stand until the page begins anew.
      if (!hasLived && parts.notLoaded()) return
      isOver = true
      // It would hold the lock of the one who downloads, and what it reports reaches nobody: another tab goes on.
      workers.downloads.worker.terminate()
      dispatch(appWorkerFailed({ worker: 'state', message }), 'platform')
      waiting.go()
    }),
    session: beginRevivable('session'),
    log: beginRevivable('log'),
    downloads: beginRevivable('downloads'),
  }

  /** Who waits for another session worker. */
  const forNext = new Set<() => void>()
  /** None comes any more. */
  let isSessionOver = false
  const joints: Joints = {
    workers,
    start(which) {
      // Each of them is the worker of its name.
      Object.assign(workers, { [which]: beginRevivable(which) })
      if (which === 'session') for (const goOn of forNext) goOn()
    },
    ended(which) {
      if (which !== 'session') return
      isSessionOver = true
      for (const goOn of forNext) goOn()
    },
    openSession: (state, player) =>
      workers.session.remote.open(parts.storedTokens(), transfer(state, [state]), proxy(parts.storeTokens), player),
    async takeAccess() {
      const { access } = parts.storedTokens()
      parts.storeTokens(null, null)
      return access
    },
    player: () => mirror.store.single('session').claims?.playerid ?? null,
    observe: (draft) => dispatch(draft, 'platform'),
  }

  toState.port1.onmessage = (message: MessageEvent<FromState>) => {
    // Before anything of it is shown, and so remembered.
    if (message.data.heard.some(beginsPublic)) parts.keepNothing()
    const touched = mirror.confirm(message.data)
    if (message.data.fresh) parts.project(touched, true)
    else show(touched)
    // Wishes came before the facts of their batch.
    waiting.go()
    for (const event of message.data.heard) hear(event)
  }
  setDispatch(dispatch, (call) => waiting.when(call))

  join(joints, toState.port2, parts)
  return {
    mirror,
    workers,
    state: workers.state.remote,
    get session() {
      return workers.session.remote
    },
    get downloads() {
      return workers.downloads.remote
    },
    get log() {
      return workers.log.remote
    },
    async askSession(call) {
      const { remote } = workers.session
      try {
        return await call(remote)
      } catch (error) {
        if (!(error instanceof WorkerGone)) throw error
        if (workers.session.remote === remote && !isSessionOver)
          await new Promise<void>((resolve) => {
            const goOn = () => {
              clearTimeout(timer)
              forNext.delete(goOn)
              resolve()
            }
            const timer = setTimeout(goOn, NEXT_MAX_MS)
            forNext.add(goOn)
          })
        return call(workers.session.remote)
      }
    },
    echoBy(...by) {
      show(mirror.echoBy(...by))
      waiting.go()
      early = null
    },
    reviveBy,
    on(type, listener) {
      for (const event of early ?? []) if (event.type === type) listener(event as never)
      return on(type, listener)
    },
    flush() {
      outbox.post()
      // Of a worker that is gone, or a log that is lost, it is known already.
      workers.state.remote.flush().catch(() => undefined)
    },
    leave() {
      left = true
      // What is pressed before the page begins anew shows in the mirror, as far as that goes.
      dead = true
      for (const { worker } of [workers.state, workers.session, workers.downloads]) worker.terminate()
      waiting.go()
    },
  }
}

/** Joins the workers to each other by ports, and opens each. @param main where the state worker and the page speak */
function join(joints: Joints, main: MessagePort, parts: Pick<BridgeParts, 'opened' | 'lastChanges'>): void {
  const sessionState = new MessageChannel()
  const downloadsState = new MessageChannel()
  const stateBroker = new MessageChannel()
  const downloadsBroker = new MessageChannel()
  const logState = new MessageChannel()
  const { state, session, log, downloads } = joints.workers
  log.worker.postMessage({ logPort: logState.port2 }, [logState.port2])

  const opening = {
    main,
    session: sessionState.port1,
    broker: stateBroker.port1,
    downloads: downloadsState.port1,
    log: logState.port1,
    opened: parts.opened,
    lastChanges: parts.lastChanges,
  }
  const ports = [opening.main, opening.session, opening.broker, opening.downloads, opening.log]
  // A worker that cannot even be opened counts as dead.
  const refused = (worker: Started<object>) => (error: unknown) => worker.giveUp(messageOf(error))
  state.remote.open(transfer(opening, ports)).catch(refused(state))
  joints.openSession(sessionState.port2, null).catch(refused(session))
  for (const broker of [stateBroker.port2, downloadsBroker.port2])
    session.remote.serve(transfer(broker, [broker])).catch(() => undefined)
  downloads.remote
    .open(
      transfer(downloadsState.port2, [downloadsState.port2]),
      transfer(downloadsBroker.port1, [downloadsBroker.port1]),
      false,
    )
    .catch(refused(downloads))
}
