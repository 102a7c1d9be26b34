import '../../i18n/library.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { clearLibrary } from '#actions/library.ts'
import { openReleaseList } from '#actions/releases.ts'
import {
  DEFAULT_SORT,
  nextColumnSort,
  parseReleaseQuery,
  type ReleaseSort,
} from '#core/model/catalogue/releaseQuery.ts'
import { type LibraryList, libraryQueryId } from '#core/model/library/library.ts'
import { isClearing } from '#projections/library.ts'
import { releaseList } from '#projections/releases.ts'
import Gallery from '../../gallery/Gallery.tsx'
import { ListButton } from '../../gallery/toolbars/ListButton.tsx'
import { TriageButton } from '../../gallery/toolbars/TriageButton.tsx'
import { grouped } from '../../kit/numbers.ts'
import { ConfirmDialog } from '../../kit/overlays/ConfirmDialog.tsx'
import { useNavigate } from '../../kit/routing/RouterView.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { SortMenu } from '../../music/sort/SortMenu.tsx'
import { useReleaseOver } from '../useReleaseOver.tsx'
import { EmptyList } from './EmptyList.tsx'
import { ListBar } from './ListBar.tsx'
import * as css from './library.css.ts'

/** The gallery of the releases a player flagged or archived, and over it the release its address names (D-077). */
export function MarkedReleases({ list }: { list: LibraryList }) {
  const { t } = useTranslation('library')
  const { t: releases } = useTranslation('releases')
  const location = useLocation()
  const navigate = useNavigate()
  const params = new URLSearchParams(location.search)
  const { sort } = parseReleaseQuery(params)
  const queryId = libraryQueryId(list, `sort=${sort}`)
  const total = useSignalValue(releaseList(queryId))?.total ?? null
  const busy = useSignalValue(isClearing(list))
  const [asking, setAsking] = useState(false)
  const { under, open, over } = useReleaseOver((id) => addressOf(list, sort, id))
  const sortBy = (next: ReleaseSort) => {
    if (next !== sort) navigate(addressOf(list, next), { flushSync: true })
  }
  const ask = () => {
    // How many there are is said as the server has it now.
    openReleaseList(queryId)
    setAsking(true)
  }
  const stopAsking = () => setAsking(false)
  return (
    <>
      <ListBar
        count={total === null ? '' : releases('count', { count: total, shown: grouped(total) })}
        clear={total === null || total === 0 ? null : { words: t(`${list}.clear`), busy, press: ask }}
      >
        <SortMenu sort={sort} onSort={sortBy} />
        <TriageButton className={css.view} />
        <ListButton className={css.view} />
      </ListBar>
      <div className={css.list}>
        <Gallery
          queryId={queryId}
          anchorKey={under}
          sort={sort}
          onSort={(column) => sortBy(nextColumnSort(sort, column))}
          onOpen={open}
          onInfo={(id) => navigate(`/releases/releaseInfo/${encodeURIComponent(id)}`)}
          empty={<EmptyList art={list} title={t(`${list}.empty.title`)} text={t(`${list}.empty.text`)} />}
        />
      </div>
      {over}
      {asking && (
        <ConfirmDialog
          title={t(`${list}.clear`)}
          body={t(`${list}.confirm`, { count: total ?? 0, shown: grouped(total ?? 0) })}
          verb={t(`${list}.clear`)}
          onConfirm={() => {
            stopAsking()
            clearLibrary(list)
          }}
          onClose={stopAsking}
        />
      )}
    </>
  )
}

function addressOf(list: LibraryList, sort: ReleaseSort, releaseid?: string): string {
  const params = new URLSearchParams()
  if (sort !== DEFAULT_SORT) params.set('sort', sort)
  if (releaseid !== undefined) params.set('release', releaseid)
  const search = params.toString()
  return search === '' ? `/${list}` : `/${list}?${search}`
}
