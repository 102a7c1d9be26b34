/**
 * The door: starts the workers, joins bridge, projections and the browser's abilities, and renders.
 * Nothing is decided here.
 */
import '#platform/secureContext.ts'
import '#platform/trustedTypes.ts'
import { effect, signal } from '@preact/signals-react'
import { seekTo, skipBack, skipForward, togglePlay } from '#actions/player.ts'
import { setActionPorts } from '#actions/ports.ts'
import { hear } from '#bridge/bus.ts'
import { observe } from '#bridge/dispatch.ts'
import { openBridge } from '#bridge/start.ts'
import { appHidden, appNavigated, appOpened, appShown } from '#core/events/app.ts'
import { playerStoodAt } from '#core/events/player.ts'
import { ability, channelOf, mintIn } from '#core/model/abilities.ts'
import { PLAYER_DURATION_DEFAULT } from '#core/model/constants.ts'
import { fileId } from '#core/reducers/releaseFiles.ts'
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
import { keepNothing, mayKeep, readText, writeText } from '#platform/storage.ts'
import { HOLDS_MS, watchUse } from '#platform/use.ts'
import { downloadSummary, downloadsOpen } from '#projections/downloads.ts'
import { attach, peekState, project } from '#projections/entity.ts'
import { buffered, hasNext, player, playhead, playheadSecond, starved } from '#projections/player.ts'
import { titleOf } from '#views/shell/player/titleOf.ts'

/** Where a visit leaves what it has no time to write any more. */
const LAST_CHANGES = 'lastChanges'

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
hear('session.ended', leavePublic)
hear('session.absent', leavePublic)
const forgetLastChanges = () => writeText('local', LAST_CHANGES, null)
forgetLastChanges()

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
for (const type of AUDIO_EVENTS) hear(type, (event) => audio.apply(event))

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
hear('download.requested', ({ payload }) => {
  if (payload.requests.every(({ downloadID }) => !peekState().get('job', downloadID))) downloadsOpen.value = true
})
hear('download.stored', (event) => {
  const { folder, crc32 } = event.payload
  if (!folder && crc32 === undefined) saver.onStored(event)
})

function openWindow(): Window | null {
  const opened = window.open('', '_blank')
  if (opened) opened.opener = null
  return opened
}

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
  const { watchLastChanges } = await import('#projections/lastChanges.ts')
  const lastChanges = watchLastChanges({ now: () => performance.now(), changed: forgetLastChanges })
  window.addEventListener('pagehide', () => {
    const text = lastChanges()
    if (text !== null) writeText('local', LAST_CHANGES, text)
  })
  const { documentTitle } = await import('#views/documentTitle.ts')
  const title = documentTitle({ place, isPublic: () => !mayKeep() })
  effect(() => presence.title(title.value))
  await offerFiles()
  await showToSystem()
  const { takePulse } = await import('#bridge/pulse.ts')
  takePulse(bridge.workers)
  const { keepWishes } = await import('#actions/keepWishes.ts')
  const { localTexts } = await import('#platform/localTexts.ts')
  keepWishes({
    texts: localTexts('downloads.wished.'),
    page: mintId(),
    mayKeep,
    player: playerId,
    has: (id) => peekState().get('job', id) !== undefined,
    restore: (left) => void bridge.downloads.wished(left).catch(() => undefined),
  })
}

/** Files that a page of a release or a playlist offers: nobody can ask for one before the views are here. */
async function offerFiles(): Promise<void> {
  const { createReleaseFiles } = await import('#platform/releaseFiles.ts')
  const { createPlaylistPdf } = await import('#platform/playlistPdf.ts')
  const files = createReleaseFiles({
    fetchFile: (wanted) => bridge.state.releaseFile(wanted),
    attachment: (releaseid, index) => peekState().get('detail', releaseid)?.release?.attachments[index],
    isWanted: ({ payload: { releaseid, file, requestId } }) =>
      peekState().get('releaseFile', fileId(releaseid, file))?.requestId === requestId,
    observe,
    openWindow,
    save: saveBytes,
  })
  hear('release.fileRequested', (event) => files.onRequested(event))

  const playlistPdf = createPlaylistPdf({
    fetchPdf: async (playlistid) => (await bridge.state.releaseFile({ kind: 'playlistPdf', playlistid })).bytes,
    isWanted: ({ payload: { playlistid, requestId } }) =>
      peekState().get('playlistPdf', playlistid)?.requestId === requestId,
    observe,
    openWindow,
  })
  hear('playlist.pdfRequested', (event) => void playlistPdf.onRequested(event))
}

/** What plays, on the system's own controls: they come after the first screen. */
async function showToSystem(): Promise<void> {
  const { createMediaSession } = await import('#platform/mediaSession.ts')
  /** Offline only silence answers (D-145). */
  const online = (press: () => void) => () => {
    if (peekState().single('app').online) press()
  }
  const system = createMediaSession(
    ability(() => navigator.mediaSession),
    {
      play: online(() => player.peek().isPlaying || togglePlay()),
      pause: () => player.peek().isPlaying && togglePlay(),
      stop() {
        if (player.peek().isPlaying) togglePlay()
        seekTo(0)
      },
      previous: online(() => skipBack(playhead.peek())),
      next: online(skipForward),
      seekTo: (seconds) => online(() => seekTo(seconds))(),
      seekBy: (seconds) => online(() => seekTo(Math.min(songLength() ?? 0, playhead.peek() + seconds)))(),
    },
  )
  /** Seconds; null while unknown (D-100). */
  function songLength(): number | null {
    const { duration } = player.peek()
    return duration >= PLAYER_DURATION_DEFAULT ? null : duration
  }
  effect(() => {
    const { song, release, isPlaying, isLoading, seekTime, currentTime } = player.value
    const position = seekTime ?? (isLoading ? currentTime : playhead.peek())
    system.show(
      song && {
        song: { title: titleOf(song), artist: song.artist, cover: song.coverart },
        album: release?.title ?? '',
        isPlaying,
        hasNext: hasNext.value,
        duration: songLength(),
        position,
      },
    )
  })
}
