import { Form, Formik, useField, useFormikContext } from 'formik'
import { CircleAlert } from 'lucide-react'
import { type ComponentProps, useEffect, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as yup from 'yup'
import { createPlaylist, dismissPlaylistRequest, type PlaylistSources, updatePlaylist } from '#actions/playlists.ts'
import { NAME_ERROR_DEBOUNCE_MS, PLAYLIST_DESC_MAX, PLAYLIST_NAME_MAX } from '#core/model/constants.ts'
import { playlist, playlistRequest } from '#projections/playlists.ts'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { useSignalValue } from '../kit/useSignalValue.ts'
import { cx } from '../theme/cx.ts'
import * as fields from './fields.css.ts'
import { Banner } from './fields.tsx'
import * as css from './PlaylistForm.css.ts'

interface Values {
  name: string
  desc: string
}

interface Props {
  /** The playlist that is edited; a new one without. */
  playlistid?: string
  /** What a new one holds at once. */
  sources?: PlaylistSources
  onClose: () => void
}

/** Creates or edits a playlist (PLAYLIST-015 to PLAYLIST-020). It closes when the server has it. */
export function PlaylistForm({ playlistid, sources = {}, onClose }: Props) {
  const { t } = useTranslation('playlists')
  const [requestId, setRequestId] = useState<string | null>(null)
  const titleId = useId()
  const held = useSignalValue(useMemo(() => playlist(playlistid ?? ''), [playlistid]))
  const request = useSignalValue(useMemo(() => playlistRequest(requestId ?? ''), [requestId]))
  const isDone = requestId !== null && request === undefined
  useEffect(() => {
    if (isDone) onClose()
  }, [isDone, onClose])
  const schema = useMemo(
    () =>
      yup.object({
        name: yup
          .string()
          .trim()
          .required(t('playlist.playlist-name-input-error'))
          .max(PLAYLIST_NAME_MAX, t('form.nameLong')),
        desc: yup.string().trim().max(PLAYLIST_DESC_MAX, t('form.descLong')),
      }),
    [t],
  )
  const forget = () => {
    if (requestId !== null && request?.status === 'failed') dismissPlaylistRequest(requestId)
  }
  const busy = request?.status === 'busy'
  const close = () => {
    if (busy) return
    forget()
    onClose()
  }
  const submit = ({ name, desc }: Values) => {
    if (busy) return
    forget()
    setRequestId(
      playlistid === undefined ? createPlaylist(name, desc, sources) : updatePlaylist(playlistid, name, desc),
    )
  }
  return (
    <Formik<Values>
      initialValues={{ name: held?.name ?? '', desc: held?.desc ?? '' }}
      validationSchema={schema}
      validateOnBlur={false}
      onSubmit={submit}
    >
      {({ dirty }) => (
        // Escape and the scrim would lose what was typed.
        <Dialog labelledBy={titleId} className={css.panel} onClose={dirty ? undefined : close}>
          <Form noValidate>
            <h2 id={titleId} className={css.title}>
              {t(playlistid === undefined ? 'create' : 'editTitle')}
            </h2>
            {request?.status === 'failed' && (
              <Banner kind="error" title={t('form.failedTitle')} body={request.message || t('form.failedText')} />
            )}
            <CountedField name="name" label={t('form.name')} max={PLAYLIST_NAME_MAX} data-autofocus="" />
            <CountedField name="desc" label={t('form.description')} max={PLAYLIST_DESC_MAX} optional multiline />
            <div className={css.actions}>
              <Actions busy={busy} onCancel={close} />
            </div>
          </Form>
        </Dialog>
      )}
    </Formik>
  )
}

function Actions({ busy, onCancel }: { busy: boolean; onCancel: () => void }) {
  const { t } = useTranslation('playlists')
  const { t: common } = useTranslation()
  return (
    <>
      <Button onClick={onCancel}>{common('cancel')}</Button>
      <Button type="submit" variant="primary" busy={busy}>
        {t('form.save')}
      </Button>
    </>
  )
}

interface FieldProps extends Pick<ComponentProps<'input'>, 'id'> {
  name: keyof Values
  label: string
  max: number
  optional?: boolean
  multiline?: boolean
  'data-autofocus'?: string
}

/**
 * A text with a counter. Its error shows once it was sent and goes a moment after it is right, so that it does not
 * flicker under the first key (PLAYLIST-018).
 */
function CountedField({ name, label, max, optional = false, multiline = false, ...rest }: FieldProps) {
  const { t } = useTranslation('playlists')
  const id = useId()
  const { submitCount } = useFormikContext<Values>()
  const [field, { error }] = useField<string>(name)
  const { length } = field.value.trim()
  const shown = useLasting(submitCount > 0 || length > max ? error : undefined, NAME_ERROR_DEBOUNCE_MS)
  const Control = multiline ? 'textarea' : 'input'
  return (
    <div className={css.field}>
      <div className={css.labelLine}>
        <label htmlFor={id} className={css.label}>
          {label}
        </label>
        {optional && <span className={css.optional}>{t('form.optional')}</span>}
        <span style={{ flex: 1 }} />
        <span id={`${id}c`} className={cx(css.counter, length > max && css.over)}>
          {t('form.counter', { count: length, max })}
        </span>
      </div>
      <Control
        {...rest}
        {...field}
        id={id}
        autoComplete="off"
        className={cx(fields.input, multiline && css.area)}
        aria-invalid={shown !== undefined || undefined}
        aria-describedby={`${id}e ${id}c`}
      />
      <div id={`${id}e`} className={fields.error}>
        {shown !== undefined && (
          <>
            <CircleAlert size={15} className={fields.errorIcon} aria-hidden="true" />
            {shown}
          </>
        )}
      </div>
    </div>
  )
}

/** The value at once; its absence once it lasted `ms`. */
function useLasting(value: string | undefined, ms: number): string | undefined {
  const [shown, setShown] = useState(value)
  useEffect(() => {
    if (value !== undefined) return setShown(value)
    const timer = setTimeout(() => setShown(undefined), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return value ?? shown
}
