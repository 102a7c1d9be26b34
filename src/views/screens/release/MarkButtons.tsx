// Flag and archive of a release: busy while the server is asked, then what it answered (D-117).
import { Archive, ArchiveRestore, Flag } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ReleaseCard } from '#core/model/catalogue/release.ts'
import { Button, IconButton } from '../../kit/controls/Button.tsx'
import { flagged } from '../../music/SongFlag.css.ts'
import { useMarking } from '../../music/useMarks.ts'
import { useRefusal } from '../../music/useRefusal.ts'
import { archiveOf, flagOf } from '../../music/verbs.ts'
import { cx } from '../../theme/cx.ts'

type Card = Readonly<ReleaseCard>

interface Props {
  card: Card
  /** Only the glyph; its name is its tooltip. */
  glyph?: boolean
}

/** Flags or unflags, by state (RELEASE-024); an archived release takes no flag (FLAG-008). */
export function FlagButton({ card, glyph = false }: Props) {
  const { t } = useTranslation('releases')
  const busy = useMarking(card.releaseid)
  const flag = flagOf(card)
  const reason = useRefusal()(flag.reason)
  const icon = (
    <Flag
      size={18}
      strokeWidth={1.75}
      className={cx(card.flagged && flagged)}
      fill={card.flagged ? 'currentColor' : 'none'}
    />
  )
  const name = t(card.flagged ? 'unflag' : 'flag')
  if (glyph) return <IconButton size={36} label={name} icon={icon} busy={busy} reason={reason} onClick={flag.act} />
  return (
    <Button variant="quiet" size={32} icon={icon} busy={busy} reason={reason} onClick={flag.act}>
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
  const { act } = archiveOf(card)
  const icon = <Icon size={18} strokeWidth={1.75} />
  if (glyph) return <IconButton size={36} label={name} icon={icon} busy={busy} onClick={act} />
  return (
    <Button variant="quiet" size={32} icon={icon} busy={busy} onClick={act}>
      {name}
    </Button>
  )
}
