/* biome-ignore-all lint/a11y/useSemanticElements: rows are grids, where table elements lose their roles in some browsers */
/* biome-ignore-all lint/a11y/useFocusableInteractive: the table is read, not operated: its buttons take the focus */
import { CircleCheck, Clock, Share2, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { initialsOf, nameOf } from '#core/model/people/initials.ts'
import type { Connection } from '#core/model/people/network.ts'
import { IconButton } from '../../kit/controls/Button.tsx'
import { Initials } from '../../kit/graphics/Initials.tsx'
import { openShareWith } from '../../music/people.state.ts'
import { cx } from '../../theme/cx.ts'
import * as css from './network.css.ts'

/** The release that plays, where it may be shared. */
export interface Shareable {
  readonly releaseid: string
  readonly title: string
}

interface Props {
  connection: Readonly<Connection>
  /** Its place in the list, from 0. */
  place: number
  /** px from the top of the list. */
  top: number
  /** What may be shared with whoever is verified. */
  sharing: Shareable | null
  onDelete: (connection: Readonly<Connection>, place: number) => void
}

/** One connection with its names, address and verification (NETWORK-001 to NETWORK-003). */
export const ConnectionRow = memo(function ConnectionRow({ connection, place, top, sharing, onDelete }: Props) {
  const { t } = useTranslation('network')
  const { email, verified } = connection
  const name = nameOf(connection)
  const Sign = verified ? CircleCheck : Clock
  return (
    <div
      role="row"
      aria-rowindex={place + 2}
      className={css.row}
      style={{ top }}
      data-place={place}
      data-player={connection.player_id}
    >
      {/* No cell: it says nothing, and a head for nothing would be heard as well. */}
      <div aria-hidden="true" className={css.face}>
        <Initials {...initialsOf(connection.full_name, email)} size={40} />
      </div>
      <div role="cell" className={css.name} title={name} dir="auto">
        {name}
      </div>
      <div role="cell" className={css.email} title={email}>
        <bdi>{email}</bdi>
      </div>
      <div role="cell" className={cx(css.verification, verified ? css.verified : css.pending)}>
        <Sign size={15} className={css.sign} aria-hidden="true" />
        <span className={css.words}>{t(verified ? 'verified' : 'verificationPending')}</span>
        <bdi className={css.narrowEmail}>{email}</bdi>
      </div>
      <div role="cell" className={css.actions}>
        {sharing && verified && (
          <IconButton
            size={36}
            label={t('shareWith', { title: sharing.title, name })}
            icon={<Share2 size={18} strokeWidth={1.75} aria-hidden="true" />}
            onClick={() => openShareWith({ id: connection.player_id, name }, sharing.releaseid)}
          />
        )}
        <IconButton
          size={36}
          label={t('deleteNamed', { name })}
          hint={t('delete')}
          icon={<Trash2 size={18} strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => onDelete(connection, place)}
        />
      </div>
    </div>
  )
})
