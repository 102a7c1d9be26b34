import '../../i18n/search.ts'
import { useTranslation } from 'react-i18next'
import type { SearchProfile } from '#core/model/search/hits.ts'
import type { ShownSearch } from '#projections/search.ts'
import { Cover } from '../../music/Cover.tsx'
import { visuallyHidden } from '../../theme/hidden.css.ts'
import * as css from './ProfilePage.css.ts'
import { HitPicture } from './pictures.tsx'
import { ReleaseGrid } from './ReleaseGrid.tsx'
import { Count } from './Results.tsx'
import * as shared from './shared.css.ts'
import { NoResults, OfflineNote, SearchAlert, SearchSkeleton } from './states.tsx'

interface Props {
  profile: SearchProfile
  name: string
  shown: ShownSearch | null
  onRetry: () => void
}

/** The releases of one artist or label (ROUTE-023, ROUTE-024). */
export function ProfilePage({ profile, name, shown, onRetry }: Props) {
  const { t } = useTranslation('search')
  const status = shown?.ask.status ?? 'loading'
  const list = shown?.result.releases ?? { items: [], total: 0 }
  const newest = list.items[0]
  // The name as it is spelled on what was found; the address may have another case.
  const spelled = newest && profile === 'artist' ? newest.artist : labelName(newest?.labels, name)
  const logo = newest?.labels.find((label) => label.name === spelled)?.logo ?? ''
  return (
    <>
      <header className={css.profileHead}>
        {profile === 'artist' ? (
          <Cover src={newest?.thumbnail ?? ''} size={72} radius={36} colour={newest?.colour} />
        ) : (
          <HitPicture hit={{ kind: 'label', label: spelled, logo, releases: 1, _score: 1 }} size={72} />
        )}
        <div className={shared.words}>
          <p className={css.profileKind}>{t(`profile.${profile}`)}</p>
          <h2 className={css.profileName}>
            <bdi>{spelled}</bdi>
          </h2>
        </div>
      </header>
      <p role="status" className={visuallyHidden}>
        {status === 'done' &&
          (list.total === 0 ? t('profile.none', { name }) : t('said.some', { count: list.total, term: spelled }))}
      </p>
      {status === 'error' && <SearchAlert kept={list.items.length > 0} onRetry={onRetry} />}
      {status === 'offline' && <OfflineNote hasResults={list.items.length > 0} />}
      {list.items.length > 0 ? (
        <>
          <Count category="releases" list={list} newest />
          <ReleaseGrid hits={list.items} label={t('profile.list', { name: spelled })} />
        </>
      ) : (
        <>
          {status === 'loading' && <SearchSkeleton section="releases" />}
          {status === 'done' && <NoResults title={t('profile.none', { name })} text={t('profile.noneText')} />}
        </>
      )}
    </>
  )
}

function labelName(labels: readonly { name: string }[] | undefined, name: string): string {
  return labels?.find((label) => label.name.toLowerCase() === name.toLowerCase())?.name ?? name
}
