import { type RefObject, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { QueueSong } from '#core/model/entities.ts'
import { useHeldRow } from '../../kit/lists/useHeldRow.ts'
import { useRowFocus } from '../../kit/lists/useRowFocus.ts'
import { placesShown, useWindow } from '../../kit/lists/useWindow.ts'
import * as css from './PlayQueue.css.ts'
import { SongRow } from './SongRow.tsx'

interface Props {
  itemId: string
  songs: readonly QueueSong[]
  /** What scrolls. */
  body: RefObject<HTMLElement | null>
  /** What takes the focus of a row when none is left. */
  heading: RefObject<HTMLElement | null>
}

const keyOfRow = ({ dataset }: HTMLElement) => dataset.queueSong

/** What follows of what plays, song by song. Only the rows in sight are there: a playlist may hold thousands. */
export function RestSongs({ itemId, songs, body, heading }: Props) {
  const { t } = useTranslation('player')
  const list = useRef<HTMLUListElement>(null)
  const seen = useWindow(body, list, songs.length, css.ROW_PX)
  useRowFocus(list, songs, () => heading.current)
  const focused = useHeldRow(
    list,
    useMemo(() => songs.map((song) => song.uuid), [songs]),
    keyOfRow,
  )
  return (
    <ul ref={list} className={css.rows} aria-label={t('playQueue.rest')} style={{ height: songs.length * css.ROW_PX }}>
      {placesShown(seen, focused).map((place) => {
        const song = songs[place]
        return (
          song && (
            <SongRow key={song.uuid} song={song} itemId={itemId} place={place} at={place + 1} count={songs.length} />
          )
        )
      })}
    </ul>
  )
}
