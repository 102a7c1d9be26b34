import { ChevronDown, Download, Files, FileText, Pause, Pencil, Play, Trash2, X } from 'lucide-react'
import { type MouseEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadPlaylistSongs } from '#actions/downloads.ts'
import { changePlaylist, deletePlaylist, openPlaylistPdf } from '#actions/playlists.ts'
import { AUDIO_FORMATS } from '#core/model/catalogue/release.ts'
import type { PlaylistCard } from '#core/model/playlists/playlist.ts'
import { isolated } from '#core/model/text/direction.ts'
import { clock } from '#core/model/text/formats.ts'
import { isPlaying } from '#projections/player.ts'
import { peekTrack, playingPlaylist, playlistPdf, playlistRequest } from '#projections/playlists.ts'
import * as button from '../../kit/controls/Button.css.ts'
import { Button, IconButton } from '../../kit/controls/Button.tsx'
import { Spinner } from '../../kit/graphics/Spinner.tsx'
import { grouped } from '../../kit/numbers.ts'
import { ConfirmDialog } from '../../kit/overlays/ConfirmDialog.tsx'
import { Menu, MenuItem } from '../../kit/overlays/Popover.tsx'
import { useMedia } from '../../kit/useMedia.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { PlaylistMosaic } from '../../music/playlists/PlaylistArt.tsx'
import { playlistDialog } from '../../music/playlists/playlists.state.ts'
import { playPlaylistOrAsk } from '../../music/playlists/playPlaylist.ts'
import { useRefusal } from '../../music/useRefusal.ts'
import { playlistDownloadOf, playlistRefusal } from '../../music/verbs.ts'
import { cx } from '../../theme/cx.ts'
import { media } from '../../theme/tokens.css.ts'
import { StarButton } from './PlaylistCard.tsx'
import * as css from './playlists.css.ts'
import { useMp3Only } from './useMp3Only.ts'

const PDF = 'playlist.pdf'
/** Up to so many tracks the length of all is said; more are not read for it. */
const SUMMED_MAX = 1000

/**
 * What a playlist is and what can be done with it: art, name, words and the row of actions.
 * @param ids null while the tracks are not known
 */
export function PlaylistHead({ card, ids }: { card: Readonly<PlaylistCard>; ids: readonly string[] | null }) {
  const phone = useMedia(media.phone)
  const actions = <Actions card={card} ids={ids} />
  return (
    <header className={css.head}>
      <PlaylistMosaic playlist={card} size={phone ? 96 : 184} radius={10} />
      <div className={css.headWords}>
        <h1 className={css.title}>
          <bdi>{card.name}</bdi>
        </h1>
        {card.desc !== '' && (
          <p className={css.about}>
            <bdi>{card.desc}</bdi>
          </p>
        )}
        <p className={css.summary}>{useSummary(card, ids)}</p>
        {!phone && actions}
      </div>
      {phone && actions}
    </header>
  )
}

function useSummary(card: Readonly<PlaylistCard>, ids: readonly string[] | null): string {
  const { t } = useTranslation('playlists')
  const count = ids?.length ?? card.tracks
  const seconds = useMemo(
    () =>
      ids === null || ids.length > SUMMED_MAX ? null : ids.reduce((sum, id) => sum + (peekTrack(id)?.duration ?? 0), 0),
    [ids],
  )
  const shown = grouped(count)
  return seconds === null ? t('songs', { count, shown }) : t('summary', { count, shown, duration: clock(seconds) })
}

/** Before somebody asks for it: what a WAV zip of the playlist would lack. */
function NotAsWav({ ids }: { ids: readonly string[] | null }) {
  const { t } = useTranslation('releases')
  const count = useMp3Only(ids)
  return count === 0 ? null : <p className={css.notAsWav}>{t('notAsWav', { count })}</p>
}

