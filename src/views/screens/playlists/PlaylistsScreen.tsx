import { Plus, Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { openPlaylistList } from '#actions/playlists.ts'
import { type PlaylistOrder, playlistListId, playlistOrderOf } from '#core/model/playlists/playlistList.ts'
import { PLAYLIST_SEARCH_MAX, playlistSearchOf } from '#core/model/playlists/playlistSearch.ts'
import { mustOpen, playlistList } from '#projections/playlists.ts'
import { Button, IconButton } from '../../kit/controls/Button.tsx'
import { segment } from '../../kit/controls/Segments.css.ts'
import { isCommand } from '../../kit/keys.ts'
import { grouped } from '../../kit/numbers.ts'
import { isComposed } from '../../kit/overlays/layers.state.ts'
import { useNavigate } from '../../kit/routing/RouterView.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { openCreatePlaylist } from '../../music/playlists/playlists.state.ts'
import { PlaylistGrid } from './PlaylistGrid.tsx'
import * as css from './playlists.css.ts'

/** What is typed into the search of the playlists is asked once the keys rest this long (D-111). */
const PLAYLIST_SEARCH_DEBOUNCE_MS = 300

const ORDERS = ['newest', 'atoz', 'starred'] as const

/** The player's playlists in the order and with the search of the address (ROUTE-016, PLAYLIST-003 to PLAYLIST-005). */
export function PlaylistsScreen() {
  const { t } = useTranslation('playlists')
  const { search } = useLocation()
  const navigate = useNavigate()
  const params = new URLSearchParams(search)
  const order = playlistOrderOf(params.get('sort'))
  const filter = playlistSearchOf(params.get('q'))
  const queryId = playlistListId(order, filter)
  const list = useSignalValue(playlistList(queryId))
  const isOld = mustOpen(list)
  /** Null: none. Of the order nobody chose the id is empty. */
  const opened = useRef<string | null>(null)
  useEffect(() => {
    if (isOld || opened.current !== queryId) openPlaylistList(queryId)
    opened.current = queryId
  }, [isOld, queryId])
  const go = (next: { order?: PlaylistOrder; filter?: string }, replace: boolean) =>
    navigate(addressOf(next.order ?? order, next.filter ?? filter), { replace, flushSync: true })
  const total = list?.total ?? null
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form */}
      <div role="group" aria-label={t('menu')} className={css.bar}>
        <SearchField value={filter} onSearch={(text) => go({ filter: text }, true)} />
        <p role="status" className={css.count}>
          {total !== null && t('count', { count: total, shown: grouped(total) })}
        </p>
        <span className={css.spacer} />
        <SortToggle order={order} onOrder={(next) => go({ order: next }, false)} />
        <Button
          variant="primary"
          size={32}
          icon={<Plus size={16} aria-hidden="true" />}
          onClick={() => openCreatePlaylist()}
        >
          {t('create')}
        </Button>
      </div>
      <PlaylistGrid
        queryId={queryId}
        searching={filter !== ''}
        onClearSearch={() => go({ filter: '' }, true)}
        onRetry={() => openPlaylistList(queryId)}
      />
    </>
  )
}

function addressOf(order: PlaylistOrder, filter: string): string {
  const params = new URLSearchParams()
  if (order !== 'newest') params.set('sort', order)
  if (filter !== '') params.set('q', filter)
  const search = params.toString()
  return search === '' ? '/playlists' : `/playlists?${search}`
}

/** Asks the server once the keys rest (D-111). */
function SearchField({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const { t } = useTranslation('playlists')
  const [text, setText] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  const latest = useRef(onSearch)
  latest.current = onSearch
  // The address changed by itself: back, or a cleared search. What it says after a search of our own is what stands
  // in the field already, where somebody may be writing on: a space at the end stays.
  useEffect(() => setText((typed) => (typed.trim() === value ? typed : value)), [value])
  useEffect(() => {
    if (text.trim() === value) return
    const timer = setTimeout(() => latest.current(text.trim()), PLAYLIST_SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, value])
  const clear = () => {
    // Not by the address alone: it stays as it is where nothing was asked yet.
    setText('')
    latest.current('')
    // The button goes with the text.
    field.current?.focus({ preventScroll: true })
  }
  return (
    <div className={css.searchBox}>
      <Search size={16} className={css.searchIcon} aria-hidden="true" />
      <input
        ref={field}
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        autoComplete="off"
        spellCheck={false}
        maxLength={PLAYLIST_SEARCH_MAX}
        className={css.search}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isComposed(event.nativeEvent)) latest.current(text.trim())
        }}
      />
      {text !== '' && (
        <span className={css.clearSearch}>
          <IconButton size={28} label={t('clearSearch')} icon={<X size={14} />} onClick={clear} />
        </span>
      )}
    </div>
  )
}

/** Newest, A-Z or starred; the one that is on, pressed again, leaves the order to the server (PLAYLIST-004). */
function SortToggle({ order, onOrder }: { order: PlaylistOrder; onOrder: (order: PlaylistOrder) => void }) {
  const { t } = useTranslation('playlists')
  const group = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (step === undefined || isCommand(event)) return
    event.preventDefault()
    const at = order === 'none' ? -1 : ORDERS.indexOf(order)
    const next = ORDERS[(at + step + ORDERS.length) % ORDERS.length]
    if (!next) return
    onOrder(next)
    group.current?.querySelector<HTMLElement>(`[data-order="${next}"]`)?.focus()
  }
  return (
    <div ref={group} role="radiogroup" aria-label={t('sort.label')} className={css.toggle} onKeyDown={onKeyDown}>
      {ORDERS.map((one) => (
        // biome-ignore lint/a11y/useSemanticElements: an input would be drawn by the browser
        <button
          key={one}
          type="button"
          role="radio"
          aria-checked={order === one}
          tabIndex={order === one || (order === 'none' && one === 'newest') ? 0 : -1}
          data-order={one}
          className={segment}
          onClick={() => onOrder(order === one ? 'none' : one)}
        >
          {t(`sort.${one}`)}
        </button>
      ))}
    </div>
  )
}
