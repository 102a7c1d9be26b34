/** What the state worker keeps of the workers it is joined to, so that each of them can be another one. */
import type { Remote } from 'comlink'
import type { FromEngine, ToEngine } from '#core/contracts/engine.ts'
import type { LogHeader, LogWorker } from '#core/contracts/log.ts'
import { appOpened, appWentOffline } from '#core/events/app.ts'
import type { RemoteDomain } from '#core/events/define.ts'
import { downloadFolderChanged, downloadHistoryRestored, downloadMirrored } from '#core/events/downloads.ts'
import { type AppDraft, type AppEvent, definitionOf, type EventOf } from '#core/events/index.ts'
import { accessRefused } from '#core/events/people/access.ts'
import { sessionSignInFailed, sessionSignOutRequested } from '#core/events/people/session.ts'
import { settingRestored } from '#core/events/settings.ts'
import { SELF } from '#core/model/entities.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'
import type { Clock } from './api/transport/clock.ts'
import { slices } from './engines/downloads/slices.ts'
import type { Engine } from './engines/engine.ts'
import { NoLogWorker } from './engines/state/logWriter.ts'
import { Replaceable } from './replaceable.ts'

/** What a newcomer has to hear before it can go on: drafts in the order they are told. */
export type Story = (known: Known) => readonly AppDraft[]

export interface Known {
  readonly state: ReadonlyStore
  readonly opened: EventOf<'app.opened'> | null
  /** Null while nobody is signed in. */
  readonly started: EventOf<'session.started'> | null
}

/**
 * An engine in another worker: it is sent the events that are declared to be followed by it, but for the facts it
 * reported itself. What one task brings goes as one message.
 */
export class RemoteEngine implements Engine {
  #port: MessagePort
  #state: ReadonlyStore | null = null
  #opened: EventOf<'app.opened'> | null = null
  #started: EventOf<'session.started'> | null = null
  #unsent: AppEvent[] = []
  /** Ends of sessions it was sent and has not said it heard. */
  #unheardEnds = 0

  constructor(
    port: MessagePort,
    readonly domain: RemoteDomain,
    readonly facts: (message: FromEngine) => void,
  ) {
    this.#port = port
    this.#listen()
  }

  accept(event: AppEvent, state: ReadonlyStore): void {
    this.#state = state
    if (event.type === 'app.opened') this.#opened = event
    else if (event.type === 'session.started') this.#started = event
    else if (event.type === 'session.ended') this.#started = null
    if (event.source === this.domain || !definitionOf(event).follows.includes(this.domain)) return
    if (event.type === 'session.ended') this.#unheardEnds += 1
    if (this.#unsent.push(event) === 1) queueMicrotask(() => this.#flush())
  }

  post(message: ToEngine): void {
    this.#flush()
    this.#port.postMessage(message)
  }

  #flush(): void {
    const events = this.#unsent
    this.#unsent = []
    if (events.length > 0) this.#port.postMessage({ events } satisfies ToEngine)
  }

