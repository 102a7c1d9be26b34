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
import { createChangesEngine } from './engines/changes/engine.ts'
import { createConnectionsEngine } from './engines/connections/engine.ts'
import { createPostedLinks } from './engines/connections/posted.ts'
import { createDecisionsEngine } from './engines/decisions/engine.ts'
import type { Engine } from './engines/engine.ts'
import { createLibraryEngine } from './engines/library/engine.ts'
import { createPlayerEngine } from './engines/player/engine.ts'
import { createKeptQueueEngine } from './engines/player/kept.ts'
import { createPlaylistsEngine } from './engines/playlists/engine.ts'
import { createProfileEngine } from './engines/profile/engine.ts'
import { createRecentEngine } from './engines/recent/engine.ts'
import { createReleasesEngine } from './engines/releases/engine.ts'
import { createReleaseFiles } from './engines/releases/files.ts'
import { createNewcomersEngine } from './engines/releases/newcomers.ts'
import { createPeakStore } from './engines/releases/peakStore.ts'
import { createSearchEngine } from './engines/search/engine.ts'
import { createSecurityCalls } from './engines/security/calls.ts'
import { createSelectionEngine } from './engines/selection/engine.ts'
import { createSettingsEngine } from './engines/settings/engine.ts'
import { createSharingEngine } from './engines/sharing/engine.ts'
import { createSignUpEngine } from './engines/signup/engine.ts'
import { createNeed, type Need } from './engines/state/connections.ts'
import { createHearing } from './engines/state/hearing.ts'
import { createHost, type Host } from './engines/state/host.ts'
import type { Inspection } from './engines/state/inspection.ts'
import type { Traffic } from './engines/state/traffic.ts'
import { keepNothing, mayKeep, openStore, REFRESH_TOKEN } from './engines/storage.ts'
import { createTrackingEngine } from './engines/tracking/engine.ts'
import { beforeDeadline } from './engines/waiting.ts'
import { downloadStory, LogCalls, RemoteEngine, sessionLost, sessionStory } from './joined.ts'
import { exclusively, leadUntil } from './locks.ts'
import { createLostSession, type LostSession } from './lostSession.ts'

/** Whoever begins to look waits no longer for what happened before, ms: what happens from then on is worth more. */
const SO_FAR_MS = 20_000
/** Longer than another tab takes to post an invitation, its token renewed in between, ms. */
const ACCEPT_TURN_MS = 120_000

const store = openStore('settings', 'kept')
let host: Host | null = null
let log: LogCalls | null = null
/** The ports to other threads, by the worker at their other end, and what counts there while somebody looks. */
let joints: Record<string, MessagePort> = {}
let traffic: Traffic | null = null
let brokers: BrokerCalls | null = null
let session: RemoteEngine | null = null
let lostSession: LostSession | null = null
let downloads: RemoteEngine | null = null
let needed: Need | null = null
let signedIn: string | null = null
let files: ReturnType<typeof createReleaseFiles> | null = null
let security: AskSecurity | null = null
/** Who looks on, while somebody does. */
let inspection: Inspection | null = null
const peaks = createPeakStore(openStore('peaks', 'tracks'))

