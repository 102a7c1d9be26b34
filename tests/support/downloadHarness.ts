/**
 * The download engine with everything outside it replaced: a clock that a test moves, a player API and files in
 * memory. `facts` is what it reported, `say` is what the state worker would send down.
 */
import type { Reported } from '#core/contracts/engine.ts'
import { appWentOffline, appWentOnline } from '#core/events/app.ts'
import { downloadRemoved, downloadRequested, downloadRestarted, downloadSaved } from '#core/events/downloads.ts'
import {
  type AppDraft,
  type AppEvent,
  definitionOf,
  type EventType,
  type PayloadOf,
  type Source,
} from '#core/events/index.ts'
import { sessionEnded, sessionStarted } from '#core/events/people/session.ts'
import { settingParallelDownloadsChosen } from '#core/events/settings.ts'
import type { DownloadRequest, FailureReason } from '#core/model/downloads/download.ts'
import { reduceDownloads } from '#core/reducers/downloads/downloads.ts'
import { reduceSettings } from '#core/reducers/settings.ts'
import { Store } from '#core/reducers/store.ts'
import { createApi } from '#workers/api/transport/client.ts'
import type { Clock } from '#workers/api/transport/clock.ts'
import { serverAnswers } from '#workers/api/transport/reachable.ts'
import { createDownloadEngine } from '#workers/engines/downloads/engine.ts'
import type { DownloadEngine } from '#workers/engines/downloads/enginePorts.ts'
import type { HistoryStore } from '#workers/engines/downloads/journal/history.ts'
import { openJournal } from '#workers/engines/downloads/journal/journalStore.ts'
import type { TabPorts } from '#workers/engines/downloads/tabs/tabPorts.ts'
import { Trouble } from '#workers/engines/downloads/trouble/trouble.ts'
import { type Hashing, readBackHashing } from '#workers/engines/downloads/verify/hashing.ts'
import {
  type BodyOptions,
  type Fault,
  FileServer,
  MemoryFolders,
  MemoryJournal,
  MemorySinks,
  nodeDigest,
  nodeDigestBlock,
  nodeHasher,
  type Served,
} from './downloadParts.ts'
import { FakeClock, settle } from './fakeClock.ts'
import { MemoryLocks, type MemoryStore } from './journals.ts'
import { secretsIn } from './secrets.ts'

export const claims = (playerid = 'p1') => ({
  username: 'u',
  playerid,
  email: 'u@demo.test',
  fullname: 'U',
  verified: true,
  label_staff: false,
  exp: 2_000_000_000,
})

/** Answers whose chunks come one in so many ms, by the clock and the files of a world that a test makes anew. */
export const slowIn =
  (world: () => World) =>
  (ms: number, options: BodyOptions = {}): Fault =>
  (seen, file) =>
    world().files.answer(seen, file, {
      ...options,
      wait: () => new Promise<void>((resolve) => void world().clock.setTimer(resolve, ms)),
    })

/** What outlives an engine: the device and the server. */
export class World {
  readonly clock = new FakeClock()
  readonly files = new FileServer()
  readonly sinks = new MemorySinks()
  readonly journal = new MemoryJournal()
  /** Which tab opened a part last. */
  readonly holders = new Map<string, Run>()
  /** Where the real journal lies, a record for each tab; null: `journal` stands for it. */
  store: MemoryStore | null = null
  readonly locks = new MemoryLocks()
  /** Answers of the player API by path, newest first; a function gets the address. */
  readonly api = new Map<string, (address: URL) => Response | Promise<Response>>()
  /** How files are hashed. */
  hashing: Hashing = readBackHashing({
    makeHasher: nodeHasher,
    digest: nodeDigest,
    digestBlock: nodeDigestBlock,
    limit: 10_000,
    setTimer: () => {},
    clock: this.clock,
  })
  readonly calls: { path: string; at: number }[] = []
  readonly tabs = new MemoryTabs()
  /** Bytes of the shortest piece; null: the product's. No file is split where a test does not ask for it. */
  pieceMin: number | null = 8_388_608
  readonly folders = new MemoryFolders()
  readonly remembered = new Map<string, Set<string>>()
  readonly history: HistoryStore = {
    load: async (player) => [...(this.remembered.get(player) ?? [])],
    add: async (player, keys) => {
      this.remembered.set(player, new Set([...(this.remembered.get(player) ?? []), ...keys]))
    },
  }
  /** The server ended the session, and the session worker knows. */
  isSessionOver = false
  /** The server is gone: whoever asks it anything is refused. */
  away = false
  /** What answers in place of the server, whatever it is asked; null: nothing does. */
  portal: (() => Response | Promise<Response>) | null = null
  /** When it was asked whether it is there, ms. */
  readonly asked: number[] = []
  readonly vault = new Map<string, string>()
  tokens = 0

