/**
 * What the system shows of playback and what its keys do (Media Session, W3C): media keys, headphones, lock
 * screens, the browser's own media hub. Position is told when it leaps, not as it runs: the system counts on by itself.
 */
import { COVER_SIZES, readCoverAddress } from '#core/model/catalogue/cover.ts'

/** What a key of the system asks for; each runs inside the press. */
export interface MediaKeys {
  play(): void
  pause(): void
  stop(): void
  previous(): void
  next(): void
  /** Seconds from the song's beginning. */
  seekTo(seconds: number): void
  /** Seconds from where it stands; negative is back. */
  seekBy(seconds: number): void
}

export interface MediaShown {
  readonly song: { readonly title: string; readonly artist: string; readonly cover: string }
  /** The release's title. */
  readonly album: string
  readonly isPlaying: boolean
  readonly hasNext: boolean
  /** Seconds; null while unknown. */
  readonly duration: number | null
  readonly position: number
}

export interface SystemMedia {
  /** null: nothing is chosen. */
  show(shown: MediaShown | null): void
}

/** What a press of a seek key moves by where the system does not say, in s. */
const SEEK_S = 10

const NOTHING: SystemMedia = { show: () => undefined }

/** The lock screen of a phone of Apple's has two keys beside Play: with those that seek they would not be Previous and Next. */
const hasTwoKeys = ({ vendor, maxTouchPoints }: Partial<Navigator> = {}) =>
  vendor?.startsWith('Apple') === true && maxTouchPoints !== undefined && maxTouchPoints > 0

/**
 * @param session null where the browser has none
 * @param device what the browser says it is
 */
export function createMediaSession(
  session: MediaSession | null,
  keys: MediaKeys,
  device: Partial<Navigator> | undefined = globalThis.navigator,
): SystemMedia {
  if (!session) return NOTHING
  const on = (action: MediaSessionAction, handler: MediaSessionActionHandler | null) => {
    try {
      session.setActionHandler(action, handler)
    } catch {
      // An action this browser does not know.
    }
  }
  const seekTo: MediaSessionActionHandler = ({ seekTime }) => {
    if (seekTime !== undefined && seekTime !== null) keys.seekTo(seekTime)
  }
  on('play', () => keys.play())
  on('pause', () => keys.pause())
  on('stop', () => keys.stop())
  on('previoustrack', () => keys.previous())
  on('seekto', seekTo)
  if (!hasTwoKeys(device)) {
    on('seekbackward', ({ seekOffset }) => keys.seekBy(-(seekOffset ?? SEEK_S)))
    on('seekforward', ({ seekOffset }) => keys.seekBy(seekOffset ?? SEEK_S))
  }

  let named = ''
  let couldSkip: boolean | null = null

  function name({ song, album }: MediaShown): void {
    const key = JSON.stringify([song.title, song.artist, album, song.cover])
    if (key === named || !session) return
    named = key
    session.metadata = new MediaMetadata({
      title: song.title,
      artist: song.artist,
      album,
      artwork: artworkOf(song.cover),
    })
  }

  function place({ duration, position }: MediaShown): void {
    if (duration === null || duration <= 0) return session?.setPositionState?.()
    session?.setPositionState?.({ duration, position: Math.min(duration, Math.max(0, position)), playbackRate: 1 })
  }

  return {
    show(shown) {
      const canSkip = shown?.hasNext ?? false
      // The key goes dark on the last song.
      if (canSkip !== couldSkip) on('nexttrack', canSkip ? () => keys.next() : null)
      couldSkip = canSkip
      if (shown === null) {
        named = ''
        session.metadata = null
        session.playbackState = 'none'
        return session.setPositionState?.()
      }
      name(shown)
      session.playbackState = shown.isPlaying ? 'playing' : 'paused'
      place(shown)
    },
  }
}

/** The cover in every size it is made in, so that the system takes what fits; one of elsewhere as it is. */
function artworkOf(cover: string): MediaImage[] {
  if (cover === '') return []
  const parts = readCoverAddress(cover)
  if (!parts) return [{ src: cover }]
  return COVER_SIZES.map((size) => ({
    src: `${parts.name}-${size}.png${parts.query}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
  }))
}
