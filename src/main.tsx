/**
 * The door: starts the workers, joins bridge, projections and the browser's abilities, and renders.
 * Nothing is decided here.
 */
import '#platform/secureContext.ts'
import '#platform/trustedTypes.ts'
import { effect, signal } from '@preact/signals-react'
import { setActionPorts } from '#actions/ports.ts'
import { on } from '#bridge/bus.ts'
import { observe } from '#bridge/dispatch.ts'
import { openBridge } from '#bridge/start.ts'
import { appHidden, appNavigated, appOpened, appShown } from '#core/events/app.ts'
import { playerStoodAt } from '#core/events/player.ts'
import { ability, channelOf, mintIn } from '#core/model/abilities.ts'
import { AUDIO_EVENTS, createAudio } from '#platform/audio.ts'
import { createDownloadPresence, systemNotice } from '#platform/downloadPresence.ts'
import { canPickFolder, chooseFolder } from '#platform/folder.ts'
import { watchOnline } from '#platform/online.ts'
import { watchPageCache } from '#platform/pageCache.ts'
import { createPlayingTab } from '#platform/playingTab.ts'
import { leavePublic, storedTokens, storeTokens, watchLeaving } from '#platform/publicComputer.ts'
import { loggedPath, loggedSearch } from '#platform/route.ts'
import { saveBytes } from '#platform/saveBytes.ts'
import { createSaver } from '#platform/saving.ts'
import { keepNothing, LAST_CHANGES, readText, writeText } from '#platform/storage.ts'
import { HOLDS_MS, watchUse } from '#platform/use.ts'
import { downloadSummary, downloadsOpen } from '#projections/downloads.ts'
import { attach, peekState, project } from '#projections/entity.ts'
import { buffered, playhead, playheadSecond, starved } from '#projections/player.ts'
import { script } from '#views/kit/script.ts'

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
  storedTokens,
  storeTokens,
  keepNothing,
  lastChanges: readText('local', LAST_CHANGES),
  project: (touched, fresh) => (fresh ? attach(bridge.mirror.store) : project(touched)),
})
attach(bridge.mirror.store)
watchLeaving(window)
on('session.ended', leavePublic)
on('session.absent', leavePublic)
writeText('local', LAST_CHANGES, null)

const mintId = () => mintIn(globalThis)
setActionPorts({
  mintId,
  keepCredentials: (username, password) => bridge.session.keepCredentials(username, password),
  promoAddress: (releaseid, withImages) => bridge.state.promoAddress(releaseid, withImages).catch(() => null),
  peaks: (trackid) => bridge.state.peaks(trackid).catch(() => null),
  ...(canPickFolder()
    ? { chooseFolder: (what: 'pick' | 'allow' | 'leave') => chooseFolder(bridge.downloads, what) }
    : {}),
  logs: () => (peekState().single('app').failedWorker ? bridge.log.list(playerId()) : bridge.state.logs()),
  async exportLog(logId) {
    // With a dead state worker the log worker still has what was stored.
    const broken = peekState().single('app').failedWorker !== null
    const bytes = broken ? await bridge.log.export(logId, playerId()) : await bridge.state.exportLog(logId)
    saveBytes(bytes, `player-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.evlog.gz`, 'application/gzip')
  },
})

function playerId(): string | null {
  return peekState().single('session').claims?.playerid ?? null
}

const audio = createAudio({
  element: new Audio(),
  spare: new Audio(),
  reveal: (handle) => bridge.session.reveal(handle),
  state: () => peekState().single('player'),
  observe,
  mintId,
  onTime: (seconds) => {
    playhead.value = seconds
    playheadSecond.value = Math.floor(seconds)
  },
  onBuffered: (seconds) => {
    buffered.value = seconds
  },
  onWaiting: (waiting) => {
    starved.value = waiting
  },
  onStand: (requestId, position) => observe(playerStoodAt({ requestId, position })),
  onSound: () => playingTab.claim(),
  // WebKit alone ties sound to the press itself; the others remember that the page was pressed.
  sampleClip:
    /AppleWebKit/.test(navigator.userAgent) && !/Chrom(e|ium)\//.test(navigator.userAgent) ? '/sample.wav' : null,
})
for (const type of AUDIO_EVENTS) on(type, (event) => audio.apply(event))

const playingTab = createPlayingTab({
  channel: channelOf(globalThis, 'player'),
  page: mintId(),
  now: () => Date.now(),
  giveWay: () => audio.giveWay(),
})

watchUse(window, () => {
  if (downloadSummary.peek().active > 0) void bridge.downloads.inUse(HOLDS_MS)
})
const saver = createSaver({ file: (downloadID) => bridge.downloads.file(downloadID), observe, document })
// What is under way or here already is shown instead of being added again (D-135).
on('download.requested', ({ payload }) => {
  if (payload.requests.every(({ downloadID }) => !peekState().get('job', downloadID))) downloadsOpen.value = true
})
on('download.stored', (event) => {
  const { folder, crc32 } = event.payload
  if (!folder && crc32 === undefined) saver.onStored(event)
})

watchOnline(window, observe)
watchPageCache(window, {
  left() {
    // Another page may sound now.
    audio.giveWay()
    playingTab.leave()
    bridge.leave()
  },
  reload: () => location.reload(),
})
document.addEventListener('visibilitychange', () => {
  const isHidden = document.visibilityState === 'hidden'
  observe(isHidden ? appHidden({}) : appShown({}))
  if (isHidden) {
    audio.stand()
    void bridge.state.flush()
  } else void bridge.session.check()
})

void show()

/** The views, once the workers are on their way. Awaited in a function: a script that waits for one that imports it never ends. */
async function show(): Promise<void> {
  const { createAppRouter, mount } = await import('#views/App.tsx')
  const { i18next } = await import('#views/i18n/index.ts')
  const presence = createDownloadPresence({
    window,
    document,
    wakeLock: ability(() => navigator.wakeLock),
    notify(title, body) {
      if (peekState().single('setting').downloads.notify) systemNotice(title, body)
    },
    words: (finished, failed) => {
      const t = i18next.getFixedT('en', 'downloads')
      const parts = [
        finished > 0 && t('batch.arrived', { count: finished }),
        failed > 0 && t('batch.lost', { count: failed }),
      ]
      return { title: t('batch.title'), body: parts.filter(Boolean).join(', ') }
    },
  })
  effect(() => presence.show(downloadSummary.value))
  const router = createAppRouter()
  const place = signal(router.state.location)
  const enter = () => {
    place.value = router.state.location
    const { pathname, search } = place.value
    observe(appNavigated({ path: loggedPath(pathname), search: loggedSearch(search) }))
  }
  let entered = router.state.location.key
  enter()
  router.subscribe(({ location }) => {
    if (location.key === entered) return
    entered = location.key
    enter()
  })
  mount(router, document.getElementById('root') as HTMLElement)
  const late = script(() => import('./late.ts'))
  // What comes later comes in the end: a server that is away when the page has just been shown is asked again.
  for (let pauseMs = 1000; ; pauseMs = Math.min(30_000, 2 * pauseMs)) {
    const loaded = await late.load().catch(() => null)
    if (loaded) return loaded.addLate({ bridge, place, showTitle: presence.title, mintId, playerId })
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
