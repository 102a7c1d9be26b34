/**
 * The whole page in one thread: router, shell and screens over signals, mirror, host and engines as they are, and a wire
 * whose answers a test lays down. The workers' own threads and downloads are not here: what they report a test lets
 * happen, and what hangs on them is tested in tests/e2e. Sound and the session's life are here where a test asks for them.
 */
import { emit, on } from '#bridge/bus.ts'
import { Mirror } from '#bridge/mirror.ts'
import { Waiting } from '#bridge/waiting.ts'
import { appOpened } from '#core/events/app.ts'
import { type AppDraft, type AppEvent, definitionOf, isHeard, type Source } from '#core/events/index.ts'
import { sessionAbsent, sessionStarted } from '#core/events/people/session.ts'
import { fileId } from '#core/model/catalogue/releaseFile.ts'
import type { AccessClaims } from '#core/model/people/account.ts'
import { keepEqual } from '#core/reducers/equal.ts'
import { reduceFirst } from '#core/reducers/first.ts'
import { reduce } from '#core/reducers/root.ts'
import type { Store } from '#core/reducers/store.ts'
import { handReleaseFiles } from '#effects/releaseFiles.ts'
import { reportRoute } from '#effects/route.ts'
import { windowsOf } from '#platform/files/laterWindow.ts'
import { saveBytes } from '#platform/files/saveBytes.ts'
import { attach, isFollowed, project } from '#projections/entity.ts'
import { someClaims } from '#tests/support/story.ts'
import { App, createAppRouter } from '#views/App.tsx'
import { scrollByKeys } from '#views/shell/scrollKeys.ts'
import { createApi } from '#workers/api/transport/client.ts'
import { systemClock } from '#workers/api/transport/clock.ts'
import { createConnectionsEngine } from '#workers/engines/connections/engine.ts'
import { createPostedLinks } from '#workers/engines/connections/posted.ts'
import { createDecisionsEngine } from '#workers/engines/decisions/engine.ts'
import { createLibraryEngine } from '#workers/engines/library/engine.ts'
import { createPlayerEngine } from '#workers/engines/player/engine.ts'
import { createPlaylistsEngine } from '#workers/engines/playlists/engine.ts'
import { createProfileEngine } from '#workers/engines/profile/engine.ts'
import { createRecentEngine } from '#workers/engines/recent/engine.ts'
import { createReleasesEngine } from '#workers/engines/releases/engine.ts'
import { createReleaseFiles } from '#workers/engines/releases/files.ts'
import { createSearchEngine } from '#workers/engines/search/engine.ts'
import { createSelectionEngine } from '#workers/engines/selection/engine.ts'
import type { SessionEngine } from '#workers/engines/session/engine.ts'
import { createSettingsEngine } from '#workers/engines/settings/engine.ts'
import { createSharingEngine } from '#workers/engines/sharing/engine.ts'
import { createSignUpEngine } from '#workers/engines/signup/engine.ts'
import { createHost, type Host } from '#workers/engines/state/host.ts'
import { sessionOver } from './session.ts'
import { type Sound, soundOver } from './sound.ts'
import { clearStage, join, mount, type Stage, type Surroundings, surround } from './stage.tsx'
import { waysOver } from './ways.ts'
import { type Answers, ordinaryAnswers, Wire } from './wire.ts'

// What the application fetches when it is first shown is here before a test begins: no test waits for it.
import.meta.glob(['../../src/views/{shell,screens,gallery,music}/**/*.tsx', '!**/*.browser.test.tsx'], { eager: true })

export interface AppSurroundings extends Omit<Surroundings, 'story' | 'path' | 'route'> {
  /** Laid down before what is ordinary. */
  readonly answers?: Answers
  /** Null: nobody is signed in. */
  readonly claims?: AccessClaims | null
  /** As after a reload: what the history keeps of the entry, and the tab keeps what it held. */
  readonly entry?: unknown
  /**
   * The reducers that come after the first screen have not come: nothing shows in the task it is pressed in. The state
   * worker takes what is pressed in a task of its own, so many ms later; null: not before `lateCome`.
   */
  readonly answersAfterMs?: number | null | undefined
  /** The session lives: nobody is signed in at first, and who signs in is let in by the wire. */
  readonly lives?: boolean
  /** Songs are heard, each so many seconds long; left out: nothing sounds. */
  readonly heardS?: number
}

export interface AppStage extends Stage {
  /** Addresses it came to, also those it only passed. */
  readonly visited: readonly string[]
  readonly wire: Wire
  /** Of a page whose songs are heard. */
  readonly sound: Sound
  /** The reducers come. */
  lateCome(): void
  /** The state worker takes what it was sent. */
  answer(): void
}

