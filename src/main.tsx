/**
 * The door: starts the workers, joins bridge, projections and the browser's abilities, and renders, in the order
 * `arrive.ts` gives. What becomes of anything that happens is decided in what is joined here.
 */
import '#platform/secureContext.ts'
import '#platform/trustedTypes.ts'
import { setActionPorts } from '#actions/ports.ts'
import { on } from '#bridge/bus.ts'
import { observe } from '#bridge/dispatch.ts'
import { openBridge } from '#bridge/start.ts'
import type { AskSecurity } from '#core/contracts/security.ts'
import { appOpened } from '#core/events/app.ts'
import { playerStoodAt } from '#core/events/player.ts'
import { channelOf, mintIn } from '#core/model/abilities.ts'
import { SCRIPTS_AWAY } from '#core/model/beginAnew.ts'
import { downloadKey } from '#core/model/downloads/download.ts'
import { isHandleFor, type PersonalPurpose, type SecretHandle } from '#core/model/people/secrets.ts'
import { showWhatIsThere } from '#effects/downloadsPopover.ts'
import { forgetPublicSession, staysAsItIs } from '#effects/publicComputer.ts'
import { reportRoute } from '#effects/route.ts'
import { saveFiles } from '#effects/saving.ts'
import { playSound } from '#effects/sound.ts'
import { watchVisibility } from '#effects/visibility.ts'
import { canPickFolder, chooseFolder } from '#platform/files/folder.ts'
import { createSaver } from '#platform/files/saving.ts'
import { watchOnline } from '#platform/online.ts'
import { watchPageCache } from '#platform/pageCache.ts'
import { createAudio } from '#platform/sound/audio.ts'
import { sampleClipFor } from '#platform/sound/audioEvents.ts'
import { createPlayingTab } from '#platform/sound/playingTab.ts'
import { leavePublic, storedTokens, storeTokens, watchLeaving } from '#platform/storage/publicComputer.ts'
import {
  keepNothing,
  LAST_CHANGES,
  mayKeep,
  noteReturned,
  readText,
  reloadReturned,
  writeText,
} from '#platform/storage/storage.ts'
import { markedSupport } from '#platform/supportMark.ts'
import { watchUse } from '#platform/use.ts'
import { downloadSummary, downloadsOpen } from '#projections/downloads/downloads.ts'
import { attach, isFollowed, peekState, project } from '#projections/entity.ts'
import { buffered, isPlaying, playhead, setPlayhead, standsAt, starved } from '#projections/player.ts'
import {
  isNobodyKept,
  keepsNothing,
  saysWhyEnded,
  screenStands,
  sessionStatus,
  supportEmail,
} from '#projections/session.ts'
import { nextTask } from '#views/kit/nextTask.ts'
import { comeAfter, comeLate, script } from '#views/kit/script.ts'
import { moment } from '#views/kit/time/moment.ts'
import { arrive, until } from './arrive.ts'

noteReturned()
/** What comes with the first screen, and when that stands. */
const arrival = arrive({ isKept: storedTokens().access !== null || storedTokens().isPublic, path: location.pathname })
isNobodyKept.value = arrival.isNobody
keepsNothing.value = !mayKeep()
supportEmail.value = markedSupport(document)
comeAfter(arrival.stood)

/** Null until it is there, which is before anything can be pressed. */
let sound: ReturnType<typeof createAudio> | null = null

const bridge = openBridge({
  now: () => Date.now(),
  opened: appOpened({
    startedAt: Date.now(),
    build: __BUILD__,
    language: navigator.language,
    width: innerWidth,
    height: innerHeight,
    online: navigator.onLine,
  }),
  begins: arrival.begins,
  storedTokens,
  storeTokens,
  keepNothing() {
    keepNothing()
    keepsNothing.value = true
  },
  lastChanges: readText('local', LAST_CHANGES),
  notLoaded() {
    // The form says so, once the application has taken that over; elsewhere the page has stopped, and says that.
    if (arrival.isNobody) void until(() => screenStands.value).then(scriptsAway)
    return arrival.isNobody
  },
  project: (touched, fresh) => (fresh ? attach(bridge.mirror.store) : project(touched)),
  isShownPage: (id) => isFollowed('page', id),
  heardLater: (event) => sound?.pressed(event),
})
attach(bridge.mirror.store)
watchLeaving(window)
forgetPublicSession({
  on,
  keeps: mayKeep,
  leave() {
    if (mayKeep()) return
    storeTokens(null, null)
    void until(() => !saysWhyEnded.value).then(() => {
      // Somebody may have signed in meanwhile, in another tab.
      if (sessionStatus.peek() !== 'signedIn') leavePublic()
    })
  },
})
writeText('local', LAST_CHANGES, null)

