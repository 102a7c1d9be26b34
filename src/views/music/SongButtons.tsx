// What a song has beside it in any list: play, download, and the bars of the one that plays.

import { Pause, Play } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MediaFormat, Song } from '#core/model/catalogue/release.ts'
import { isPlaying } from '#projections/player.ts'
import { Button } from '../kit/controls/Button.tsx'
import { useSignalValue } from '../kit/useSignalValue.ts'
import { PlayingMark } from './marks.tsx'
import { usePlay } from './usePlay.ts'
import { mayDownload, songDownloadOf, useVerbs } from './verbs.ts'

/** The bars beside the song that plays; they stand while it is paused. */
export function NowPlayingMark() {
  return <PlayingMark moving={useSignalValue(isPlaying)} />
}

interface GlyphProps extends ComponentProps<'button'> {
  /** What it would play is heard: it pauses. */
  sounding: boolean
  /** Edge of the glyph in px. */
  size?: number
}

/** A button of one glyph that plays or pauses; its name comes with the other attributes. */
export function PlayGlyph({ sounding, size = 16, ...rest }: GlyphProps) {
  return (
    <button type="button" {...rest}>
      {sounding ? (
        <Pause size={size} fill="currentColor" strokeWidth={0} aria-hidden="true" />
      ) : (
        <Play size={size} fill="currentColor" aria-hidden="true" />
      )}
    </button>
  )
}

interface PlayProps {
  song: Readonly<Pick<Song, 'releaseid' | 'trackid' | 'title' | 'version'>>
  className: string
}

/** Plays a song with its release as the queue; while it sounds the same button pauses it. */
export function PlaySong({ song: { releaseid, trackid, title, version }, className }: PlayProps) {
  const { t } = useTranslation('releases')
  const { sounding, press } = usePlay(releaseid, trackid)
  return (
    <PlayGlyph
      sounding={sounding}
      className={className}
      aria-label={t(sounding ? 'song.pause' : 'song.play', { title })}
      aria-description={version || undefined}
      onClick={press}
    />
  )
}

interface DownloadProps {
  song: Readonly<Song>
  icon?: ReactNode
  className?: string
}

/** The formats a song or video is had in, in the order they are offered in. */
export function formatsOfSong({ formats }: Pick<Song, 'formats'>): MediaFormat[] {
  return (['wav', 'mp3', 'mp4'] as const).filter((format) => formats.includes(format))
}

/** Downloads a song or video, a button for each format; nothing where it may not be had. */
export function DownloadSong({ song, icon, className }: DownloadProps) {
  const { t } = useTranslation('releases')
  useVerbs()
  if (!mayDownload(song)) return null
  return formatsOfSong(song).map((format) => (
    <Button
      key={format}
      size={28}
      className={className}
      icon={icon}
      aria-label={t(`song.${format}`, { title: song.title })}
      aria-description={song.version || undefined}
      onClick={songDownloadOf(song, format).act}
    >
      {format.toUpperCase()}
    </Button>
  ))
}
