// Flag and archive, of a release and of a song: busy while the server is asked, then what it answered (D-117).
import { Archive, ArchiveRestore, Flag } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { archiveRelease, flagRelease, flagSong, restoreRelease, unflagRelease, unflagSong } from '#actions/library.ts'
import type { ReleaseCard, Song } from '#core/model/release.ts'
import { isMarking } from '#projections/library.ts'
import { Button, IconButton } from '../../parts/Button.tsx'
import { useSignalValue } from '../../parts/useSignalValue.ts'
import { cx } from '../../theme/cx.ts'
import * as css from './MarkButtons.css.ts'

type Card = Readonly<ReleaseCard>

interface Props {
  card: Card
  /** Only the glyph; its name is its tooltip. */
  glyph?: boolean
}

function useMarking(releaseid: string, trackid: string | null = null): boolean {
  return useSignalValue(useMemo(() => isMarking(releaseid, trackid), [releaseid, trackid]))
}

/** Flags or unflags, by state (RELEASE-024); an archived release takes no flag (FLAG-008). */
export function FlagButton({ card, glyph = false }: Props) {
  const { t } = useTranslation('releases')
  const busy = useMarking(card.releaseid)
  const reason = card.archived && !card.flagged ? t('flagArchived') : undefined
  const icon = (
    <Flag
      size={18}
      strokeWidth={1.75}
      className={cx(card.flagged && css.flagged)}
      fill={card.flagged ? 'currentColor' : 'none'}
    />
  )
  const name = t(card.flagged ? 'unflag' : 'flag')
  const press = () => {
    if (!busy) (card.flagged ? unflagRelease : flagRelease)(card.releaseid)
  }
  if (glyph) return <IconButton size={36} label={name} icon={icon} busy={busy} reason={reason} onClick={press} />
  return (
    <Button variant="quiet" size={32} icon={icon} busy={busy} reason={reason} onClick={press}>
      {name}
    </Button>
  )
}

/** Archives or restores, by state (RELEASE-025). */
export function ArchiveButton({ card, glyph = false }: Props) {
  const { t } = useTranslation('releases')
  const busy = useMarking(card.releaseid)
  const Icon = card.archived ? ArchiveRestore : Archive
  const name = t(card.archived ? 'restore' : 'archive')
  const press = () => {
    if (!busy) (card.archived ? restoreRelease : archiveRelease)(card.releaseid)
  }
  const icon = <Icon size={18} strokeWidth={1.75} />
  if (glyph) return <IconButton size={36} label={name} icon={icon} busy={busy} onClick={press} />
  return (
    <Button variant="quiet" size={32} icon={icon} busy={busy} onClick={press}>
      {name}
    </Button>
  )
}

interface SongProps {
  song: Readonly<Song>
  /** Its release is archived. */
  archived: boolean
}

/** What stands between a song and its flag, and how to toggle it (FLAG-005, FLAG-008). */
export function useSongFlag({ song, archived }: SongProps) {
  const { t } = useTranslation('releases')
  const { releaseid, trackid, flagged } = song
  const mine = useMarking(releaseid, trackid)
  const whole = useMarking(releaseid)
  return {
    busy: mine,
    reason: archived && !flagged ? t('flagArchived') : undefined,
    toggle() {
      if (!mine && !whole) (flagged ? unflagSong : flagSong)(releaseid, trackid)
    },
  }
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
      busy={busy}
      reason={reason}
      className={cx(css.songFlag, song.flagged && css.flagged)}
      icon={<Flag size={16} strokeWidth={1.75} fill={song.flagged ? 'currentColor' : 'none'} />}
      onClick={toggle}
    />
  )
}
