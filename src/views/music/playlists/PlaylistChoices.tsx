// Adding to a playlist from any menu: two commands that turn the menu into the list of playlists (PLAYLIST-024).
import { ChevronLeft, ListMusic, ListPlus, Plus, Search } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addToPlaylist, openPlaylistList, type PlaylistSources, wantMorePlaylists } from '#actions/playlists.ts'
import { PAGE_SIZE } from '#core/model/constants.ts'
import { PLAYLIST_CHOICES } from '#core/model/playlists/playlistList.ts'
import { mustOpen, playlist } from '#projections/playlists.ts'
import { isOnline } from '#projections/session.ts'
import { MenuItem, MenuRule } from '../../kit/overlays/Popover.tsx'
import { useAskAgain } from '../../kit/time/useAskAgain.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import * as css from './PlaylistChoices.css.ts'
import { openCreatePlaylist, playlistDialog } from './playlists.state.ts'
import { useShownPlaylists } from './useShownPlaylists.ts'

const ICON = { size: 18, strokeWidth: 1.75 } as const

interface Props {
  /** Asked when a playlist is chosen. */
  sources: () => PlaylistSources
  /** The menu has done its work. */
  onDone: () => void
  /** The menu's other commands; they give way to the list. */
  children?: ReactNode
}

/** The commands of a menu with `Add to playlist` and `Create playlist` behind them. */
export function PlaylistCommands({ sources, onDone, children }: Props) {
  const { t } = useTranslation('playlists')
  const [choosing, setChoosing] = useState(false)
  const add = useRef<HTMLButtonElement>(null)
  const hasChosen = useRef(false)
  useEffect(() => {
    // On the way back what was pressed is gone: the keys go on at what led to the list.
    if (!choosing && hasChosen.current) add.current?.focus()
    hasChosen.current = choosing
  }, [choosing])
  if (choosing) return <PlaylistChoices sources={sources} onDone={onDone} onBack={() => setChoosing(false)} />
  return (
    <>
      {children}
      {children && <MenuRule />}
      <MenuItem ref={add} icon={<ListPlus {...ICON} />} onSelect={() => setChoosing(true)}>
        {t('add.to')}
      </MenuItem>
      <MenuItem
        icon={<Plus {...ICON} />}
        onSelect={() => {
          onDone()
          openCreatePlaylist(sources())
        }}
      >
        {t('create')}
      </MenuItem>
    </>
  )
}

interface ChoicesProps extends Omit<Props, 'children' | 'sources'> {
  /** Left out where what is chosen is not known here: then none can be created from it. */
  sources?: () => PlaylistSources
  /** Back to the commands, where there are any. */
  onBack?: () => void
  /** In place of adding: what a choice means elsewhere. */
  onChoose?: (playlistid: string) => void
}

/** The player's playlists, the newest first, as commands of a menu. */
export function PlaylistChoices({ sources, onDone, onBack, onChoose }: ChoicesProps) {
  const { t } = useTranslation('playlists')
  const first = useRef<HTMLDivElement>(null)
  const online = useSignalValue(isOnline)
  const { list, ids, hasMore, isLoading, moreButton, showMore } = useShownPlaylists(
    PLAYLIST_CHOICES,
    first,
    '[role="group"] [role="menuitem"]',
  )
  const isOld = mustOpen(list)
  const opened = useRef(false)
  useEffect(() => {
    // Whoever comes to the list has its beginning read anew (H-135); what is known stays in sight meanwhile.
    if (!opened.current) openPlaylistList(PLAYLIST_CHOICES, 1)
    else if (isOld) openPlaylistList(PLAYLIST_CHOICES)
    opened.current = true
  }, [isOld])
  const again = () =>
    hasMore && !list?.stale ? wantMorePlaylists(PLAYLIST_CHOICES) : openPlaylistList(PLAYLIST_CHOICES)
  useAskAgain({ hasFailed: list?.status === 'error', online, retryAfterMs: list?.retryAfterMs }, again)
  const count = ids.length
  const note = count === 0 ? noteOf(list?.status) : null
  const noteItem = useRef<HTMLButtonElement>(null)
  const isNoted = note !== null
  const hasBegun = useRef(false)
  // At first what was pressed is gone, later what said that there is none, or the last of them: the keys go on in what
  // took its place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what comes or goes takes the focus
  useEffect(() => {
    const box = first.current
    const item = (place: string) => box?.querySelector<HTMLElement>(place)
    const later = hasBegun.current && (noteItem.current ?? item('[role="group"] [role="menuitem"]'))
    const next = later || item('[role="menuitem"]')
    hasBegun.current = true
    if (!box?.contains(document.activeElement)) next?.focus()
  }, [isNoted])
  /** What is added is what it was when somebody asked for it. */
  const chooser = () => {
    if (onChoose) return onChoose
    const added = sources?.()
    return (playlistid: string) => added && addToPlaylist(playlistid, added)
  }
  const choose = (playlistid: string) => {
    onDone()
    chooser()(playlistid)
  }
  const find = () => {
    const found = chooser()
    onDone()
    playlistDialog.value = { kind: 'find', onChoose: found }
  }
  const isLong = list?.total != null && list.total > PAGE_SIZE
  return (
    <div ref={first} role="none">
      {onBack && (
        <MenuItem icon={<ChevronLeft {...ICON} />} onSelect={onBack}>
          {t('add.back')}
        </MenuItem>
      )}
      {sources && (
        <MenuItem
          icon={<Plus {...ICON} />}
          onSelect={() => {
            onDone()
            openCreatePlaylist(sources())
          }}
        >
          {t('create')}
        </MenuItem>
      )}
      {isLong && (
        <MenuItem icon={<Search {...ICON} />} onSelect={find}>
          {t('search')}
        </MenuItem>
      )}
      {(onBack || sources || isLong) && <MenuRule />}
      {/* biome-ignore lint/a11y/useSemanticElements: a group of commands, not of fields */}
      <div role="group" aria-label={t('add.choose')} className={css.list} aria-busy={isLoading}>
        {ids.map((id) => (
          <Choice key={id} playlistid={id} onSelect={() => choose(id)} />
        ))}
        {hasMore && (
          <MenuItem ref={moreButton} icon={<Plus {...ICON} />} onSelect={showMore}>
            {t('add.more')}
          </MenuItem>
        )}
      </div>
      {note && (
        // A command that does nothing: in a menu nothing else can be reached and read.
        <MenuItem ref={noteItem} icon={<ListMusic {...ICON} />} disabled onSelect={() => {}}>
          {t(note)}
        </MenuItem>
      )}
    </div>
  )
}

function noteOf(status: 'loading' | 'more' | 'done' | 'error' | undefined) {
  if (status === 'done') return 'add.none'
  return status === 'error' ? 'add.failed' : 'add.loading'
}

function Choice({ playlistid, onSelect }: { playlistid: string; onSelect: () => void }) {
  const held = useSignalValue(useMemo(() => playlist(playlistid), [playlistid]))
  if (!held) return null
  return (
    <MenuItem icon={<ListMusic {...ICON} />} onSelect={onSelect}>
      <span className={css.name} dir="auto">
        {held.name}
      </span>
      <span className={css.count} aria-hidden="true">
        {held.tracks}
      </span>
    </MenuItem>
  )
}
