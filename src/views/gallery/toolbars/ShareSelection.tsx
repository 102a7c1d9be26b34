import { Share2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { SHARE_RELEASES_MAX } from '#core/model/people/sharing.ts'
import { peekSelected } from '#projections/selection.ts'
import { claims } from '#projections/session.ts'
import { Button, IconButton } from '../../kit/controls/Button.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { openPeopleDialog } from '../../music/people.state.ts'

interface Props {
  /** Releases that are selected. */
  count: number
  isTight: boolean
}

/** Passes on what is selected, for who may share at all (SHARE-001); the name says why it cannot be done now. */
export function ShareSelection({ count, isTight }: Props) {
  const { t } = useTranslation('gallery')
  const verified = useSignalValue(claims)?.verified
  if (!verified) return null
  // Read anew with every change of the selection, which is what renders this.
  const chosen = peekSelected(SHARE_RELEASES_MAX)
  const [first, ...rest] = chosen?.filter((one) => one.allow_sharing).map(({ releaseid }) => releaseid) ?? []
  const label =
    count > SHARE_RELEASES_MAX
      ? t('selection.shareMax', { max: SHARE_RELEASES_MAX })
      : chosen === null
        ? t('selection.shareUnread')
        : t(first === undefined ? 'selection.shareOff' : 'selection.share')
  const parts = {
    icon: <Share2 size={16} strokeWidth={1.75} />,
    disabled: first === undefined,
    onClick: () => {
      if (first !== undefined) openPeopleDialog('share', [first, ...rest], count - rest.length - 1)
    },
  }
  if (isTight) return <IconButton size={36} label={label} {...parts} />
  return (
    <Button size={36} title={first === undefined ? label : undefined} {...parts}>
      {t('selection.share')}
    </Button>
  )
}
