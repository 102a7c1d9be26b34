import { useEffect } from 'react'
import { clearAll, isFiltered, nextColumnSort, queryIdOf } from '#core/model/catalogue/releaseQuery.ts'
import { releaseList } from '#projections/releases.ts'
import Gallery from '../gallery/Gallery.tsx'
import { useNavigate } from '../kit/routing/RouterView.tsx'
import { useSignalValue } from '../kit/useSignalValue.ts'
import { galleryPlace } from './galleryPlace.state.ts'
import * as css from './ReleasesScreen.css.ts'
import { ListMenu } from './releases/ListMenu.tsx'
import { galleryAddress, useReleaseQuery } from './releases/useReleaseQuery.ts'
import { useReleaseOver } from './useReleaseOver.tsx'

export { openGalleryAhead } from './releases/useReleaseQuery.ts'

/** The gallery with the filters of its address, and over it the release that the address names (D-077). */
export function ReleasesScreen() {
  const navigate = useNavigate()
  const [query, change] = useReleaseQuery()
  const queryId = queryIdOf(query)
  const total = useSignalValue(releaseList(queryId))?.total ?? null
  const { under, open, over } = useReleaseOver((id) => galleryAddress(query, id))
  const address = galleryAddress(query)
  useEffect(() => {
    galleryPlace.value = { to: address, state: { under } }
  }, [address, under])
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
      {over}
    </>
  )
}