/** No entry has the name of one before it: the gallery would come back to where that one was left. */
let opened = 0

/** Opens an address of the product. */
export async function openApp(path: string, surroundings: AppSurroundings = {}): Promise<AppStage> {
  const { claims = someClaims(), answers = {}, answersAfterMs, lives = false } = surroundings
  const isLate = answersAfterMs !== undefined
  const wire = new Wire({ ...answers, ...without(ordinaryAnswers(), answers) })
  const mirror = new Mirror(isLate ? reduceFirst : reduce, !isLate, (id) => isFollowed('page', id), keepEqual)
  const waiting = new Waiting(() => mirror.isShown)
  const ways = waysOver(wire, (draft, cause) => host.facts([{ draft, source: 'session', cause }]))
  const session = lives ? sessionOver({ wire, ...ways, report: ({ facts }) => host.facts(facts) }) : null
  const host: Host = await hostOver(wire, mirror, ways, waiting, session?.engine ?? null)
  /** What is on its way to the state worker. */
  const sent: Parameters<Host['hear']>[0][number][] = []
  const answer = () => host.hear(sent.splice(0))
  const told: AppDraft[] = []
  let wishes = 0
  const facts = (drafts: readonly AppDraft[], source: Source) =>
    host.facts(drafts.map((draft) => ({ draft, source, cause: null })))
  const tab = surroundings.entry === undefined ? [] : Object.entries({ ...sessionStorage })
  await clearStage()
  for (const [key, text] of tab) sessionStorage.setItem(key, text)
  await surround(surroundings)
  attach(mirror.store)
  const files = filesOver(wire)
  const { promoAddress, peaks, listIndex } = files
  join(
    {
      promoAddress,
      peaks,
      listIndex,
      keepSecret: ways.secrets.keepSecret,
      readLink: ways.links.read,
      ...surroundings.ports,
    },
    (draft, source) => {
      told.push(draft)
      const wish = ++wishes
      const isWish = definitionOf(draft).kind === 'wish'
      const event = { seq: 0, t: 0, source, cause: null, ...draft } as AppEvent
      const touched = isWish ? mirror.echo(wish, event) : []
      // As the bridge does it: who sees it may wish at once, and that has to come after.
      sent.push({ wish, at: Date.now(), source, draft })
      project(touched)
      if (!isLate) answer()
      else if (answersAfterMs !== null) setTimeout(answer, answersAfterMs)
      if (isWish && isHeard(event)) waiting.when(() => emit(event))
    },
    (call) => waiting.when(call),
  )
  if (session) await session.engine.open({ access: null, refresh: null, isPublic: false })
  else if (claims) facts([sessionStarted({ claims, accessToken: 'a', refreshToken: 'r', restored: true })], 'session')
  else facts([sessionAbsent({})], 'session')
  history.replaceState(surroundings.entry ?? { idx: 0, key: `opened-${++opened}` }, '', path)
  const router = createAppRouter()
  const visited: string[] = []
  router.subscribe((state) => visited.push(state.location.pathname + state.location.search))
  reportRoute(router, (draft) => facts([draft], 'platform'))
  const sound =
    surroundings.heardS === undefined
      ? null
      : soundOver({
          reveal: ways.secrets.reveal,
          state: () => mirror.store.single('player'),
          observe: (draft) => facts([draft], 'platform'),
          seconds: surroundings.heardS,
        })
  const stopFiles = handReleaseFiles({
    on,
    fetchFile: files.releaseFile,
    attachment: (releaseid, index) => mirror.store.get('detail', releaseid)?.release?.attachments[index],
    isWanted: ({ payload: { releaseid, file, requestId } }) =>
      mirror.store.get('releaseFile', fileId(releaseid, file))?.requestId === requestId,
    observe: (draft) => facts([draft], 'platform'),
    openWindow: windowsOf(window),
    save: saveBytes,
  })
  const stopScrolling = scrollByKeys()
  const root = mount(<App router={router} />, () => {
    router.dispose()
    stopScrolling()
    stopFiles()
    sound?.end()
    session?.end()
  })
  return {
    host: root,
    wire,
    told,
    get state(): Store {
      return mirror.store
    },
    of: (type) => told.filter((draft) => draft.type === type).map(({ payload }) => payload as never),
    happens: (...drafts) => facts(drafts, 'platform'),
    get sound(): Sound {
      if (!sound) throw new Error('nothing sounds in this page')
      return sound
    },
    answer,
    lateCome() {
      project(mirror.echoBy(reduce, keepEqual))
      waiting.go()
    },
    go: (to) => router.navigate(to),
    visited,
    get address() {
      return location.pathname + location.search
    },
  }
}

