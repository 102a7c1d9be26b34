import { computed } from '@preact/signals-react'
import { Share2 } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { countPlaces, placesOf } from '#core/model/bytes/ranges.ts'
import type { ReleaseCard } from '#core/model/catalogue/release.ts'
import { SHARE_RELEASES_MAX } from '#core/model/people/sharing.ts'
import { releaseAt } from '#projections/releases.ts'
import { selection } from '#projections/selection.ts'
import { claims } from '#projections/session.ts'
import { Button, IconButton } from '../../kit/controls/Button.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { openPeopleDialog } from '../../music/people.state.ts'

interface Props {
  /** Releases that are selected. */
  count: number
  isTight: boolean
}

/**
 * All that is selected, in the order of the list; null when it is more than can be shared, or some of it was never
 * loaded. Whoever follows it keeps the pages of what is selected from being let go, however far one scrolls from them.
 */
const followSelected = () =>
  computed((): readonly Readonly<ReleaseCard>[] | null => {
    const { queryId, ranges } = selection.value
    if (queryId === null || countPlaces(ranges) > SHARE_RELEASES_MAX) return null
    const places = [...placesOf(ranges)]
    const cards = places.flatMap((place) => releaseAt(queryId, place) ?? [])
    return cards.length === places.length ? cards : null
  })

/** Passes on what is selected, for who may share at all (SHARE-001); its tooltip and its description say why it cannot be done now. */
export function ShareSelection({ count, isTight }: Props) {
  const { t } = useTranslation('gallery')
  const verified = useSignalValue(claims)?.verified
  const chosen = useSignalValue(useMemo(followSelected, []))
  if (!verified) return null
  const [first, ...rest] = chosen?.filter((one) => one.allow_sharing).map(({ releaseid }) => releaseid) ?? []
  const why =
    count > SHARE_RELEASES_MAX
      ? t('selection.shareMax', { max: SHARE_RELEASES_MAX })
      : t(chosen === null ? 'selection.shareUnread' : 'selection.shareOff')
  const parts = {
    icon: <Share2 size={16} strokeWidth={1.75} />,
    reason: first === undefined ? why : undefined,
    onClick: () => {
      if (first !== undefined) openPeopleDialog('share', [first, ...rest], count - rest.length - 1)
    },
  }
  if (isTight) return <IconButton size={36} label={t('selection.share')} {...parts} />
  return (
    <Button size={36} {...parts}>
      {t('selection.share')}
    </Button>
  )
}
