import { Archive, ArchiveRestore, CircleStop, Download, Flag, FlagOff, ListMusic, ListPlus, X } from 'lucide-react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  addSelectionToPlaylist,
  applyToSelection,
  clearSelection,
  gatherSelection,
  selectAll,
  stopSelectionRun,
} from '#actions/selection.ts'
import { libraryListOf } from '#core/model/library/library.ts'
import type { SelectionAction, SelectionRun } from '#core/model/library/selection.ts'
import { player } from '#projections/player.ts'
import { canDownload, releaseList } from '#projections/releases.ts'
import { peekSelectedTracks, selectedCount, selection } from '#projections/selection.ts'
import { settings } from '#projections/settings.ts'
import { Button, IconButton } from '../../kit/controls/Button.tsx'
import { grouped } from '../../kit/numbers.ts'
import { Menu } from '../../kit/overlays/Popover.tsx'
import { useFocusOnLeave } from '../../kit/useFocusOnLeave.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { PlaylistChoices } from '../../music/playlists/PlaylistChoices.tsx'
import { cx } from '../../theme/cx.ts'
import { afterBar } from './afterBar.ts'
import { abovePlayer } from './bar.css.ts'
import { GatherMenu, useZipTitle } from './GatherMenu.tsx'
import * as css from './SelectionToolbar.css.ts'
import { ShareSelection } from './ShareSelection.tsx'
import { useRoom } from './useRoom.ts'
import { useToolbarKeys } from './useToolbarKeys.ts'

/** What can be done with everything that is selected. */
export function SelectionToolbar({ queryId }: { queryId: string }) {
  const { run } = useSignalValue(selection)
  const shouldShowMiniPlayer = useSignalValue(player, (state) => state.shouldShowMiniPlayer)
  const { t } = useTranslation('gallery')
  const count = useSignalValue(selectedCount)
  const total = useSignalValue(releaseList(queryId))?.total ?? 0
  const mayDownload = useSignalValue(canDownload)
  const box = useRef<HTMLDivElement>(null)
  const room = useRoom(box, css.ROOMS)
  const isTight = room < css.WORDS_PX
  const list = libraryListOf(queryId)
  const oneZip = useSignalValue(settings, ({ downloads }) => downloads.oneZip)
  const title = useZipTitle()
  const running = run !== null && run.result === null ? run : null
  // What goes on with another selection is none of these buttons.
  const doing = running?.left ? null : running?.action
  const act = (
    action: Exclude<SelectionAction, 'playlist'>,
    words: string,
    Icon: typeof Download,
    isPrimary = false,
  ) => {
    const parts = {
      icon: <Icon size={16} strokeWidth={1.75} />,
      busy: doing === action,
      disabled: running !== null && doing !== action,
      onClick: () =>
        oneZip && (action === 'wav' || action === 'mp3')
          ? gatherSelection(action, 'zip', title)
          : applyToSelection(action),
    }
    // Two arrows do not say which is which.
    if (room < css.FORMATS_PX && (action === 'wav' || action === 'mp3'))
      return (
        <Button size={36} variant={isPrimary ? 'primary' : 'secondary'} aria-label={words} {...parts} icon={undefined}>
          {action.toUpperCase()}
        </Button>
      )
    if (isTight && !isPrimary) return <IconButton size={36} label={words} {...parts} />
    return (
      <Button size={36} variant={isPrimary ? 'primary' : 'secondary'} {...parts}>
        {words}
      </Button>
    )
  }
  const said = useRef<HTMLParagraphElement>(null)
  useFocusOnLeave(box, afterBar)
  useToolbarKeys(box)
  return (
    <div
      ref={box}
      role="toolbar"
      aria-label={t('selection.toolbar')}
      className={cx(css.toolbar, shouldShowMiniPlayer && abovePlayer)}
    >
      {/* Given the keyboard, not taken: a click on words leaves it where it is. */}
      <p ref={said} tabIndex={-1} className={css.said} onMouseDown={(event) => event.preventDefault()}>
        {/* The gallery says how many, from before this is there. */}
        <strong className={css.count}>{t('selection.count', { count, shown: grouped(count) })}</strong>{' '}
        <span className={css.sum} role="status">
          {useSum(run)}
        </span>
      </p>
      {running?.left && (
        <Words
          key={room < css.STOP_PX ? 'glyph' : 'words'}
          words={t('selection.stop')}
          glyph={room < css.STOP_PX && <CircleStop size={18} strokeWidth={1.75} />}
          said={said}
          onPress={stopSelectionRun}
        />
      )}
      {count < total && (
        <Words words={t('selection.all', { shown: grouped(total) })} said={said} onPress={() => selectAll(queryId)} />
      )}
      <div className={css.actions}>
        {mayDownload && act('wav', t('selection.wav'), Download, true)}
        {mayDownload && act('mp3', t('selection.mp3'), Download)}
        {mayDownload && <GatherMenu disabled={running !== null} />}
        {act('queue', t('selection.queue'), ListPlus)}
        <AddToPlaylist
          isBusy={doing === 'playlist'}
          disabled={running !== null && doing !== 'playlist'}
          isTight={isTight}
        />
        <ShareSelection count={count} isTight={isTight} />
        {list === null && act('flag', t('selection.flag'), Flag)}
        {list === 'flagged' && act('unflag', t('selection.unflag'), FlagOff)}
        {list === 'archived'
          ? act('restore', t('selection.restore'), ArchiveRestore)
          : act('archive', t('selection.archive'), Archive)}
      </div>
      <span className={css.clear}>
        <IconButton size={36} label={t('selection.clear')} icon={<X size={18} />} onClick={clearSelection} />
      </span>
    </div>
  )
}