expose({
  async open({ main, broker: brokerPort, log: logPort, opened, lastChanges, ...ports }) {
    const left = readLastChanges(lastChanges)
    joints = { state: main, log: logPort, session: ports.session, downloads: ports.downloads }
    log = new LogCalls(wrap<LogWorker>(logPort), systemClock)
    const called = new BrokerCalls(wrap<TokenBroker>(brokerPort))
    brokers = called
    const broker = called.calls
    const visit = () => called.visit
    const facts = (message: FromEngine) => host?.facts(message.facts)
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
    files = createReleaseFiles({
      api,
      store: peaks,
    })
    const report = (source: Source) => (draft: AppDraft, cause: number | null) =>
      host?.facts([{ draft, source, cause }])
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
    const otherPages = channelOf(globalThis, 'changes')
    const changes = createChangesEngine({
      api,
      clock: systemClock,
      report: report('changes'),
      leadUntil,
      tell: (message) => otherPages?.postMessage(message),
    })
    if (otherPages) otherPages.onmessage = ({ data }) => changes.hear(data)
    const otherSettings = channelOf(globalThis, 'settings')
    const settings = createSettingsEngine({
      clock: systemClock,
      report: report('settings'),
      load: () => store.get('settings'),
      update: (change) => store.update('settings', change),
      tell: (message) => otherSettings?.postMessage(message),
      left: left.settings,
    })
    if (otherSettings) otherSettings.onmessage = ({ data }) => settings.hear(data)
    const lost = createLostSession({
      api,
      clock: systemClock,
      report: (draft) => host?.facts([{ draft, source: 'session', cause: null }]),
      forget: () => openStore('session', 'kept').del(REFRESH_TOKEN),
      mayKeep,
      tell: (message) => channelOf(globalThis, 'session')?.postMessage(message),
    })
    lostSession = lost
    const otherHistories = channelOf(globalThis, 'recent')
    const recent = createRecentEngine({
      clock: systemClock,
      report: report('library'),
      load: (playerid) => store.get(`recentPlays.${playerid}`),
      update: (playerid, change) => store.update(`recentPlays.${playerid}`, change),
      tell: (message) => otherHistories?.postMessage(message),
    })
    if (otherHistories) otherHistories.onmessage = ({ data }) => recent.hear(data)
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
        createReleasesEngine({ api, clock: systemClock, report: report('releases') }),
        createNewcomersEngine({ api, clock: systemClock, report: report('releases') }),
        createSelectionEngine({ api, clock: systemClock, report: report('selection'), mint: () => mintIn(globalThis) }),
        createLibraryEngine({ api, clock: systemClock, report: report('library') }),
        createDecisionsEngine({ report: report('decisions') }),
        createPlaylistsEngine({ api, clock: systemClock, report: report('playlists') }),
        createPlayerEngine({ api, broker, report: report('player'), mint: () => mintIn(globalThis) }),
        createKeptQueueEngine({
          clock: systemClock,
          report: report('player'),
          mint: () => mintIn(globalThis),
          load: (key) => store.get(key),
          save: (key, value) => (value === null ? store.del(key) : store.set(key, value)),
          left: left.queue,
        }),
        createSearchEngine({
          api,
          clock: systemClock,
          report: report('search'),
          load: (playerid) => store.get(`recentSearches.${playerid}`),
          update: (playerid, change) => store.update(`recentSearches.${playerid}`, change),
        }),
        recent,
        settings,
        createSignUpEngine({
          api,
          clock: systemClock,
          broker,
          report: report('signup'),
          pageUrl: `${location.origin}/signup`,
        }),
        createConnectionsEngine({
          api,
          clock: systemClock,
          broker,
          report: report('connections'),
          posted: createPostedLinks({
            load: () => store.get('postedLinks'),
            change: (by) => store.update('postedLinks', by),
          }),
          exclusively: (run, signal) => exclusively('accept-invitation', run, { signal, waitMs: ACCEPT_TURN_MS }),
        }),
        createSharingEngine({ api, report: report('sharing') }),
        createProfileEngine({ api, report: report('profile') }),
        changes,
        createTrackingEngine({
          api,
          clock: systemClock,
          visit,
          mint: () => mintIn(globalThis),
          load: (playerid) => store.get(`deviceId.${playerid}`),
          save: (playerid, deviceId) => store.set(`deviceId.${playerid}`, deviceId),
        }),
        session,
        lost,
        downloads,
        { accept: (event, state) => inspection?.accept(event, state) },
      ],
    })
    // Each event is parsed where it is applied.
    main.onmessage = ({ data }: MessageEvent<ToState>) => host?.hear(readSent(data))
    await host.open(opened)
  },
  async rejoin(ports) {
    const { log: toLog, session: toSession, downloads: toDownloads } = ports
    for (const [name, port] of Object.entries({ log: toLog, session: toSession, downloads: toDownloads })) {
      if (!port) continue
      joints[name] = port
      traffic?.watch(name, port)
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
    if (!files) throw new Error('the state worker was not opened')
    const { bytes, type } = await files.releaseFile(wanted)
    return transfer({ bytes, type }, [bytes])
  },
  promoAddress: async (releaseid, withImages) => (await files?.promoAddress(releaseid, withImages)) ?? null,
  peaks: async (trackid) => (await files?.peaks(trackid)) ?? null,
  listIndex: async (queryId, first) => (await files?.listIndex(queryId, first)) ?? null,
  async security(call, given) {
    if (!security) throw new Error('the state worker was not opened')
    return security(call, given)
  },
  async inspect(port) {
    const { createInspection } = await import('./engines/state/inspection.ts')
    const { Traffic } = await import('./engines/state/traffic.ts')
    inspection?.end()
    traffic?.end()
    const counted = new Traffic()
    for (const [name, joint] of Object.entries(joints)) counted.watch(name, joint)
    traffic = counted
    const mine = createInspection({
      clock: systemClock,
      post: (message) => port.postMessage(message),
      depth() {
        const { unsent = 0, unhashed = 0, unstored = 0 } = host?.depth() ?? {}
        return { unsent, unhashed, unstored, messages: counted.take() }
      },
    })
    inspection = mine
    const seq = host?.depth().seq ?? 0
    port.onmessage = () => {
      mine.end()
      counted.end()
      port.close()
      if (inspection === mine) inspection = null
    }
    const rest = () => new Promise<void>((resolve) => setTimeout(resolve))
    const soFar = async () => {
      await host?.flush()
      const { logSoFar } = await import('./engines/state/logSoFar.ts')
      return log ? logSoFar(log.calls, signedIn, seq, rest) : []
    }
    mine.begin(await beforeDeadline(systemClock, SO_FAR_MS, soFar(), () => new Error('late')).catch(() => []))
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