  constructor() {
    this.sinks.modified = this.clock.now()
  }

  /** A song the server has, as a WAV or whatever `served` says. */
  song(id: string, served: Served): void {
    this.files.files.set(`/api/audio/${id}/download`, served)
    this.api.set(`/audio/${id}/token`, () => {
      this.tokens += 1
      return Response.json({ data: { token: `token${this.tokens}` } })
    })
  }

  readonly fetchApi = async (address: string): Promise<Response> => {
    const url = new URL(address, 'http://api.test')
    const path = url.pathname.replace(/^\/api/, '')
    this.calls.push({ path, at: this.clock.now() })
    if (this.away) return gone()
    if (this.portal) return this.portal()
    return (await this.api.get(path)?.(url)) ?? Response.json({ code: 'NOT_FOUND', message: 'no' }, { status: 404 })
  }

  /** Whether the server is there. */
  readonly fetchStanding = async (): Promise<Response> => {
    if (this.away) return gone()
    return this.portal?.() ?? Response.json([])
  }

  callsTo(path: string): number {
    return this.calls.filter((call) => call.path === path).length
  }
}

interface Waiting {
  readonly name: string
  readonly run: Run
  readonly held: () => void
  readonly robbed: () => void
}

/** Locks and channels between the engines of one device. A dead engine hears nothing and holds no lock. */
export class MemoryTabs {
  readonly #channels: { name: string; run: Run; heard: (message: unknown) => void }[] = []
  readonly #locks: Waiting[] = []
  /** Everything that was said. */
  readonly said: unknown[] = []

