/**
 * What the door adds once the first screen stands: nobody can need any of it before. One script, so that it comes whole
 * or is asked for again.
 */
import { computed, effect, type ReadonlySignal } from '@preact/signals-react'
import { setLogs } from '#actions/log.ts'
import { acceptConnection, forgetConnection } from '#actions/people/connections.ts'
import { readProfile } from '#actions/people/profile.ts'
import { seekTo, skipBack, skipForward, togglePlay } from '#actions/player.ts'
import { observe } from '#bridge/dispatch.ts'
import { takePulse } from '#bridge/pulse.ts'
import { isLost, reviveUnless } from '#bridge/revive.ts'
import type { Bridge } from '#bridge/start.ts'
import { ability } from '#core/model/abilities.ts'
import { fileId } from '#core/model/catalogue/releaseFile.ts'
import { keepEqual } from '#core/reducers/equal.ts'
import { reduce } from '#core/reducers/root.ts'
import { takeConnections } from '#effects/connections.ts'
import { keepWishes } from '#effects/keepWishes.ts'
import { leaveLastChanges } from '#effects/lastChanges.ts'
import { beginAnewAfter } from '#effects/lostSession.ts'
import { askBeforeMarksGo } from '#effects/marks.ts'
import { showToSystem } from '#effects/mediaSession.ts'
import { showPlaylistPdf } from '#effects/playlistPdf.ts'
import { showPresence } from '#effects/presence.ts'
import { readOnSignIn } from '#effects/profile.ts'
import { handReleaseFiles } from '#effects/releaseFiles.ts'
import { followTheme } from '#effects/theme.ts'
import { windowsOf } from '#platform/files/laterWindow.ts'
import { saveBytes } from '#platform/files/saveBytes.ts'
import { systemNotice } from '#platform/notifications.ts'
import { isOutdated } from '#platform/outdated.ts'
import { localTexts } from '#platform/storage/localTexts.ts'
import { LAST_CHANGES, mayKeep, readText, writeText } from '#platform/storage/storage.ts'
import { markedTheme, markTheme, watchMark, wearTheme } from '#platform/theme.ts'
import { bytesUnderWay, downloadSummary } from '#projections/downloads/downloads.ts'
import { peekState } from '#projections/entity.ts'
import { hasNext, player, playhead, starved } from '#projections/player.ts'
import { profile } from '#projections/profile.ts'
import { isOnline, sessionStatus } from '#projections/session.ts'
import { documentTitle, nameOfPage, type PageAddress } from '#views/documentTitle.ts'
import { pageName } from '#views/kit/pageMain.ts'
import { batchWords } from '#views/shell/downloads/batchWords.ts'
import { scrollByKeys } from '#views/shell/scrollKeys.ts'
import { logsOf } from './logs.ts'

export interface LateParts {
  readonly bridge: Bridge
  /** Where the router stands. */
  readonly place: ReadonlySignal<PageAddress>
  mintId(): string
  /** Who is signed in. */
  playerId(): string | null
}

export function addLate({ bridge, place, mintId, playerId }: LateParts): void {
  // What was pressed before is heard here as well.
  const { on } = bridge
  leaveLastChanges({
    on,
    window,
    now: () => performance.now(),
    lying: () => readText('local', LAST_CHANGES),
    leave: (text) => writeText('local', LAST_CHANGES, text),
  })
  setLogs(logsOf(bridge))
  followTheme({
    on,
    observe,
    theme: () => peekState().single('setting').theme,
    marked: markedTheme,
    mark: markTheme,
    wear: (theme) => wearTheme(theme, document),
    watch: (told) => watchMark(window, told),
  })
  const showTitle = showPresence({
    standing: downloadSummary,
    bytes: bytesUnderWay,
    window,
    document,
    now: () => performance.now(),
    wakeLock: ability(() => navigator.wakeLock),
    wantsNotice: () => peekState().single('setting').downloads.notify,
    notify: systemNotice,
    words: batchWords,
  })
  askBeforeMarksGo(window)
  const isSignedIn = computed(() => sessionStatus.value === 'signedIn')
  const title = documentTitle({ place, isPublic: () => !mayKeep() })
  effect(() => showTitle(title.value))
  const name = nameOfPage(place)
  effect(() => {
    pageName.value = name.value
  })
  scrollByKeys()
  offerFiles(bridge)
  showToSystem({
    session: ability(() => navigator.mediaSession),
    isOnline: () => peekState().single('app').online,
    player,
    playhead,
    hasNext,
    starved,
    verbs: { togglePlay, skipForward, skipBack, seekTo },
  })
  takePulse(bridge.workers)
  // Here, not asked for when one is lost: that may be because there is no server.
  bridge.reviveBy(reviveUnless(isOutdated))
  beginAnewAfter({ on, isLost: () => isLost('session'), begin: () => location.replace('/') })
  readOnSignIn({
    isSignedIn,
    isMissing: computed(() => profile.value?.status === 'error' && profile.value.profile === null),
    isOnline,
    read: readProfile,
    after: (ms, run) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  })
  takeConnections({
    on,
    isSignedIn,
    document,
    accept: acceptConnection,
    forget: forgetConnection,
  })
  keepWishes({
    on,
    texts: localTexts('downloads.wished.'),
    page: mintId(),
    mayKeep,
    player: playerId,
    state: peekState,
    restore: (left) => void bridge.downloads.wished(left).catch(() => undefined),
  })
  // When all listen: it lets them hear what waited to be shown.
  bridge.echoBy(reduce, keepEqual)
  if (wantsInspector()) void import('./inspect/open.ts').then(({ openInspector }) => openInspector(bridge))
}

/** Whether the page was opened with `?inspect`; by now it may stand elsewhere. */
function wantsInspector(): boolean {
  const [opened] = performance.getEntriesByType('navigation')
  return new URL(opened?.name ?? location.href).searchParams.has('inspect')
}

/** Files that a page of a release or a playlist offers: nobody can ask for one before the views are here. */
function offerFiles(bridge: Bridge): void {
  const { on } = bridge
  const openWindow = windowsOf(window)
  handReleaseFiles({
    on,
    fetchFile: (wanted) => bridge.state.releaseFile(wanted),
    attachment: (releaseid, index) => peekState().get('detail', releaseid)?.release?.attachments[index],
    isWanted: ({ payload: { releaseid, file, requestId } }) =>
      peekState().get('releaseFile', fileId(releaseid, file))?.requestId === requestId,
    observe,
    openWindow,
    save: saveBytes,
  })
  showPlaylistPdf({
    on,
    fetchPdf: async (playlistid) => (await bridge.state.releaseFile({ kind: 'playlistPdf', playlistid })).bytes,
    isWanted: ({ payload: { playlistid, requestId } }) =>
      peekState().get('playlistPdf', playlistid)?.requestId === requestId,
    observe,
    openWindow,
  })
}
