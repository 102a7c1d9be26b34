import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { releaseList } from '#projections/releases.ts'
import { useSignalValue } from '../parts/useSignalValue.ts'
import Gallery from './gallery/Gallery.tsx'
import * as css from './ReleasesScreen.css.ts'
import { ReleaseModal } from './release/ReleaseModal.tsx'

/** Newest first: the order of a list nobody has sorted. */
const QUERY = 'sort=-date'

const numbers = new Intl.NumberFormat('en')
const list = releaseList(QUERY)

/** The gallery, and over it the release that the address names (D-077). */
export function ReleasesScreen() {
  const location = useLocation()
  const navigate = useNavigate()
  const releaseid = new URLSearchParams(location.search).get('release')
  // The gallery stays itself while a release lies over it: it keeps the key of the entry below.
  const under = keyBelow(location.state) ?? location.key
  const open = (id: string) =>
    void navigate(`/releases?release=${encodeURIComponent(id)}`, { state: { under, opened: true } })
  const close = () => {
    if ((location.state as { opened?: boolean } | null)?.opened) void navigate(-1)
    else void navigate('/releases', { replace: true, state: { under } })
  }
  return (
    <>
      <div className={css.top}>
        <ResultCount />
      </div>
      <div className={css.list}>
        <Gallery
          queryId={QUERY}
          anchorKey={under}
          onOpen={open}
          onInfo={(id) => void navigate(`/releases/releaseInfo/${encodeURIComponent(id)}`)}
        />
      </div>
      {releaseid !== null && releaseid !== '' && <ReleaseModal key={releaseid} releaseid={releaseid} onClose={close} />}
    </>
  )
}

function ResultCount() {
  const { t } = useTranslation('releases')
  const count = useSignalValue(list)?.total ?? null
  return (
    <p className={css.count} role="status">
      {count === null ? '' : t('count', { count, shown: numbers.format(count) })}
    </p>
  )
}

function keyBelow(state: unknown): string | undefined {
  const { under } = (state ?? {}) as { under?: unknown }
  return typeof under === 'string' ? under : undefined
}
