/**
 * A stage for views: theme, words, router and signals as in the application, and a state made of events by the real
 * order and reducers. A wish of the view is reduced at once, as its echo is, and said on the real bus. What engines
 * would answer a test lets happen itself; nothing else stands in for a real part.
 */
import { Profiler, type ReactNode, StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router-dom'
import { cdp, page } from 'vitest/browser'
import { type Logs, setLogs } from '#actions/log.ts'
import { type ActionPorts, setActionPorts } from '#actions/ports.ts'
import { emit } from '#bridge/bus.ts'
import { type Dispatch, setDispatch, type WhenShown } from '#bridge/dispatch.ts'
import { appOpened } from '#core/events/app.ts'
import { type AppDraft, type EventType, isHeard, type PayloadOf } from '#core/events/index.ts'
import { sessionStarted } from '#core/events/people/session.ts'
import { playerAddressReady, playerStarted } from '#core/events/player.ts'
import { releaseOptionsReceived } from '#core/events/releases.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'
import { reportRoute } from '#effects/route.ts'
import { downloadsOpen } from '#projections/downloads/downloads.ts'
import { attach, project } from '#projections/entity.ts'
import { Story, someClaims } from '#tests/support/story.ts'
import { inviteOpen } from '#views/forms/invite/invite.state.ts'
import { i18next } from '#views/i18n/inside.ts'
import { RouterView } from '#views/kit/routing/RouterView.tsx'
import { createRouter } from '#views/kit/routing/router.ts'
import { said } from '#views/kit/said.ts'
import { closePeopleDialog } from '#views/music/people.state.ts'
import { closeHeaderPanel } from '#views/screens/account/account.state.ts'
import { problemOpen } from '#views/screens/problem.state.ts'
import { brokenScreen } from '#views/screens/problems/brokenScreen.tsx'
import { settingsShown } from '#views/shell/downloads/panel.state.ts'
import { navOpen, nowPlayingOpen, queueOpen, shortcutsOpen } from '#views/shell/shell.state.ts'

export interface Surroundings {
  /** What happened before; somebody signed in who may download, unless said otherwise. */
  readonly story?: Story
  /** Width and height of the window in px; 1440 by 900 unless said otherwise. */
  readonly window?: readonly [width: number, height: number]
  readonly theme?: 'dark' | 'light' | 'contrast'
  readonly forcedColours?: boolean
  readonly reducedMotion?: boolean
  /** A language, and whether it is written from the right; English. */
  readonly language?: string
  readonly direction?: 'ltr' | 'rtl'
  /** Where the router stands, and the pattern of the route; any. */
  readonly path?: string
  readonly route?: string
  readonly ports?: Partial<ActionPorts>
  /** The logs of this device; none. */
  readonly logs?: Partial<Logs> | undefined
}

export interface Stage {
  readonly host: HTMLElement
  readonly state: ReadonlyStore
  /** What the view made happen, in order. */
  readonly told: readonly AppDraft[]
  /** The payloads of one type among it. */
  of<T extends EventType>(type: T): PayloadOf<T>[]
  /** Facts of engines and of the browser. The view has rendered when it returns. */
  happens(...drafts: AppDraft[]): void
  /** Path and query the router stands at. */
  readonly address: string
  go(path: string): void
}

/** A moment of the log's beginning: 2026-11-23T12:00:00Z, ms. */
export const STARTED_AT = Date.UTC(2026, 10, 23, 12)

/** Somebody is signed in, online, and the server lets them download. */
export function signedIn(knowsOptions = true): Story {
  const story = new Story().happens(
    appOpened({ startedAt: STARTED_AT, build: 'test', language: 'en', width: 1440, height: 900, online: true }),
    sessionStarted({ claims: someClaims(), accessToken: 'a', refreshToken: 'r', restored: true }),
  )
  const markets = [{ id: 'us', name: 'United States', icon: '/favicon.svg' }]
  const lists = { genres: [], packages: [], markets, versions: [], releaseTypes: [] }
  return knowsOptions ? story.happens(releaseOptionsReceived({ download: true, ...lists })) : story
}

/** A song that was asked for is heard. @param seconds how long it is */
export const sounds = (requestId: string, trackid: string, seconds: number): AppDraft[] => [
  playerAddressReady({ requestId, trackid, handle: 'media:1' }),
  playerStarted({ requestId, duration: seconds }),
]

/** How what is on the stage is taken off. */
let strike: (() => void) | null = null
let emulates = false

/** Renders a view. What was on the stage before is taken off. */
export async function show(view: ReactNode, surroundings: Surroundings = {}): Promise<Stage> {
  await clearStage()
  const { story = signedIn(), path = '/', route = '*' } = surroundings
  await surround(surroundings)
  attach(story.state)
  story.order.takeTouched()
  const told: AppDraft[] = []
  const apply = (draft: AppDraft) => {
    story.happens(draft)
    project(story.order.takeTouched())
    const event = story.events.at(-1)
    if (event && isHeard(event)) emit(event)
  }
  join(surroundings.ports, (draft) => {
    told.push(draft)
    apply(draft)
  })
  const router = createRouter([{ path: route, element: view }], createMemoryHistory({ initialEntries: [path] }))
  reportRoute(router, () => {})
  const host = mount(<RouterView router={router} before={null} broken={brokenScreen} />, () => router.dispose())
  await document.fonts.ready
  return {
    host,
    told,
    state: story.state,
    of: (type) => told.filter((draft) => draft.type === type).map(({ payload }) => payload as never),
    happens: (...drafts) => flushSync(() => drafts.forEach(apply)),
    go: (to) => flushSync(() => router.navigate(to)),
    get address() {
      const { pathname, search } = router.state.location
      return pathname + search
    },
  }
}

/** Puts an element onto the page as the application stands there. @param leave what has to end with it */
export function mount(view: ReactNode, leave: () => void): HTMLElement {
  const host = document.createElement('div')
  host.id = 'root'
  document.body.append(host)
  const root: Root = createRoot(host)
  flushSync(() => root.render(<StrictMode>{view}</StrictMode>))
  strike = () => {
    flushSync(() => root.unmount())
    leave()
  }
  return host
}

/** Sets what wishes do and what actions need. */
export function join(ports: Partial<ActionPorts> | undefined, dispatch: Dispatch, whenShown?: WhenShown): void {
  let minted = 0
  setDispatch(dispatch, whenShown)
  setActionPorts({
    mintId: () => `id-${++minted}`,
    keepSecret: (purpose) => Promise.resolve(`${purpose}:${++minted}` as const),
    readLink: () => Promise.resolve(null),
    promoAddress: () => Promise.resolve(null),
    peaks: () => Promise.resolve(null),
    listIndex: () => Promise.resolve(null),
    security: () => Promise.resolve({ ok: false, refusal: { status: 0, code: 'NETWORK', message: '' } }),
    ...ports,
  })
}

/** Sets the window, its colours and the language, and the logs of the device. */
export async function surround(surroundings: Surroundings): Promise<void> {
  setLogs({
    list: () => Promise.resolve([]),
    save: () => Promise.resolve({ fileName: 'player.jsonl.gz', bytes: 1 }),
    ...surroundings.logs,
  })
  const { window, theme, forcedColours, reducedMotion, language = 'en', direction = 'ltr' } = surroundings
  await page.viewport(...(window ?? [1440, 900]))
  document.documentElement.lang = language
  document.documentElement.dir = direction
  if (i18next.language !== language) await i18next.changeLanguage(language)
  if (theme === 'contrast') document.documentElement.dataset.theme = theme
  else delete document.documentElement.dataset.theme
  const isOrdinary = theme === undefined && !forcedColours && !reducedMotion
  if (isOrdinary && !emulates) return
  emulates = !isOrdinary
  await cdp().send('Emulation.setEmulatedMedia', {
    features: [
      { name: 'prefers-color-scheme', value: theme === 'light' ? 'light' : 'dark' },
      { name: 'forced-colors', value: forcedColours ? 'active' : 'none' },
      { name: 'prefers-reduced-motion', value: reducedMotion ? 'reduce' : 'no-preference' },
    ],
  })
}

/** Takes everything off the stage. */
export async function clearStage(): Promise<void> {
  strike?.()
  strike = null
  document.body.replaceChildren()
  closeHeaderPanel()
  for (const open of [
    downloadsOpen,
    settingsShown,
    queueOpen,
    navOpen,
    nowPlayingOpen,
    shortcutsOpen,
    problemOpen,
    inviteOpen,
  ])
    open.value = false
  closePeopleDialog()
  said.value = []
  sessionStorage.clear()
  localStorage.clear()
  attach(new Story().state)
}

/** How often what is under it was rendered, by name; to be emptied by whoever counts anew. */
export class Renders {
  readonly counts = new Map<string, number>()

  of(name: string, view: ReactNode): ReactNode {
    return (
      <Profiler key={name} id={name} onRender={() => this.counts.set(name, (this.counts.get(name) ?? 0) + 1)}>
        {view}
      </Profiler>
    )
  }
}
