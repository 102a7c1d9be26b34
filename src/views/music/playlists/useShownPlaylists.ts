import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { wantMorePlaylists } from '#actions/playlists.ts'
import { PAGE_SIZE } from '#core/model/constants.ts'
import { playlistList } from '#projections/playlists.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'

/**
 * As much of a list of playlists as somebody has asked to see. Those that come take the place of what asked for them,
 * and the focus goes on at the first of them; whoever went elsewhere meanwhile stays there.
 * @param rows what holds them
 * @param row selects them in it, in order
 */
export function useShownPlaylists(queryId: string, rows: RefObject<HTMLElement | null>, row: string) {
  const list = useSignalValue(useMemo(() => playlistList(queryId), [queryId]))
  // Of a list that was loaded further down no more is made at once than of one that was not.
  const [most, setMost] = useState(PAGE_SIZE)
  const [wantsMore, setWantsMore] = useState(false)
  const moreButton = useRef<HTMLButtonElement>(null)
  /** How many stood there when more were asked for. */
  const before = useRef<number | null>(null)
  const ids = list?.ids.slice(0, most) ?? []
  const count = ids.length
  const isLoading = list?.status === 'loading'
  const isAllShown = list?.ids.length === count
  useEffect(() => {
    // While the list is read anew nothing is added to it: what was pressed then is done after it.
    if (!wantsMore || isLoading) return
    setWantsMore(false)
    before.current = count
    setMost(count + PAGE_SIZE)
    if (isAllShown) wantMorePlaylists(queryId)
  }, [wantsMore, isLoading, count, isAllShown, queryId])
  useEffect(() => {
    const at = before.current
    if (at === null || count <= at) return
    before.current = null
    if (document.activeElement !== document.body && document.activeElement !== moreButton.current) return
    rows.current?.querySelectorAll<HTMLElement>(row)[at]?.focus()
  }, [count, rows, row])
  return {
    list,
    ids,
    /** There are more of them than are shown. */
    hasMore: list?.total != null && count < list.total,
    isLoading,
    /** Of what asks for more. */
    moreButton,
    showMore: () => setWantsMore(true),
  }
}