interface WordsProps {
  words: string
  /** In place of the words where those have no room. */
  glyph?: ReactNode
  /** How many are selected. */
  said: RefObject<HTMLElement | null>
  onPress: () => void
}

/** Goes once it is done, and leaves the focus where that is said: Enter that is still held down does nothing there. */
function Words({ words, glyph, said, onPress }: WordsProps) {
  const button = useRef<HTMLButtonElement>(null)
  useFocusOnLeave(button, () => said.current)
  if (glyph) return <IconButton ref={button} size={36} label={words} icon={glyph} onClick={onPress} />
  return (
    <button ref={button} type="button" className={css.all} onClick={onPress}>
      {words}
    </button>
  )
}

/** Asks which playlist, then puts everything that is selected into it. */
function AddToPlaylist({ isBusy, disabled, isTight }: { isBusy: boolean; disabled: boolean; isTight: boolean }) {
  const { t } = useTranslation('gallery')
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  const parts = {
    ref: anchor,
    icon: <ListMusic size={16} strokeWidth={1.75} />,
    busy: isBusy,
    disabled,
    'aria-haspopup': 'menu' as const,
    'aria-expanded': open,
    onClick: () => setOpen(!open),
  }
  return (
    <>
      {isTight ? (
        <IconButton size={36} label={t('selection.playlist')} {...parts} />
      ) : (
        <Button size={36} {...parts}>
          {t('selection.playlist')}
        </Button>
      )}
      {open && (
        <Menu anchor={anchor} label={t('selection.playlist')} onClose={close}>
          <PlaylistChoices onDone={close} onChoose={addSelectionToPlaylist} />
        </Menu>
      )}
    </>
  )
}

/** How far a run is, how it ended, or what the selection adds up to. */
function useSum(run: SelectionRun | null): string {
  const { t } = useTranslation('gallery')
  // Read anew with every change of the selection, which is what renders this.
  const tracks = peekSelectedTracks()
  const all = tracks === null ? '' : t('selection.tracks', { count: tracks, shown: grouped(tracks) })
  if (run === null) return all
  if (run.result === null)
    return t(run.left ? 'selection.earlier' : 'selection.working', {
      done: grouped(run.done),
      total: grouped(run.total),
    })
  const { applied, skipped, failed, here = 0 } = run.result
  const { action } = run
  // Marks are made when the server has answered, which a notification says (D-117).
  const isSaid = action === 'wav' || action === 'mp3' || action === 'queue' || action === 'playlist'
  const words = [
    isSaid ? t(`selection.done.${action}`, { count: applied, shown: grouped(applied) }) : '',
    skipped > 0 ? t(`selection.skipped.${run.action}`, { count: skipped, shown: grouped(skipped) }) : '',
    here > 0 ? t('selection.here', { count: here, shown: grouped(here) }) : '',
    failed > 0 ? t('selection.failed', { count: failed, shown: grouped(failed) }) : '',
  ]
    .filter((part) => part !== '')
    .join(', ')
  return words || all
}
