// Hosts the order of the log, all reducers and the engines that need the whole state: makes them and joins their ports.
import './alive.ts'
import { expose, transfer, wrap } from 'comlink'
import type { FromEngine } from '#core/contracts/engine.ts'
import type { LogWorker } from '#core/contracts/log.ts'
import type { AskSecurity } from '#core/contracts/security.ts'
import type { TokenBroker } from '#core/contracts/session.ts'
import { readSent, type StateWorker, type ToState } from '#core/contracts/state.ts'
import type { AppDraft, Source } from '#core/events/index.ts'
import { DoubleOrder } from '#core/log/doubleOrder.ts'
import { channelOf, mintIn } from '#core/model/abilities.ts'
import { readLastChanges } from '#core/model/lastChanges.ts'
import { isPublicSession } from '#core/model/people/publicSession.ts'
import { createApi } from './api/transport/client.ts'
import { systemClock } from './api/transport/clock.ts'
import { BrokerCalls } from './brokerCalls.ts'
import type { Engine } from './engines/engine.ts'
import { createSecurityCalls } from './engines/security/calls.ts'
import { createNeed, type Need } from './engines/state/connections.ts'
import { createHearing } from './engines/state/hearing.ts'
import { createHost, type Host } from './engines/state/host.ts'
import { keepNothing, mayKeep, openStore, REFRESH_TOKEN } from './engines/storage.ts'
import type { Looking } from './inspecting.ts'
import { downloadStory, LogCalls, RemoteEngine, sessionLost, sessionStory } from './joined.ts'
import { LateEngines } from './lateEngines.ts'
import { holdForLife, logLock } from './locks.ts'
import { createLostSession, type LostSession } from './lostSession.ts'
import { createOwnSettings } from './ownSettings.ts'
import type { ReleaseFiles } from './stateEngines.ts'
import { whenItComes } from './whenItComes.ts'

let host: Host | null = null
let log: LogCalls | null = null
/** The ports to other threads, by the worker at their other end. */
let joints: Record<string, MessagePort> = {}
let brokers: BrokerCalls | null = null
let session: RemoteEngine | null = null
let lostSession: LostSession | null = null
let downloads: RemoteEngine | null = null
let needed: Need | null = null
let late: LateEngines | null = null
let signedIn: string | null = null
let security: AskSecurity | null = null
let files: (() => Promise<ReleaseFiles>) | null = null
/** Who looks on, while somebody does. */
let looking: Looking | null = null

const loadEngines = () => whenItComes(() => import('./stateEngines.ts'), fetch, systemClock)

/** Files and what else is kept nowhere, with the script of the engines. @throws Error before the worker was opened */
async function fetched(): Promise<ReleaseFiles> {
  if (!files) throw new Error('the state worker was not opened')
  return files()
}

