// When what plays changes, the system's own controls show it, and their keys do what the player's buttons do.
import { effect, type ReadonlySignal } from '@preact/signals-react'
import { PLAYER_DURATION_DEFAULT } from '#core/model/constants.ts'
import type { PlayerState } from '#core/model/playback/playbackEntities.ts'
import { titleOf } from '#core/model/text/songTitle.ts'
import { createMediaSession } from '#platform/sound/mediaSession.ts'
import { standsAt } from '#projections/player.ts'

export interface MediaSessionPorts {
  /** Null where the browser has none. */
  readonly session: MediaSession | null
  /** Offline only silence answers (D-145). */
  isOnline(): boolean
  readonly player: ReadonlySignal<Readonly<PlayerState>>
  /** Seconds. */
  readonly playhead: ReadonlySignal<number>
  readonly hasNext: ReadonlySignal<boolean>
  /** Whether the song stands still because its bytes do not come. */
  readonly starved: ReadonlySignal<boolean>
  readonly verbs: {
    togglePlay(): void
    skipForward(): void
    /** @param position where the song stands, seconds */
    skipBack(position: number): void
    /** Seconds from the song's beginning. */
    seekTo(seconds: number): void
  }
}

/** @returns how to stop */
export function showToSystem({
  session,
  isOnline,
  player,
  playhead,
  hasNext,
  starved,
  verbs,
}: MediaSessionPorts): () => void {
  const online = (press: () => void) => () => {
    if (isOnline()) press()
  }
  const isPlaying = () => player.peek().isPlaying
  const system = createMediaSession(session, {
    play: online(() => isPlaying() || verbs.togglePlay()),
    pause: () => isPlaying() && verbs.togglePlay(),
    stop() {
      if (isPlaying()) verbs.togglePlay()
      verbs.seekTo(0)
    },
    previous: online(() => verbs.skipBack(position())),
    next: online(verbs.skipForward),
    seekTo: (seconds) => online(() => verbs.seekTo(seconds))(),
    seekBy: (seconds) =>
      online(() => {
        const length = songLength()
        if (length !== null) verbs.seekTo(Math.min(length, position() + seconds))
      })(),
  })
  const position = () => standsAt(player.peek(), () => playhead.peek())
  /** Seconds; null while unknown (D-100). */
  function songLength(): number | null {
    const { duration } = player.peek()
    return duration >= PLAYER_DURATION_DEFAULT ? null : duration
  }
  return effect(() => {
    const { song, release, isPlaying: plays } = player.value
    // The system counts on by itself, also while the song stands still: it is told anew where that is, at both ends.
    void starved.value
    system.show(
      song && {
        song: { title: titleOf(song), artist: song.artist, cover: song.coverart },
        album: release?.title ?? '',
        isPlaying: plays,
        hasNext: hasNext.value,
        duration: songLength(),
        position: position(),
      },
    )
  })
}