function Actions({ card, ids }: { card: Readonly<PlaylistCard>; ids: readonly string[] | null }) {
  const count = ids?.length ?? card.tracks
  const { t } = useTranslation('playlists')
  const { playlistid, name } = card
  const [asking, setAsking] = useState<'clear' | 'delete' | null>(null)
  const [deleting, setDeleting] = useState<string | null>(null)
  const request = useSignalValue(useMemo(() => playlistRequest(deleting ?? ''), [deleting]))
  const sounding = useSignalValue(isPlaying)
  const mine = useSignalValue(playingPlaylist) === playlistid && sounding
  const close = () => setAsking(null)
  return (
    <div className={css.buttons}>
      <Button
        variant="play"
        reason={count === 0 ? t('noSongs') : undefined}
        icon={mine ? <Pause size={16} fill="currentColor" strokeWidth={0} /> : <Play size={16} fill="currentColor" />}
        onClick={(event) => playPlaylistOrAsk(event, playlistid, name)}
      >
        {t(mine ? 'pause' : 'play')}
      </Button>
      <Button
        icon={<Pencil size={16} strokeWidth={1.75} />}
        onClick={() => {
          playlistDialog.value = { kind: 'edit', playlistid }
        }}
      >
        {t('edit')}
      </Button>
      <StarButton card={card} />
      <Downloads card={card} count={count} />
      <NotAsWav ids={ids} />
      <PdfLink playlistid={playlistid} />
      <Button
        variant="quiet"
        size={32}
        icon={<X size={16} strokeWidth={1.75} />}
        reason={count === 0 ? t('noSongs') : undefined}
        onClick={() => setAsking('clear')}
      >
        {t('clear.title')}
      </Button>
      <Button
        variant="quiet"
        size={32}
        className={css.danger}
        busy={request?.status === 'busy'}
        icon={<Trash2 size={16} strokeWidth={1.75} />}
        onClick={() => setAsking('delete')}
      >
        {t('delete.title')}
      </Button>
      {asking === 'clear' && (
        <ConfirmDialog
          title={t('clear.title')}
          body={t('clear.text', { count, shown: grouped(count), name: isolated(name) })}
          verb={t('clear.title')}
          onConfirm={() => {
            close()
            changePlaylist(playlistid, { kind: 'clear' })
          }}
          onClose={close}
        />
      )}
      {asking === 'delete' && (
        <ConfirmDialog
          title={t('delete.title')}
          body={t('delete.text', { name: isolated(name) })}
          verb={t('delete.title')}
          onConfirm={() => {
            close()
            setDeleting(deletePlaylist(playlistid))
          }}
          onClose={close}
        />
      )}
    </div>
  )
}

/** The whole playlist as one zip the server makes, a button for each format (DOWNLOAD-001), or each of its songs as a file. */
function Downloads({ card, count }: { card: Readonly<PlaylistCard>; count: number }) {
  const { t } = useTranslation('playlists')
  const refused = useRefusal()
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const reason = refused(playlistRefusal(count))
  return (
    <div className={css.together}>
      {AUDIO_FORMATS.map((format) => (
        <Button
          key={format}
          icon={format === 'wav' ? <Download size={16} strokeWidth={1.75} /> : undefined}
          reason={reason}
          onClick={playlistDownloadOf(card, count, format).act}
        >
          {t('downloadAs', { format: format.toUpperCase() })}
        </Button>
      ))}
      <IconButton
        ref={anchor}
        size={32}
        aria-haspopup="menu"
        aria-expanded={open}
        label={t('downloadMore')}
        icon={<ChevronDown size={16} strokeWidth={1.75} />}
        reason={reason}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <Menu anchor={anchor} label={t('downloadMore')} onClose={() => setOpen(false)}>
          {AUDIO_FORMATS.map((format) => (
            <MenuItem
              key={format}
              icon={<Files size={18} strokeWidth={1.75} />}
              onSelect={() => {
                setOpen(false)
                downloadPlaylistSongs(card, format)
              }}
            >
              {t('downloadSongs', { format: format.toUpperCase() })}
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  )
}

/** The press opens the window and the file follows: no link sends the header it needs (PLAYLIST-014, D-089). */
function PdfLink({ playlistid }: { playlistid: string }) {
  const { t } = useTranslation('playlists')
  const busy = useSignalValue(useMemo(() => playlistPdf(playlistid), [playlistid])) !== undefined
  const press = (event: MouseEvent) => {
    event.preventDefault()
    if (!busy) openPlaylistPdf(playlistid)
  }
  return (
    <a
      href={`#${PDF}`}
      className={cx(button.button, button.variant.quiet, button.size[32])}
      aria-busy={busy || undefined}
      onClick={press}
      // The middle button asks for a window as well.
      onAuxClick={(event) => event.button === 1 && press(event)}
    >
      {busy ? <Spinner /> : <FileText size={16} strokeWidth={1.75} aria-hidden="true" />}
      {t('pdf')}
    </a>
  )
}
