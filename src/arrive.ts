/**
 * Who comes first when the page opens. The first screen's script is asked for at once, beside the application's. The
 * downloads worker begins when somebody has signed in, or the first covers are there: on a slow line its bytes would come
 * before them.
 */
import { effect } from '@preact/signals-react'
import { PAGES } from '#core/model/pages.ts'
import { screenStands, sessionStatus } from '#projections/session.ts'
import { nextTask } from '#views/kit/nextTask.ts'
import { rest } from '#views/kit/script.ts'

/** Nobody waits longer than this for what begins when the first screen stands, ms. */
const LATEST_MS = 5000
/** How often it is asked whether the pictures of a signed-in screen are there, ms, and how many times. */
const PICTURES_MS = 100
const PICTURES_TIMES = 40
/** So long a frame is waited for, ms. */
const HIDDEN_MS = 200

export interface Arrival {
  /** Nobody is signed in, and the form to sign in is what was asked for. */
  readonly isNobody: boolean
  /** Somebody may be signed in, and the gallery is what was asked for. */
  readonly isGallery: boolean
  /** The first screen's script; settles also when it does not come, which is told in its place. */
  readonly screen: Promise<unknown>
  /** When each worker may begin; null: at once. */
  readonly begins: Readonly<Record<'state' | 'session' | 'log' | 'downloads', Promise<unknown> | null>>
  /** The first screen stands, with its first covers if it has any, does not come, or is used: everything else may have the line. */
  readonly stood: Promise<unknown>
}

/** @param isKept this device keeps a session @param path where the page is */
export function arrive({ isKept, path }: { isKept: boolean; path: string }): Arrival {
  const isNobody = !isKept && path === PAGES.start
  // From the start page a session leads to the gallery.
  const isGallery = isKept && (path === PAGES.releases || path === PAGES.start)
  const stands = until(() => screenStands.value).then(painted)
  const stood = Promise.race([
    (isNobody ? stands : stands.then(pictures).then(painted)).then(rest),
    pause(LATEST_MS),
    pressed(),
  ])
  // To start a worker takes the main thread: the form needs none yet, so each has a task of its own.
  const inItsTask = () => (isNobody ? nextTask() : null)
  const asked = screensOf(isNobody, isKept, isGallery).catch(() => {})
  return {
    isNobody,
    isGallery,
    // What a session leads to is for the workers to say: the views are there before it.
    screen: isNobody ? asked : Promise.resolve(),
    // A form that stands has to work, also when the line is cut in this moment: what it needs is on its way by then, and
    // what it does not need is asked for when the server has just answered.
    begins: {
      state: inItsTask(),
      session: inItsTask(),
      log: inItsTask(),
      downloads: isNobody ? until(() => sessionStatus.value === 'signedIn') : stood,
    },
    stood,
  }
}

/** Asks for what will be shown, if that is known. */
async function screensOf(isNobody: boolean, isKept: boolean, isGallery: boolean): Promise<unknown> {
  if (isNobody) return import('#views/screens/signin/SignInScreen.tsx')
  if (!isKept) return null
  return Promise.all([
    import('#views/shell/Shell.tsx'),
    isGallery ? import('#views/screens/ReleasesScreen.tsx').then(askAhead) : null,
  ])
}

/** The first page of the gallery is asked for when the session is there, not when the gallery stands that shows it. */
async function askAhead({ openGalleryAhead }: typeof import('#views/screens/ReleasesScreen.tsx')): Promise<void> {
  const { pathname, search } = location
  await until(() => sessionStatus.value !== 'restoring')
  if (sessionStatus.peek() === 'signedIn') openGalleryAhead(pathname === PAGES.releases ? search : '')
}

/** Resolves once this is so. @param is reads signals */
export function until(is: () => boolean): Promise<void> {
  return new Promise((done) => {
    let end = () => {}
    let isDone = false
    end = effect(() => {
      if (!is()) return
      isDone = true
      end()
      done()
    })
    if (isDone) end()
  })
}

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

/** The first task after the next frame; a page nobody looks at paints none. */
const painted = () =>
  Promise.race([pause(HIDDEN_MS), new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)))])

/** Somebody presses something: what answers it must not wait for pictures. */
const pressed = () =>
  new Promise<void>((done) => {
    for (const type of ['pointerdown', 'keydown', 'click'])
      addEventListener(type, () => done(), { once: true, capture: true, passive: true })
  })

/**
 * The first covers, which come with the first page of a list; most screens have none. A cover stands in its card once it
 * has come, so they are there when no more come.
 */
async function pictures(): Promise<void> {
  let before = 0
  for (let i = 0; i < PICTURES_TIMES; i++) {
    await pause(PICTURES_MS)
    const images = [...document.images]
    if (images.length > 0 && images.length === before && images.every(({ complete }) => complete)) return
    before = images.length
  }
}
