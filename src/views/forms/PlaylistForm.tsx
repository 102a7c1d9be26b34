import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as yup from 'yup'
import { createPlaylist, dismissPlaylistRequest, type PlaylistSources, updatePlaylist } from '#actions/playlists.ts'
import { whenShown } from '#actions/shown.ts'
import { outcomeOf } from '#core/model/people/refusal.ts'
import { PLAYLIST_TRACKS_MAX } from '#core/model/playlists/playlist.ts'
import { PLAYLIST_DESC, PLAYLIST_NAME } from '#core/model/playlists/playlistRules.ts'
import { playlist, playlistRequest } from '#projections/playlists.ts'
import { Button } from '../kit/controls/Button.tsx'
import { grouped } from '../kit/numbers.ts'
import { AlertDialog, Dialog } from '../kit/overlays/Dialog.tsx'
import { useSignalValue } from '../kit/useSignalValue.ts'
import { CountedField } from './fields/CountedField.tsx'
import { Form } from './form/Form.tsx'
import { FormBanner } from './form/FormBanner.tsx'
import { text } from './form/rules.ts'
import { Submit } from './form/Submit.tsx'
import * as css from './PlaylistForm.css.ts'

/** The name's error goes this long after a name was typed (PLAYLIST-018). */
const NAME_ERROR_DEBOUNCE_MS = 300
/** No code of the server: the form's own words stand. */
const NO_ANSWER = 'NO_ANSWER'

interface Props {
  /** The playlist that is edited; a new one without. */
  playlistid?: string
  /** What a new one holds at once. */
  sources?: PlaylistSources
  onClose: () => void
}

/** Creates or edits a playlist (PLAYLIST-015 to PLAYLIST-020). It closes when the server has it. */
export function PlaylistForm({ playlistid, sources = {}, onClose }: Props) {
  const { t } = useTranslation(['forms', 'playlists', 'common'])
  const [requestId, setRequestId] = useState<string | null>(null)
  const [dirty, setDirty] = useState(false)
  /** Escape and the scrim would lose what was typed. */
  const [isAsking, setAsking] = useState(false)
  const titleId = useId()
  const held = useSignalValue(useMemo(() => playlist(playlistid ?? ''), [playlistid]))
  // What it held when the form came: all else may be changed elsewhere meanwhile, and stays so.
  const [initial] = useState(() => ({ name: held?.name ?? '', desc: held?.desc ?? '' }))
  const request = useSignalValue(useMemo(() => playlistRequest(requestId ?? ''), [requestId]))
  const refused = request?.status === 'failed' ? request : null
  // It may have been saved all the same: the form's own words say so (H-037).
  const isPerhapsSaved = refused !== null && outcomeOf({ code: refused.code }) === 'unknown'
  const refusal = useMemo(
    () => (isPerhapsSaved ? refused && { ...refused, code: NO_ANSWER, message: '' } : refused),
    [refused, isPerhapsSaved],
  )
  // What an earlier try came to nobody knows, whatever became of a later one.
  const wasLost = useRef(false)
  useEffect(() => {
    if (isPerhapsSaved) wasLost.current = true
  }, [isPerhapsSaved])
  const isDone = requestId !== null && request === undefined
  useEffect(() => {
    if (isDone) onClose()
  }, [isDone, onClose])
  const rules = useMemo(() => {
    const long = ({ max }: { max: number }) => t('long', { count: max })
    const missing = t('playlists:playlist.playlist-name-input-error')
    return yup.object({
      name: text(PLAYLIST_NAME, { missing, long: long(PLAYLIST_NAME), wrong: missing }),
      desc: text(PLAYLIST_DESC, { missing: '', long: long(PLAYLIST_DESC), wrong: '' }),
    })
  }, [t])
  const forget = () => {
    if (requestId !== null && refused) dismissPlaylistRequest(requestId)
  }
  const songs = new Set(sources.tracks).size
  const busy = request?.status === 'busy'
  const close = () => {
    if (busy) return
    forget()
    onClose()
  }
  return (
    <Dialog labelledBy={titleId} className={css.panel} onClose={dirty ? () => setAsking(!busy) : close}>
      <Form
        initial={initial}
        rules={rules}
        busy={busy}
        refusal={refusal}
        onDirty={setDirty}
        onSubmit={({ name, desc }) => {
          forget()
          const changed = {
            ...(name === initial.name ? {} : { name }),
            ...(desc === initial.desc ? {} : { desc }),
          }
          const asked =
            playlistid === undefined ? createPlaylist(name, desc, sources) : updatePlaylist(playlistid, changed)
          // A request that does not show yet would be taken for one that is answered.
          whenShown(() => setRequestId(asked))
        }}
      >
        <h2 id={titleId} className={css.title}>
          {t(playlistid === undefined ? 'playlists:create' : 'playlists:editTitle')}
        </h2>
        <CountedField
          name="name"
          label={t('playlist.name')}
          rule={PLAYLIST_NAME}
          lingerMs={NAME_ERROR_DEBOUNCE_MS}
          data-autofocus=""
        />
        <CountedField
          name="desc"
          label={t('playlist.description')}
          rule={PLAYLIST_DESC}
          lingerMs={NAME_ERROR_DEBOUNCE_MS}
          optional
          multiline
        />
        {songs > PLAYLIST_TRACKS_MAX && (
          <p className={css.limited}>
            {t('playlist.limited', { most: grouped(PLAYLIST_TRACKS_MAX), all: grouped(songs) })}
          </p>
        )}
        <FormBanner
          room={0}
          failed={{
            title: t(isPerhapsSaved ? 'playlist.perhapsTitle' : 'playlist.failedTitle'),
            body: t(isPerhapsSaved ? 'playlist.perhapsText' : 'playlist.failedText'),
          }}
        />
        <div className={css.actions}>
          <Button onClick={close}>{t('common:cancel')}</Button>
          <Submit>{t('playlist.save')}</Submit>
        </div>
      </Form>
      {isAsking && (
        <AlertDialog
          title={t('playlist.leaveTitle')}
          body={t(wasLost.current ? 'playlist.leavePerhaps' : 'playlist.leaveText')}
          onClose={() => setAsking(false)}
        >
          <Button onClick={close}>{t('playlist.leave')}</Button>
          <Button variant="primary" data-autofocus="" onClick={() => setAsking(false)}>
            {t('playlist.stay')}
          </Button>
        </AlertDialog>
      )}
    </Dialog>
  )
}