  of(run: Run): TabPorts {
    let minted = 0
    return {
      channel: (name, heard) => {
        const mine = { name, run, heard }
        this.#channels.push(mine)
        return {
          post: (message) => {
            if (run.dead || run.frozen) return
            this.said.push(message)
            const { unkept, ...plain } = message as { unkept?: unknown }
            // A handle goes to another tab as it is.
            const copy = { ...structuredClone(plain), ...(unkept === undefined ? {} : { unkept }) }
            for (const other of [...this.#channels])
              if (other !== mine && other.name === name)
                setImmediate(() => {
                  if (!other.run.dead && !other.run.frozen && this.#channels.includes(other)) other.heard(copy)
                })
          },
          close: () => void this.#channels.splice(this.#channels.indexOf(mine), 1),
        }
      },
      lock: (name, held, robbed) => {
        const mine = { name, run, held, robbed }
        this.#locks.push(mine)
        if (this.#locks.filter((one) => one.name === name).length === 1) setImmediate(held)
        return { release: () => this.#release(mine), steal: () => this.#steal(mine) }
      },
      isAwaited: async (name) => this.#locks.filter((one) => one.name === name).length > 1,
      mint: () => `${run.name}-${++minted}`,
    }
  }

  release(run: Run): void {
    for (const lock of this.#locks.filter((one) => one.run === run)) this.#release(lock)
  }

  #steal(lock: Waiting): void {
    const at = this.#locks.findIndex(({ name }) => name === lock.name)
    const [robbed] = this.#locks.splice(at, 1, lock)
    this.#locks.splice(this.#locks.lastIndexOf(lock), 1)
    setImmediate(lock.held)
    // It hears of it once it is awake.
    void robbed?.run.awake.then(robbed.robbed)
  }

  #release(lock: Waiting): void {
    const at = this.#locks.indexOf(lock)
    if (at < 0) return
    const wasHolder = this.#locks.findIndex(({ name }) => name === lock.name) === at
    this.#locks.splice(at, 1)
    const next = this.#locks.find(({ name }) => name === lock.name)
    if (wasHolder && next) setImmediate(next.held)
  }
}

const gone = () => Promise.reject(new TypeError('Failed to fetch'))
const NEVER = new Promise<Response>(() => {})

/** Whether the engine is sent it in its worker. */
const isFollowed = (draft: AppDraft) => definitionOf(draft).follows.includes('downloads')

export class Run {
  readonly reports: (readonly Reported[])[] = []
  readonly engine: DownloadEngine
  #dead = false
  /** It holds its locks and answers nobody. */
  #frozen = false
  /** Settles when it is not frozen any more. */
  awake: Promise<void> = Promise.resolve()
  #wake = () => {}
  /** The state of this tab, as its own log has it. */
  readonly shown = new Store()
  #seq = 0

  constructor(
    readonly world: World,
    readonly name = 'tab',
  ) {
    const { sinks, files, vault } = world
    const isHeld = (id: string) => sinks.parts.get(id)?.open === true && world.holders.get(id) !== this
    // What falls due while its tab is suspended runs when that wakes.
    const clock: Clock = {
      now: () => world.clock.now(),
      setTimer: (run, ms) => world.clock.setTimer(() => (this.frozen ? void this.awake.then(run) : run()), ms),
      clearTimer: (timer) => world.clock.clearTimer(timer),
    }
    const journal = world.store ? openJournal(name, world.locks.of(this), world.store) : world.journal
    const session = {
      accessToken: async () => 'access',
      renew: async () => (world.isSessionOver ? null : 'access'),
      ...secretsIn(vault),
    }
    this.engine = createDownloadEngine({
      api: createApi({ fetch: (address) => (this.dead ? NEVER : world.fetchApi(address)), session, clock }),
      session,
      fetch: (address, init) => {
        if (this.dead) return NEVER
        if (world.away) return gone()
        return world.portal ? Promise.resolve(world.portal()) : files.fetch(address, init)
      },
      answers(signal) {
        world.asked.push(clock.now())
        return serverAnswers(world.fetchStanding, '/api', String(world.asked.length), signal)
      },
      clock,
      // A tab that is gone removes nothing, and nobody removes or opens what another one has open.
      sinks: Object.create(sinks, {
        remove: { value: async (id: string) => void (this.#dead || isHeld(id) || (await sinks.remove(id))) },
        open: {
          value: async (id: string) => {
            if (isHeld(id)) throw new Trouble('fileHeld', 'another tab has it open')
            world.holders.set(id, this)
            return sinks.open(id)
          },
        },
      }) as MemorySinks,
      journal: Object.create(journal, {
        write: {
          value: async (...of: Parameters<typeof journal.write>) => !this.#dead && journal.write(...of),
        },
      }) as typeof journal,
      hashing: world.hashing,
      tabs: world.tabs.of(this),
      robbed: () => this.die(),
      history: world.history,
      ...(world.pieceMin === null ? {} : { pieceMin: world.pieceMin }),
      folders: world.folders,
      // The longest wait, so that a test knows when the next try comes.
      random: () => 0.999_999,
    })
    this.engine.connect((facts) => {
      if (this.dead) return
      this.reports.push(facts)
      // As the state worker does: every fact gets its place, and what is followed comes back down.
      for (const { draft, source, cause } of facts) this.#happened({ ...draft, seq: 0, t: 0, source, cause })
      const told = facts.filter(({ source, draft }) => source !== 'downloads' && isFollowed(draft))
      if (told.length > 0)
        this.engine.accept(
          told.map(({ draft, source, cause }) => ({ ...draft, seq: 0, t: 0, source, cause }) as AppEvent),
        )
    })
  }

  get dead(): boolean {
    return this.#dead
  }

  get frozen(): boolean {
    return this.#frozen
  }

  /** The system suspends its tab. */
  freeze(): void {
    this.#frozen = true
    this.awake = new Promise((wake) => {
      this.#wake = wake
    })
  }

  thaw(): Promise<void> {
    this.#frozen = false
    this.#wake()
    return settle()
  }

  /** The tab is gone: nothing reaches the network any more, its locks are free and so is what it had open. */
  die(): void {
    this.#dead = true
    this.world.sinks.close((id) => this.world.holders.get(id) === this)
    this.world.tabs.release(this)
    this.world.locks.release(this)
  }

  get facts(): readonly Reported[] {
    // That wishes are written down says nothing of a job.
    return this.reports.flat().filter(({ draft }) => draft.type !== 'download.noted')
  }

  #happened(event: AppDraft & Omit<AppEvent, keyof AppDraft>): void {
    reduceDownloads(this.shown, event as AppEvent)
    reduceSettings(this.shown, event as AppEvent)
  }

  /** What the page shows: id and status of each row, in order. */
  get rows(): string[] {
    return this.shown.single('jobOrder').ids.map((id) => `${id} ${this.shown.get('job', id)?.status}`)
  }

  /** Hands events down and lets everything happen that needs no time. Answers the sequence number of the first. */
  async say(drafts: AppDraft | readonly AppDraft[], source: Source = 'person'): Promise<number> {
    const first = this.#seq + 1
    const list = Array.isArray(drafts) ? (drafts as readonly AppDraft[]) : [drafts as AppDraft]
    const events = list.map((draft): AppEvent => {
      this.#seq += 1
      return { ...draft, seq: this.#seq, t: 0, source, cause: null }
    })
    for (const event of events) this.#happened(event)
    // What a worker hears that comes again (source `tab`) is told it alone.
    this.engine.accept(events.filter((event) => source === 'tab' || isFollowed(event)))
    await settle()
    return first
  }

  signIn(playerid = 'p1'): Promise<number> {
    const tokens = { accessToken: 'a', refreshToken: 'r' }
    return this.say(sessionStarted({ claims: claims(playerid), ...tokens, restored: false }), 'session')
  }

  signOut(reason: 'signedOut' | 'elsewhere' | 'expired' = 'signedOut'): Promise<number> {
    return this.say(sessionEnded({ reason }), 'session')
  }

  request(...requests: DownloadRequest[]): Promise<number> {
    return this.say(downloadRequested({ requests }))
  }

  restart(downloadID: string): Promise<number> {
    return this.say(downloadRestarted({ downloadID }))
  }

  remove(downloadID: string): Promise<number> {
    return this.say(downloadRemoved({ downloadID }))
  }

  saved(downloadID: string): Promise<number> {
    return this.say(downloadSaved({ downloadID }), 'platform')
  }

  parallel(count: number): Promise<number> {
    return this.say(settingParallelDownloadsChosen({ count }))
  }

  /** Music plays or a list loads in this tab, or nothing does any more. */
  needed(is: boolean): Promise<void> {
    this.engine.needed(is)
    return settle()
  }

  offline(): Promise<number> {
    return this.say(appWentOffline({}), 'platform')
  }

  online(): Promise<number> {
    return this.say(appWentOnline({}), 'platform')
  }

  advance(ms: number): Promise<void> {
    return this.world.clock.advance(ms)
  }

  /** Payloads of every fact of a type, oldest first. */
  told<T extends EventType>(type: T): PayloadOf<T>[] {
    return this.facts.filter(({ draft }) => draft.type === type).map(({ draft }) => draft.payload as PayloadOf<T>)
  }

  /** Ids of jobs that began to load, in order. */
  get started(): string[] {
    return this.told('download.started').map(({ downloadID }) => downloadID)
  }

  failure(downloadID: string): FailureReason | undefined {
    return this.told('download.failed').find((fact) => fact.downloadID === downloadID)?.reason
  }

  stored(downloadID: string): PayloadOf<'download.stored'> | undefined {
    return this.told('download.stored').find((fact) => fact.downloadID === downloadID)
  }

  async bytes(downloadID: string): Promise<Uint8Array | null> {
    const file = await this.engine.file(downloadID)
    return file ? new Uint8Array(await (file as Blob).arrayBuffer()) : null
  }
}
