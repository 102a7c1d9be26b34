/**
 * The download engine with everything outside it replaced: a clock that a test moves, a player API and files in
 * memory. `facts` is what it reported, `say` is what the state worker would send down.
 */
import type { Reported } from '#core/contracts/engine.ts'
import { appWentOffline, appWentOnline } from '#core/events/app.ts'
import { downloadRemoved, downloadRequested, downloadRestarted, downloadSaved } from '#core/events/downloads.ts'
import type { AppDraft, AppEvent, EventType, PayloadOf, Source } from '#core/events/index.ts'
import { sessionEnded, sessionStarted } from '#core/events/session.ts'
import { settingParallelDownloadsChosen } from '#core/events/settings.ts'
import type { DownloadRequest, FailureReason } from '#core/model/download.ts'
import { createApi } from '#workers/api/client.ts'
import { createDownloadEngine, type DownloadEngine } from '#workers/engines/downloads/engine.ts'
import { type Hashing, readBackHashing } from '#workers/engines/downloads/hashing.ts'
import { FileServer, MemoryJournal, MemorySinks, nodeDigest, nodeHasher, type Served } from './downloadParts.ts'
import { FakeClock, settle } from './fakeClock.ts'

export const claims = (playerid = 'p1') => ({
  username: 'u',
  playerid,
  email: 'u@demo.test',
  fullname: 'U',
  verified: true,
  label_staff: false,
  exp: 2_000_000_000,
})

/** What outlives an engine: the device and the server. */
export class World {
  readonly clock = new FakeClock()
  readonly files = new FileServer()
  readonly sinks = new MemorySinks()
  readonly journal = new MemoryJournal()
  /** Answers of the player API by path, newest first; a function gets the address. */
  readonly api = new Map<string, (address: URL) => Response | Promise<Response>>()
  /** How files are hashed. */
  hashing: Hashing = readBackHashing({ makeHasher: nodeHasher, digest: nodeDigest, limit: 10_000, setTimer: () => {} })
  readonly calls: { path: string; at: number }[] = []
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
    return (await this.api.get(path)?.(url)) ?? Response.json({ code: 'NOT_FOUND', message: 'no' }, { status: 404 })
  }

  callsTo(path: string): number {
    return this.calls.filter((call) => call.path === path).length
  }
}

const NEVER = new Promise<Response>(() => {})

export class Run {
  readonly reports: (readonly Reported[])[] = []
  readonly engine: DownloadEngine
  /** The tab is gone: nothing reaches the network any more. */
  dead = false
  #seq = 0

  constructor(readonly world: World) {
    const { clock, sinks, journal, files, vault } = world
    let handles = 0
    const session = {
      accessToken: async () => 'access',
      renew: async () => null,
      keep: async (secret: string) => {
        handles += 1
        vault.set(`h${handles}`, secret)
        return `h${handles}`
      },
      reveal: async (handle: string) => vault.get(handle) ?? null,
    }
    this.engine = createDownloadEngine({
      api: createApi({ fetch: (address) => (this.dead ? NEVER : world.fetchApi(address)), session, clock }),
      session,
      fetch: (address, init) => (this.dead ? NEVER : files.fetch(address, init)),
      clock,
      sinks,
      journal,
      hashing: world.hashing,
      // The longest wait, so that a test knows when the next try comes.
      random: () => 0.999_999,
    })
    this.engine.connect((facts) => this.reports.push(facts))
  }

  get facts(): readonly Reported[] {
    return this.reports.flat()
  }

  /** Hands events down and lets everything happen that needs no time. Answers the sequence number of the first. */
  async say(drafts: AppDraft | readonly AppDraft[], source: Source = 'person'): Promise<number> {
    const first = this.#seq + 1
    const list = Array.isArray(drafts) ? (drafts as readonly AppDraft[]) : [drafts as AppDraft]
    const events = list.map((draft): AppEvent => {
      this.#seq += 1
      return { ...draft, seq: this.#seq, t: 0, source, cause: null }
    })
    this.engine.accept(events)
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
