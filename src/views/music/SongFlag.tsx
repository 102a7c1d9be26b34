// The flag of a song: busy while the server is asked, then what it answered (D-117).
import { Flag } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Song } from '#core/model/catalogue/release.ts'
import { IconButton } from '../kit/controls/Button.tsx'
import { useMedia } from '../kit/useMedia.ts'
import { cx } from '../theme/cx.ts'
import { media } from '../theme/tokens.css.ts'
import * as css from './SongFlag.css.ts'
import { useMarking } from './useMarks.ts'
import { useRefusal } from './useRefusal.ts'
import { songFlagOf } from './verbs.ts'

interface SongProps {
  song: Readonly<Song>
  /** Its release is archived. */
  archived: boolean
}

/** What stands between a song and its flag, and how to toggle it (FLAG-005, FLAG-008). */
export function useSongFlag({ song, archived }: SongProps) {
  const { releaseid, trackid } = song
  const isMarked = useMarking(releaseid, trackid)
  // A mark of its release is one of all its songs.
  const busy = useMarking(releaseid) || isMarked
  const flag = songFlagOf(song, archived)
  return { busy, reason: useRefusal()(flag.reason), toggle: flag.act }
}

/** The sign of a flagged song. On a phone no button beside it says the same. */
export function FlagSign({ size, className }: { size: number; className: string }) {
  const { t } = useTranslation('gallery')
  const phone = useMedia(media.phone)
  const said = phone ? { role: 'img', 'aria-label': t('flagged') } : { 'aria-hidden': true }
  return <Flag size={size} fill="currentColor" className={className} {...said} />
}

/** The flag of a song row (RELEASE-014). */
export function SongFlag({ song, archived }: SongProps) {
  const { t } = useTranslation('releases')
  const { busy, reason, toggle } = useSongFlag({ song, archived })
  return (
    <IconButton
      size={32}
      label={t('song.flag', { title: song.title })}
      hint={t(song.flagged ? 'unflag' : 'flag')}
      aria-pressed={song.flagged}
      aria-description={song.version || undefined}
      busy={busy}
      reason={reason}
      className={cx(css.songFlag, song.flagged && css.flagged)}
      icon={<Flag size={16} strokeWidth={1.75} fill={song.flagged ? 'currentColor' : 'none'} />}
      onClick={toggle}
    />
  )
}
