/**
 * What the door adds once the first screen stands: nobody can need any of it before. One script, so that it comes whole
 * or is asked for again.
 */
import { effect, type ReadonlySignal } from '@preact/signals-react'
import { keepWishes } from '#actions/keepWishes.ts'
import { seekTo, skipBack, skipForward, togglePlay } from '#actions/player.ts'
import { on } from '#bridge/bus.ts'
import { observe } from '#bridge/dispatch.ts'
import { takePulse } from '#bridge/pulse.ts'
import type { Bridge } from '#bridge/start.ts'
import { ability } from '#core/model/abilities.ts'
import { PLAYER_DURATION_DEFAULT } from '#core/model/constants.ts'
import { fileId } from '#core/reducers/releaseFiles.ts'
import { localTexts } from '#platform/localTexts.ts'
import { createMediaSession } from '#platform/mediaSession.ts'
import { createPlaylistPdf } from '#platform/playlistPdf.ts'
import { createReleaseFiles } from '#platform/releaseFiles.ts'
import { saveBytes } from '#platform/saveBytes.ts'
import { LAST_CHANGES, mayKeep, readText, writeText } from '#platform/storage.ts'
import { peekState } from '#projections/entity.ts'
import { watchLastChanges } from '#projections/lastChanges.ts'
import { hasNext, player, playhead } from '#projections/player.ts'
import { documentTitle, type Place } from '#views/documentTitle.ts'
import { titleOf } from '#views/shell/player/titleOf.ts'

export interface LateParts {
  readonly bridge: Bridge
  /** Where the router stands. */
  readonly place: ReadonlySignal<Place>
  showTitle(title: string): void
  mintId(): string
  /** Who is signed in. */
  playerId(): string | null
}

export function addLate({ bridge, place, showTitle, mintId, playerId }: LateParts): void {
  const leaveChanges = watchLastChanges({
    now: () => performance.now(),
    lying: () => readText('local', LAST_CHANGES),
    leave: (text) => writeText('local', LAST_CHANGES, text),
  })
  window.addEventListener('pagehide', leaveChanges)
  const title = documentTitle({ place, isPublic: () => !mayKeep() })
  effect(() => showTitle(title.value))
  offerFiles(bridge)
  showToSystem()
  takePulse(bridge.workers)
  keepWishes({
    texts: localTexts('downloads.wished.'),
    page: mintId(),
    mayKeep,
    player: playerId,
    has: (id) => peekState().get('job', id) !== undefined,
    restore: (left) => void bridge.downloads.wished(left).catch(() => undefined),
  })
}

function openWindow(): Window | null {
  const opened = window.open('', '_blank')
  if (opened) opened.opener = null
  return opened
}

/** Files that a page of a release or a playlist offers: nobody can ask for one before the views are here. */
function offerFiles(bridge: Bridge): void {
  const files = createReleaseFiles({
    fetchFile: (wanted) => bridge.state.releaseFile(wanted),
    attachment: (releaseid, index) => peekState().get('detail', releaseid)?.release?.attachments[index],
    isWanted: ({ payload: { releaseid, file, requestId } }) =>
      peekState().get('releaseFile', fileId(releaseid, file))?.requestId === requestId,
    observe,
    openWindow,
    save: saveBytes,
  })
  on('release.fileRequested', (event) => files.onRequested(event))

  const playlistPdf = createPlaylistPdf({
    fetchPdf: async (playlistid) => (await bridge.state.releaseFile({ kind: 'playlistPdf', playlistid })).bytes,
    isWanted: ({ payload: { playlistid, requestId } }) =>
      peekState().get('playlistPdf', playlistid)?.requestId === requestId,
    observe,
    openWindow,
  })
  on('playlist.pdfRequested', (event) => void playlistPdf.onRequested(event))
}

/** What plays, on the system's own controls: they come after the first screen. */
function showToSystem(): void {
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