const mintId = () => mintIn(globalThis)
setActionPorts({
  mintId,
  // A call to another thread loses the purpose in the type of what it answers.
  keepSecret: async <P extends PersonalPurpose>(purpose: P, secret: string) => {
    const handle = (await bridge.askSession((session) => session.keepSecret(purpose, secret))) as SecretHandle<P>
    // The form may stand before it is known that nobody is signed in.
    await until(() => staysAsItIs(sessionStatus.value, mayKeep()))
    return handle
  },
  readLink: (handle) => bridge.askSession((session) => session.readLink(handle)),
  shownPlayer: () => peekState().single('player'),
  stoodAt: () => standsAt(peekState().single('player'), () => playhead.peek()),
  promoAddress: (releaseid, withImages) => bridge.state.promoAddress(releaseid, withImages).catch(() => null),
  peaks: (trackid) => bridge.state.peaks(trackid).catch(() => null),
  listIndex: (queryId, first) => bridge.state.listIndex(queryId, first).catch(() => null),
  // Its answer's type is lost on the way as well.
  security: ((call, given) => bridge.state.security(call, given)) as AskSecurity,
  ...(canPickFolder()
    ? { chooseFolder: (what: 'pick' | 'allow' | 'leave') => chooseFolder(() => bridge.downloads, what) }
    : {}),
})

function playerId(): string | null {
  return peekState().single('session').claims?.playerid ?? null
}

/** What sounds, saves and watches; in a task of its own, as the workers were begun in the one before. */
async function joinRest(): Promise<void> {
  await nextTask()
  const audio = createAudio({
    element: new Audio(),
    spare: new Audio(),
    reveal: async (handle) => (isHandleFor('media', handle) ? bridge.session.reveal(handle) : null),
    state: () => peekState().single('player'),
    observe,
    now: moment,
    mintId,
    onTime: setPlayhead,
    onBuffered: (seconds) => {
      buffered.value = seconds
    },
    onWaiting: (waiting) => {
      starved.value = waiting
    },
    onStand: (requestId, position) => observe(playerStoodAt({ requestId, position })),
    onSound: () => playingTab.claim(),
    sampleClip: sampleClipFor(navigator.userAgent),
  })
  sound = audio
  playSound({ on: bridge.on, audio })

  const playingTab = createPlayingTab({
    channel: channelOf(globalThis, 'player'),
    page: mintId(),
    now: () => Date.now(),
    giveWay: () => audio.giveWay(),
  })

  watchUse(
    window,
    (...use) => {
      // A worker that died meanwhile answers with its death, which is known.
      if (downloadSummary.peek().active > 0) void bridge.downloads.inUse(...use).catch(() => undefined)
    },
    () => performance.now(),
  )
  saveFiles({
    on: bridge.on,
    saver: createSaver({ file: (downloadID) => bridge.downloads.file(downloadID), observe, document }),
    statusOf: (downloadID) => peekState().get('job', downloadID)?.status,
  })
  showWhatIsThere({
    on: bridge.on,
    has: (downloadID) => peekState().has('job', downloadID),
    lists(requests) {
      const asked = new Set(requests.map(downloadKey))
      const { ids } = peekState().single('jobOrder')
      return ids.some((id) => {
        const job = peekState().get('job', id)
        return job !== undefined && asked.has(downloadKey(job))
      })
    },
    open() {
      downloadsOpen.value = true
    },
  })

  watchOnline(window, observe)
  watchPageCache(window, {
    left() {
      // Before what the others report: no worker hears it any more, and it shows here all the same.
      bridge.leave()
      // Another page may sound now.
      audio.giveWay()
      playingTab.leave()
    },
    reload: reloadReturned,
  })
  watchVisibility({
    document,
    observe,
    stand: () => audio.stand(),
    flush: bridge.flush,
    check: () => void bridge.session.check().catch(() => undefined),
  })
}

// While somebody signs in it would come beside the gallery. A worker that died meanwhile answers with its death, which is known.
void (arrival.isNobody ? arrival.stood : Promise.resolve()).then(() => bridge.state.ahead()).catch(() => undefined)
void joinRest()
void show()

/** Without the scripts of the views nothing answers here: the page begins anew once there is a server (`BEGIN_ANEW`). */
function viewsAway(error: unknown): null {
  reportError(error)
  scriptsAway()
  return null
}

function scriptsAway(): void {
  dispatchEvent(new Event(SCRIPTS_AWAY))
}

/** What renders, and what it renders; each in a task of its own: whoever presses a key meanwhile is heard between two. */
async function loadViews(): Promise<typeof import('#views/App.tsx')> {
  await import('#views/dom.ts')
  await nextTask()
  const [app] = await Promise.all([import('#views/App.tsx'), arrival.screen])
  return app
}

/** The views, once the workers are on their way. Awaited in a function: a script that waits for one that imports it never ends. */
async function show(): Promise<void> {
  const app = await loadViews().catch(viewsAway)
  if (app === null) return
  const { createAppRouter, mount, whenHere } = app
  await nextTask()
  const router = createAppRouter()
  const place = reportRoute(router, observe)
  await nextTask()
  // The form is drawn in one go, not the mark first.
  if (arrival.isNobody) await whenHere(router)
  mount(router, document.getElementById('root') as HTMLElement)
  // Elsewhere somebody who is signed in may press at once what only the late parts answer. In the gallery a press brings
  // them, and until they are here it shows once the state worker has answered (`whenShown`).
  if (arrival.isNobody || arrival.isGallery) await arrival.stood
  const late = script(() => import('./late.ts'))
  const { addLate } = await comeLate(late, () => until(() => !isPlaying.value), scriptsAway)
  addLate({ bridge, place, mintId, playerId })
}