/** Opens the log of a host with the engines that live beside the state. */
async function hostOver(
  wire: Wire,
  mirror: Mirror,
  { secrets, engine }: ReturnType<typeof waysOver>,
  waiting: Waiting,
  session: SessionEngine | null,
): Promise<Host> {
  const kept = new Map<string, unknown>()
  const mint = () => crypto.randomUUID()
  const desk = {
    accessToken: session?.accessToken ?? (() => Promise.resolve('a')),
    renew: session?.renew ?? (() => Promise.resolve(null)),
    ...secrets,
  }
  const api = createApi({ fetch: wire.fetch, session: desk, clock: systemClock })
  const report = (source: Source) => (draft: AppDraft, cause: number | null) => host.facts([{ draft, source, cause }])
  const host: Host = createHost({
    clock: systemClock,
    mint,
    log: {
      open: () => Promise.resolve('opfs'),
      append: () => Promise.resolve('stored'),
      rebase: () => Promise.resolve(),
      own: () => Promise.resolve(),
      forget: () => Promise.resolve(),
      close: () => Promise.resolve(),
    },
    send(batch) {
      const touched = mirror.confirm(batch)
      if (batch.fresh && !batch.more) attach(mirror.store)
      else project(touched)
      waiting.go()
      for (const event of batch.heard) emit(event)
    },
    refused(error) {
      throw error
    },
    engines: [
      engine,
      ...(session ? [{ accept: (event: AppEvent) => session.accept([event]) }] : []),
      createReleasesEngine({ api, clock: systemClock, report: report('releases') }),
      createSelectionEngine({ api, clock: systemClock, report: report('selection'), mint }),
      createLibraryEngine({ api, session: desk, clock: systemClock, report: report('library') }),
      createDecisionsEngine({ report: report('decisions') }),
      createPlaylistsEngine({ api, clock: systemClock, report: report('playlists') }),
      createPlayerEngine({ api, broker: desk, report: report('player'), mint }),
      createSearchEngine({
        tell: () => {},
        api,
        clock: systemClock,
        report: report('search'),
        load: (playerid) => Promise.resolve(kept.get(`searches.${playerid}`)),
        update: (playerid, change) =>
          Promise.resolve(void kept.set(`searches.${playerid}`, change(kept.get(`searches.${playerid}`)))),
      }),
      createRecentEngine({
        tell: () => {},
        clock: systemClock,
        report: report('library'),
        load: (playerid) => Promise.resolve(kept.get(`plays.${playerid}`)),
        update: (playerid, change) =>
          Promise.resolve(void kept.set(`plays.${playerid}`, change(kept.get(`plays.${playerid}`)))),
      }),
      createSettingsEngine({
        clock: systemClock,
        report: report('settings'),
        load: () => Promise.resolve(kept.get('settings')),
        update: (change) => Promise.resolve(void kept.set('settings', change(kept.get('settings')))),
        tell: () => {},
        left: null,
      }),
      createSignUpEngine({
        api,
        clock: systemClock,
        broker: desk,
        report: report('signup'),
        pageUrl: `${location.origin}/signup`,
      }),
      createProfileEngine({ api, clock: systemClock, report: report('profile') }),
      createConnectionsEngine({
        api,
        clock: systemClock,
        broker: desk,
        report: report('connections'),
        posted: createPostedLinks({
          load: () => Promise.resolve(kept.get('postedLinks')),
          change: (by) => Promise.resolve(void kept.set('postedLinks', by(kept.get('postedLinks')))),
        }),
        exclusively: (run) => run(),
      }),
      createSharingEngine({ api, report: report('sharing') }),
    ],
  })
  await host.open(
    appOpened({ startedAt: Date.now(), build: 'test', language: 'en', width: 1440, height: 900, online: true }),
  )
  return host
}

function filesOver(wire: Wire) {
  const desk = { accessToken: () => Promise.resolve('a'), renew: () => Promise.resolve(null) }
  const api = createApi({ fetch: wire.fetch, session: desk, clock: systemClock })
  return createReleaseFiles({
    api,
    store: { load: () => Promise.resolve(undefined), save: () => Promise.resolve() },
  })
}

function without(answers: Answers, others: Answers): Answers {
  return Object.fromEntries(Object.entries(answers).filter(([key]) => !(key in others)))
}
