// Which of many playlists is meant: found by its name, for whoever has more than a menu offers.
import { ListMusic, Plus, Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { openPlaylistList, wantMorePlaylists } from '#actions/playlists.ts'
import { PLAYLIST_CHOICES, playlistListId } from '#core/model/playlists/playlistList.ts'
import { playlist, playlistList } from '#projections/playlists.ts'
import { isOnline } from '#projections/session.ts'
import { IconButton } from '../../kit/controls/Button.tsx'
import { grouped } from '../../kit/numbers.ts'
import { Dialog } from '../../kit/overlays/Dialog.tsx'
import { useAskAgain } from '../../kit/time/useAskAgain.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import * as css from './PlaylistFinder.css.ts'
import { useShownPlaylists } from './useShownPlaylists.ts'

/** What is typed is asked once the keys rest this long (D-111). */
const SEARCH_DEBOUNCE_MS = 300

interface Props {
  onChoose: (playlistid: string) => void
  onClose: () => void
}

/** A dialog with a search, and the playlists it finds, a page of rows at a time. */
export function PlaylistFinder({ onChoose, onClose }: Props) {
  const { t } = useTranslation(['playlists', 'common'])
  const titleId = useId()
  const [text, setText] = useState('')
  const [sought, setSought] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSought(text.trim()), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const queryId = sought === '' ? PLAYLIST_CHOICES : playlistListId('newest', sought)
  return (
    <Dialog labelledBy={titleId} className={css.panel} onClose={onClose}>
      <div className={css.head}>
        <h2 id={titleId} className={css.title}>
          {t('add.to')}
        </h2>
        <IconButton label={t('common:close')} icon={<X size={20} strokeWidth={1.75} />} onClick={onClose} />
      </div>
      <div className={css.box}>
        <Search size={16} className={css.glass} aria-hidden="true" />
        <input
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          data-autofocus=""
          className={css.search}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      {/* There before its words, which are not spoken else. */}
      <p role="status" className={css.note}>
        <Count queryId={queryId} />
      </p>
      <Found
        key={sought}
        queryId={queryId}
        onChoose={(playlistid) => {
          onClose()
          onChoose(playlistid)
        }}
      />
    </Dialog>
  )
}

/** How many were found, or why none was. */
function Count({ queryId }: { queryId: string }) {
  const { t } = useTranslation('playlists')
  const list = useSignalValue(useMemo(() => playlistList(queryId), [queryId]))
  const total = list?.total ?? null
  if (list?.status === 'error') return t('add.failed')
  if (total === null) return t('add.loading')
  return total === 0 ? t('empty.none') : t('count', { count: total, shown: grouped(total) })
}

/** What was found. */
function Found({ queryId, onChoose }: { queryId: string; onChoose: (playlistid: string) => void }) {
  const { t } = useTranslation('playlists')
  const online = useSignalValue(isOnline)
  const rows = useRef<HTMLUListElement>(null)
  const { list, ids, hasMore, moreButton, showMore } = useShownPlaylists(queryId, rows, 'button')
  useEffect(() => openPlaylistList(queryId, 1), [queryId])
  useAskAgain({ hasFailed: list?.status === 'error', online, retryAfterMs: list?.retryAfterMs }, () =>
    hasMore && !list?.stale ? wantMorePlaylists(queryId) : openPlaylistList(queryId, 1),
  )
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const all = [...(rows.current?.querySelectorAll('button') ?? [])]
    all[all.indexOf(document.activeElement as HTMLButtonElement) + step]?.focus()
  }
  return (
    <ul ref={rows} aria-label={t('add.choose')} className={css.list} onKeyDown={onKeyDown}>
      {ids.map((id) => (
        <Row key={id} playlistid={id} onChoose={onChoose} />
      ))}
      {hasMore && (
        <li>
          <button ref={moreButton} type="button" className={css.row} onClick={showMore}>
            <Plus size={18} strokeWidth={1.75} aria-hidden="true" />
            <span className={css.name}>{t('add.more')}</span>
          </button>
        </li>
      )}
    </ul>
  )
}

function Row({ playlistid, onChoose }: { playlistid: string; onChoose: (playlistid: string) => void }) {
  const held = useSignalValue(useMemo(() => playlist(playlistid), [playlistid]))
  if (!held) return null
  return (
    <li>
      <button type="button" className={css.row} onClick={() => onChoose(playlistid)}>
        <ListMusic size={18} strokeWidth={1.75} aria-hidden="true" />
        <bdi className={css.name}>{held.name}</bdi>
        <span className={css.count} aria-hidden="true">
          {grouped(held.tracks)}
        </span>
      </button>
    </li>
  )
}
