/**
 * The replayed player: the views of the application over a state that somebody else moves. It stands in a frame, so that
 * its widths, its layers and its keys are its own. Nothing in it can be pressed; what is long can be scrolled.
 */
import { type ReadonlySignal, signal } from '@preact/signals-react'
import { type ReactNode, startTransition } from 'react'
import { UNSAFE_createMemoryHistory as createMemoryHistory, Outlet } from 'react-router-dom'
import type { Shown, ToReplayed } from '#core/contracts/replay.ts'
import type { Theme } from '#core/model/theme.ts'
import { Store } from '#core/reducers/store.ts'
import { attach, project } from '#projections/entity.ts'
import { setPlayhead } from '#projections/player.ts'
import { createAppRouter, mount } from '../../App.tsx'
import { nextTask } from '../../kit/nextTask.ts'
import type { AppRouter, RouterHistory } from '../../kit/routing/router.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { brokenScreen } from '../../screens/problems/brokenScreen.tsx'
import * as scripts from '../../scripts.ts'
import * as shellScripts from '../../shell/scripts.ts'
import { nothingPressed } from './nothingPressed.ts'

/** A page in the background draws no frames. */
const UNSEEN_MS = 200
/** Between two states it is shown: the page around it draws on the same thread, and comes first. */
const PAUSE_MS = 40

/** A view that insists on another place than the log is let go there after so many tries. */
const CORRECTIONS = 3

/** What the frame says to the page around it, once it listens. */
export const READY = 'replayed player is ready'

/** Joins the page that holds the frame, and shows what its port tells. @param wear puts a theme on */
export function mountReplayed(root: HTMLElement, wear: (theme: Theme) => void): void {
  nothingPressed(document)
  addEventListener('message', ({ source, origin, ports: [port] }) => {
    if (source === parent && origin === location.origin && port) follow(port, root, wear)
  })
  // All of it is here before anything is shown: a replay asks for nothing.
  void loadAll().then(() => parent.postMessage(READY, location.origin))
}

/** One after the other, for the page around it stands on the same thread. */
async function loadAll(): Promise<void> {
  for (const script of [...Object.values(scripts), ...Object.values(shellScripts)]) {
    await script.load().catch(() => {})
    await nextTask()
  }
}

/** What is drawn in the frame. */
interface Drawn {
  createAppRouter(history: RouterHistory): AppRouter
  mount(router: AppRouter, root: HTMLElement, broken: (error: unknown) => ReactNode): void
}
const APP: Drawn = { createAppRouter, mount }

/** What went wrong when a state was handed to its readers. Some have not heard of it, and would go on showing another. */
interface Unread {
  readonly error: unknown
}

/** All screens, while every reader has heard of the state. */
function Screens({ unread }: { unread: ReadonlySignal<Unread | null> }) {
  const failed = useSignalValue(unread)
  if (failed) throw failed.error
  return <Outlet />
}

/** Shows what a port tells, in an element of the page. @param app draws it */
export function follow(port: MessagePort, root: HTMLElement, wear: (theme: Theme) => void, app = APP): void {
  const router = app.createAppRouter(createMemoryHistory())
  const unread = signal<Unread | null>(null)
  const routes = [{ element: <Screens unread={unread} />, children: router.routes }]
  const shown: AppRouter = Object.create(router, { routes: { value: routes } })
  let store = new Store()
  let isMounted = false
  /** Every reader knows this very store, and can be told what changes. */
  let isWhole = false
  let address = '/'
  let corrections = 0
  /** A screen could not be drawn, of this state or one before: in its place stands the page's own word for that. */
  let isBroken = false
  const broken = (error: unknown) => {
    isBroken = true
    return brokenScreen(error)
  }
  const goThere = () => {
    const { pathname, search } = router.state.location
    if (pathname + search !== address) router.navigate(address, { replace: true })
  }
  // A view may lead elsewhere by itself, as the sign-in does when a session is there: the log says where the person was.
  router.subscribe(() => {
    if (corrections-- > 0) goThere()
  })
  port.onmessage = ({ data }: MessageEvent<ToReplayed>) => {
    if (data.fresh) {
      store = new Store()
      isWhole = false
    }
    for (const change of data.changes) {
      if ('text' in change) store.setText(change.kind, change.id, change.text)
      else if ('gone' in change) store.drop(change.kind, change.id)
    }
    if (data.more) return
    const touched = store.takeTouched()
    unread.value = null
    try {
      if (isWhole) project(touched)
      else attach(store)
      isWhole = true
    } catch (error) {
      // Who counts what changes has not heard of all of it.
      isWhole = false
      unread.value = { error }
    }
    const { currentTime } = store.single('player')
    setPlayhead(currentTime)
    wear(store.single('setting').theme)
    address = data.address
    corrections = CORRECTIONS
    // Another state is another try, also at the same place: the defect may lie behind the playhead now.
    if (isBroken) router.navigate(address, { replace: true })
    else goThere()
    isBroken = false
    // What is drawn first is much: in a transition React lets the page around it come between.
    if (!isMounted) startTransition(() => app.mount(shown, root, broken))
    isMounted = true
    drawn(() => port.postMessage({ shown: data.seq } satisfies Shown))
  }
}

/** Calls back once, after the next frame was drawn or would have been. */
function drawn(call: () => void): void {
  let isDue = true
  const once = () => {
    if (isDue) call()
    isDue = false
  }
  requestAnimationFrame(() => setTimeout(once, PAUSE_MS))
  setTimeout(once, UNSEEN_MS)
}