expose({
  async open({ main, broker: brokerPort, log: logPort, opened, lastChanges, ...ports }) {
    const left = readLastChanges(lastChanges)
    joints = { state: main, log: logPort, session: ports.session, downloads: ports.downloads }
    log = new LogCalls(wrap<LogWorker>(logPort), systemClock, (logId) => holdForLife(logLock(logId)))
    const mine = new BrokerCalls(wrap<TokenBroker>(brokerPort))
    brokers = mine
    const broker = mine.calls
    const visit = () => mine.visit
    const facts = ({ facts }: FromEngine) => engines.pass(facts, () => host?.facts(facts))
    session = new RemoteEngine(ports.session, 'session', (message) => {
      if (message.asks === undefined) facts(message)
      else need.session(message.asks)
    })
    downloads = new RemoteEngine(ports.downloads, 'downloads', facts)
    const need = createNeed(systemClock, (needed) => downloads?.post({ events: [], needed }))
    needed = need
    const hears = createHearing({ fetch, need, tell: () => downloads?.post({ events: [], answered: true }) })
    const api = createApi({ fetch: hears.fetch, session: broker, clock: systemClock, visit })
    security = createSecurityCalls({ api, broker, visit })
    let coming: ReturnType<typeof loadEngines> | null = null
    // One that did not come is asked for again by whoever needs it next.
    const script = () => {
      coming ??= loadEngines().catch((error: unknown) => {
        coming = null
        throw error
      })
      return coming
    }
    let made: ReleaseFiles | null = null
    files = async () => {
      const { openReleaseFiles } = await script()
      made ??= openReleaseFiles(api)
      return made
    }
    const report = (source: Source) => (draft: AppDraft, cause: number | null) =>
      host?.facts([{ draft, source, cause }])
    const engines = new LateEngines(async () => {
      const { createStateEngines } = await script()
      return createStateEngines({ api, broker, visit, left, report })
    })
    late = engines
    const follow: Engine = {
      accept(event) {
        // Before any engine hears of whose session it is.
        if (isPublicSession(event)) keepNothing()
        brokers?.hear(event)
        if (event.type === 'session.started') signedIn = event.payload.claims.playerid
        else if (event.type === 'session.ended') signedIn = null
        else if (event.type === 'app.workerFailed' && event.payload.worker === 'log') log?.fail(event.payload.message)
      },
    }
    const lost = createLostSession({
      api,
      clock: systemClock,
      report: (draft) => facts({ facts: [{ draft, source: 'session', cause: null }] }),
      forget: () => openStore('session', 'kept').del(REFRESH_TOKEN),
      mayKeep,
      tell: (message) => channelOf(globalThis, 'session')?.postMessage(message),
    })
    lostSession = lost
    host = createHost({
      clock: systemClock,
      mint: () => mintIn(globalThis),
      ...(import.meta.env.DEV ? { order: () => new DoubleOrder() } : {}),
      log: log.calls,
      send: (batch) => main.postMessage(batch),
      // A defect of ours; the text names the event and the field.
      refused: (error) => console.error(error),
      engines: [
        follow,
        hears,
        need,
        createOwnSettings(report('settings'), left.settings),
        engines,
        session,
        lost,
        downloads,
        { accept: (event, state) => looking?.accept(event, state) },
      ],
    })
    // Each event is parsed where it is applied.
    main.onmessage = ({ data }: MessageEvent<ToState>) => {
      const sent = readSent(data)
      engines.pass(sent, () => host?.hear(sent))
    }
    await host.open(opened)
  },
  async ahead() {
    await late?.want()
  },
  async rejoin(ports) {
    const { log: toLog, session: toSession, downloads: toDownloads } = ports
    for (const [name, port] of Object.entries({ log: toLog, session: toSession, downloads: toDownloads })) {
      if (!port) continue
      joints[name] = port
      looking?.watch(name, port)
    }
    if (ports.log) await log?.replace(wrap<LogWorker>(ports.log))
    if (ports.session) {
      needed?.session(false)
      session?.rejoin(ports.session, sessionStory, sessionLost)
    }
    if (ports.broker) await brokers?.replace(wrap<TokenBroker>(ports.broker))
    if (ports.downloads) {
      downloads?.rejoin(ports.downloads, downloadStory)
      downloads?.post({ events: [], needed: needed?.isNeeded ?? true })
    }
  },
  async loseSession(takeAccess) {
    lostSession?.lose(takeAccess)
  },
  async releaseFile(wanted) {
    const { bytes, type } = await (await fetched()).releaseFile(wanted)
    return transfer({ bytes, type }, [bytes])
  },
  promoAddress: async (releaseid, withImages) => (await fetched()).promoAddress(releaseid, withImages),
  peaks: async (trackid) => (await fetched()).peaks(trackid),
  listIndex: async (queryId, first) => (await fetched()).listIndex(queryId, first),
  async security(call, given) {
    if (!security) throw new Error('the state worker was not opened')
    return security(call, given)
  },
  async inspect(port) {
    const { look } = await import('./inspecting.ts')
    looking?.end()
    const mine = look(port, {
      host: () => host,
      log: () => log?.calls ?? null,
      signedIn: () => signedIn,
      joints,
      over() {
        if (looking === mine) looking = null
      },
    })
    looking = mine
    await mine.begin()
  },
  async flush() {
    await host?.flush()
  },
  async hash() {
    if (!host) throw new Error('the state worker was not opened')
    return host.hash()
  },
  async logs() {
    await host?.flush()
    return log ? log.calls.list(signedIn) : []
  },
  async exportLog(logId, choice) {
    await host?.flush()
    if (!log) throw new Error('unknown log')
    return log.calls.export(logId, signedIn, choice)
  },
} satisfies StateWorker)
