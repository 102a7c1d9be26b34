import { computed, type ReadonlySignal, useSignal } from '@preact/signals-react'
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { moveQueueItem } from '#actions/player.ts'
import type { QueueSong } from '#core/model/entities.ts'
import { queueItem } from '#projections/player.ts'
import { type Rows, useWindowedReorder } from '../../kit/lists/reorder/useWindowedReorder.ts'
import { useHeldRow } from '../../kit/lists/useHeldRow.ts'
import { useRowFocus } from '../../kit/lists/useRowFocus.ts'
import { placesShown, useWindow } from '../../kit/lists/useWindow.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { visuallyHidden } from '../../theme/hidden.css.ts'
import { ItemRow } from './ItemRow.tsx'
import * as css from './PlayQueue.css.ts'
import { SongRow } from './SongRow.tsx'

const ROWS: Rows = { px: css.ROW_PX, attribute: 'data-queue-item' }

/** A row: an item, or a song of one whose songs are shown. */
interface Line {
  itemId: string
  /** Place of the item among the items, from 0. */
  at: number
  song?: QueueSong
  /** Place of the song in the item, from 1. */
  n: number
  of: number
}

interface Props {
  ids: readonly string[]
  /** What scrolls. */
  body: RefObject<HTMLElement | null>
  /** What takes the focus of a row when none is left. */
  heading: RefObject<HTMLElement | null>
}

/**
 * What was queued, in an order that can be changed by hand; an item shows its songs on demand. Only the rows in sight
 * are there: five thousand scroll like fifty.
 */
export function QueueItems({ ids, body, heading }: Props) {
  const { t } = useTranslation('downloads')
  const list = useRef<HTMLUListElement>(null)
  const order = useWindowedReorder(ids, list, body, moveQueueItem, ROWS)
  const { lifted, said } = order
  const opened = useSignal<ReadonlySet<string>>(new Set())
  const open = useSignalValue(opened)
  const toggle = useCallback(
    (itemId: string) => {
      const now = new Set(opened.peek())
      if (!now.delete(itemId)) now.add(itemId)
      opened.value = now
    },
    [opened],
  )
  const songs = useSignalValue(useMemo(() => songsOf(opened), [opened]))
  // Carried, an item goes by items alone.
  const lines = useMemo(
    () => (lifted === null ? linesOf(order.ids, songs) : linesOf(order.ids)),
    [order.ids, songs, lifted],
  )
  useStill(lines, lifted, body)
  const seen = useWindow(body, list, lines.length, css.ROW_PX)
  useRowFocus(list, lines, () => heading.current)
  const focused = useHeldRow(
    list,
    useMemo(() => lines.map(keyOf), [lines]),
    keyOfRow,
  )
  const places = placesShown(seen, lifted === null ? -1 : order.ids.indexOf(lifted), focused)
  return (
    <>
      <ul ref={list} className={css.rows} style={{ height: lines.length * css.ROW_PX }}>
        {places.map((place) => {
          const line = lines[place]
          if (!line) return null
          const { itemId, song } = line
          return song ? (
            <SongRow key={song.uuid} song={song} itemId={itemId} place={place} at={line.n} count={line.of} nested />
          ) : (
            <ItemRow
              key={itemId}
              itemId={itemId}
              place={place}
              at={line.at + 1}
              count={ids.length}
              handle={order.handle}
              lifted={lifted === itemId}
              open={open.has(itemId)}
              onToggle={toggle}
            />
          )
        })}
      </ul>
      <p id="queue-reorder" hidden>
        {t('reorderHint')}
      </p>
      <p role="status" className={visuallyHidden}>
        {said &&
          t(`reordered.${said.what}`, {
            title: queueItem(said.id).peek()?.title ?? '',
            place: said.at,
            count: said.of,
          })}
      </p>
    </>
  )
}

const keyOf = ({ song, itemId }: Line) => song?.uuid ?? itemId
const keyOfRow = ({ dataset }: HTMLElement) => dataset.queueSong ?? dataset.queueItem

function linesOf(ids: readonly string[], songs?: ReadonlyMap<string, readonly QueueSong[]>): Line[] {
  const lines: Line[] = []
  for (const [at, itemId] of ids.entries()) {
    lines.push({ itemId, at, n: 0, of: 0 })
    const all = songs?.get(itemId) ?? []
    for (const [n, song] of all.entries()) lines.push({ itemId, at, song, n: n + 1, of: all.length })
  }
  return lines
}

/** The songs of the items that show them, as they are now. */
function songsOf(open: ReadonlySignal<ReadonlySet<string>>): ReadonlySignal<ReadonlyMap<string, readonly QueueSong[]>> {
  return computed(() => new Map([...open.value].map((itemId) => [itemId, queueItem(itemId).value?.songs ?? []])))
}

/** An item that is lifted or put down stays under the hand, although the songs above it go or come. */
function useStill(lines: readonly Line[], lifted: string | null, body: RefObject<HTMLElement | null>): void {
  const before = useRef({ lines, lifted })
  useLayoutEffect(() => {
    const { lines: were, lifted: held } = before.current
    before.current = { lines, lifted }
    const id = lifted ?? held
    if (lifted === held || id === null || !body.current) return
    const placeIn = (all: readonly Line[]) => all.findIndex((line) => line.itemId === id && !line.song)
    body.current.scrollTop += (placeIn(lines) - placeIn(were)) * css.ROW_PX
  }, [lines, lifted, body])
}
