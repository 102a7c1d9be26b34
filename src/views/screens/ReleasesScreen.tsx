import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { clearAll, isFiltered, nextColumnSort, queryIdOf } from '#core/model/catalogue/releaseQuery.ts'
import { releaseList } from '#projections/releases.ts'
import Gallery from '../gallery/Gallery.tsx'
import { WithScript } from '../kit/overlays/WithScript.tsx'
import { useNavigate } from '../kit/routing/RouterView.tsx'
import { useSignalValue } from '../kit/useSignalValue.ts'
import { galleryPlace } from './galleryPlace.state.ts'
import * as css from './ReleasesScreen.css.ts'
import { releaseModal } from './releaseModal.ts'
import { ListMenu } from './releases/ListMenu.tsx'
import { galleryAddress, useReleaseQuery } from './releases/useReleaseQuery.ts'

export { openGalleryAhead } from './releases/useReleaseQuery.ts'

/** The gallery with the filters of its address, and over it the release that the address names (D-077). */
export function ReleasesScreen() {
  const location = useLocation()
  const navigate = useNavigate()
  const [query, change] = useReleaseQuery()
  const queryId = queryIdOf(query)
  const total = useSignalValue(releaseList(queryId))?.total ?? null
  const releaseid = new URLSearchParams(location.search).get('release')
  // The gallery stays itself while a release lies over it: it keeps the key of the entry below.
  const under = keyBelow(location.state) ?? location.key
  const address = galleryAddress(query)
  useEffect(() => {
    galleryPlace.value = { to: address, state: { under } }
  }, [address, under])
  const open = (id: string) => navigate(galleryAddress(query, id), { state: { under, opened: true }, flushSync: true })
  const close = () => {
    if ((location.state as { opened?: boolean } | null)?.opened) navigate(-1)
    else navigate(address, { replace: true, state: { under }, flushSync: true })
  }
  return (
    <>
      <ListMenu query={query} total={total} onChange={change} />
      <div className={css.list}>
        <Gallery
          queryId={queryId}
          anchorKey={under}
          sort={query.sort}
          onSort={(column) => change({ ...query, sort: nextColumnSort(query.sort, column) })}
          onOpen={open}
          onInfo={(id) => navigate(`/releases/releaseInfo/${encodeURIComponent(id)}`)}
          {...(isFiltered(query) && { onClearFilters: () => change(clearAll(query)) })}
        />
      </div>
      {releaseid !== null && releaseid !== '' && (
        <WithScript script={releaseModal} onClose={close} isPlace>
          {({ ReleaseModal }) => <ReleaseModal key={releaseid} releaseid={releaseid} onClose={close} />}
        </WithScript>
      )}
    </>
  )
}

function keyBelow(state: unknown): string | undefined {
  const { under } = (state ?? {}) as { under?: unknown }
  return typeof under === 'string' ? under : undefined
}