  /**
   * The worker at this port is new. What the dead one still says is not heard.
   * @param lost what is to be said in place of the dead one, which answers nothing any more
   */
  rejoin(port: MessagePort, story: Story, lost: Story = () => []): void {
    // What was for the dead one is in the story.
    this.#unsent = []
    this.#unheardEnds = 0
    this.#port.onmessage = null
    this.#port.close()
    this.#port = port
    this.#listen()
    if (!this.#state) return
    const known = { state: this.#state, opened: this.#opened, started: this.#started }
    const facts = lost(known).map((draft) => ({ draft, source: this.domain, cause: null }))
    // As from another tab: nothing of it is new to the log. A message each, as some of them are long.
    for (const draft of story(known))
      this.post({ events: [{ ...draft, seq: 0, t: 0, source: 'tab', cause: null } as AppEvent] })
    if (facts.length > 0) this.facts({ facts })
  }

  #listen(): void {
    this.#port.onmessage = ({ data }: MessageEvent<FromEngine>) => {
      if (data.ended) this.#unheardEnds -= 1
      // What comes before is of a session that is over, and nothing to whoever signs in next.
      else if (this.#unheardEnds === 0) this.facts(data)
    }
  }
}

/** To the session worker, which has the session already: that it is to end, if somebody wished that of the dead one. */
export const sessionStory: Story = ({ state }) => {
  const { status, showLogoutDisclaimerModal } = state.single('session')
  if (status !== 'signingOut') return []
  return [sessionSignOutRequested(showLogoutDisclaimerModal ? { expired: true } : {})]
}

/**
 * What the dead session worker was asked with a secret, which it alone held, cannot be asked of another one: it failed as
 * what no server answers does, and whoever asked may ask again.
 */
export const sessionLost: Story = ({ state }) => {
  const access = state.get('access', SELF)
  const refused = { code: 'UNREACHABLE', message: '' } as const
  return [
    ...(state.single('session').status === 'signingIn' ? [sessionSignInFailed(refused)] : []),
    ...(access?.status === 'waiting' ? [accessRefused({ requestId: access.requestId, ...refused })] : []),
  ]
}

/**
 * To the downloads worker: the settings, what the dead one told of the folder and of earlier visits, which need not be
 * told again, every job as it stands, and last who is signed in, which makes it begin.
 */
export const downloadStory: Story = ({ state, opened, started }) => {
  const { ids } = state.single('jobOrder')
  const jobs = ids.flatMap((id) => state.get('job', id) ?? [])
  return [
    // The clock may have been put back since.
    ...(opened ? [appOpened({ ...opened.payload, startedAt: state.single('app').startedAt })] : []),
    ...(state.single('app').online ? [] : [appWentOffline({})]),
    settingRestored({ settings: state.single('setting') }),
    ...(started
      ? [
          downloadFolderChanged(state.single('downloadFolder')),
          ...slices([...state.ids('downloaded')]).map((keys) => downloadHistoryRestored({ keys })),
          ...slices(jobs).map((some) => downloadMirrored({ jobs: some, order: null, joins: true })),
          downloadMirrored({ jobs: [], order: [...ids] }),
          draftOf(started),
        ]
      : []),
  ]
}

const draftOf = ({ type, v, payload }: AppEvent) => ({ type, v, payload }) as AppDraft

/** How long somebody waits who asks which logs there are, ms: those of other pages may be looked through first. */
const LIST_MS = 20_000
/** A log of 60 MB is packed in less, also on a slow machine, ms. */
const EXPORT_MS = 60_000

/**
 * The log worker's calls. A new one goes on with the log the dead one wrote; when there will be none, each is refused.
 * What somebody waits for has a deadline; segments wait for whoever comes.
 */
export class LogCalls {
  readonly calls: LogWorker
  readonly #log: Replaceable<LogWorker>
  #header: LogHeader | null = null
  #owner: string | null = null

  /** @param hold keeps other pages from closing this log: the worker that writes it may die and come again */
  constructor(first: Remote<LogWorker>, clock: Pick<Clock, 'setTimer' | 'clearTimer'>, hold: (logId: string) => void) {
    this.#log = new Replaceable<LogWorker>(first, { clock, ms: { list: LIST_MS, export: EXPORT_MS } })
    const { calls } = this.#log
    this.calls = {
      open: (header) => {
        // Nobody waits any more for what is still to be done with the log before, and it is not to be done with this one.
        this.#log.drop(new NoLogWorker('the log before is over'), ['list', 'export'])
        this.#header = header
        this.#owner = null
        hold(header.logId)
        return calls.open(header)
      },
      append: (segment) => calls.append(segment),
      rebase: (base, t) => calls.rebase(base, t),
      own: (playerId) => {
        this.#owner = playerId
        return calls.own(playerId)
      },
      forget: () => calls.forget(),
      close: () => {
        this.#header = null
        return calls.close()
      },
      list: (playerId) => calls.list(playerId),
      export: (logId, playerId, choice) => calls.export(logId, playerId, choice),
    }
  }

  /** The log worker died once too often. @param message what is known of the reason */
  fail(message: string): void {
    this.#log.fail(new NoLogWorker(`the log worker failed: ${message}`))
  }

  replace(next: Remote<LogWorker>): Promise<void> {
    return this.#log.replace(next, async (log) => {
      if (this.#header) await log.open(this.#header)
      if (this.#header && this.#owner !== null) await log.own(this.#owner)
    })
  }
}
