import '../../i18n/settings.ts'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as yup from 'yup'
import { askForLink } from '#actions/people/linkedEmails.ts'
import { clearProfileMail } from '#actions/people/profile.ts'
import { EMAIL, emailKey } from '#core/model/people/fields/email.ts'
import { profile } from '#projections/profile.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Dialog } from '../../kit/overlays/Dialog.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { TextField } from '../fields/TextField.tsx'
import { Form } from '../form/Form.tsx'
import { FormWait, useIsSaid } from '../form/FormBanner.tsx'
import { LongWait } from '../form/LongWait.tsx'
import { text } from '../form/rules.ts'
import { Submit } from '../form/Submit.tsx'
import { useForm } from '../form/state.ts'
import * as css from '../PlaylistForm.css.ts'
import * as own from './settings.css.ts'
import { useErrorText } from './useErrorText.ts'

const NONE: readonly string[] = []

/** Asks for the mail that joins another address to the account; says that it was sent (SETTINGS-011 to SETTINGS-018). */
export function ConnectEmailForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['settings', 'common'])
  const title = useId()
  const held = useSignalValue(profile)
  const started = held?.mergeEmailStarted ?? null
  const refusal = held?.mergeEmailError ?? null
  const emails = held?.profile?.emails ?? NONE
  const [dirty, setDirty] = useState(false)
  // What was asked for before is not about this one, and whoever closes it is done with it (SETTINGS-028).
  useEffect(() => {
    clearProfileMail('merge')
    return () => clearProfileMail('merge')
  }, [])
  const rules = useMemo(() => {
    const invalid = t('login.request-email-failure-regex')
    const ours = emails.map(emailKey)
    return yup.object({
      email: text(EMAIL, { missing: t('connect.required'), long: invalid, wrong: invalid }).test(
        'ours',
        t('connect.ours'),
        (email) => !ours.includes(emailKey(email)),
      ),
    })
  }, [t, emails])
  if (started?.sent)
    return (
      <Dialog labelledBy={title} isPlace className={css.panel} onClose={onClose}>
        <h2 id={title} className={css.title}>
          {t('connect.title')}
        </h2>
        <Sent
          title={t('connect.sent')}
          text={t('connect.sentText', { email: started.email })}
          id={`${title}s`}
          onClose={onClose}
        />
      </Dialog>
    )
  const busy = started !== null
  return (
    // Escape and the scrim would lose what was typed.
    <Dialog labelledBy={title} isPlace className={css.panel} onClose={dirty || busy ? undefined : onClose}>
      <Form
        initial={{ email: '' }}
        rules={rules}
        busy={busy}
        refusal={refusal}
        onDirty={setDirty}
        onEdit={() => clearProfileMail('merge')}
        onSubmit={({ email }) => void askForLink('merge', email)}
      >
        <h2 id={title} className={css.title}>
          {t('connect.title')}
        </h2>
        <p className={own.lead}>{t('connect.lead')}</p>
        <TextField
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          label={t('connect.email')}
          data-autofocus=""
        />
        <div className={own.place}>
          <Unsent title={t('connect.failed')} failed="emailLinkingFailed" />
          {busy && <LongWait />}
        </div>
        <div className={css.actions}>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Submit>{t('connect.submit')}</Submit>
        </div>
      </Form>
    </Dialog>
  )
}

interface SentProps {
  title: string
  text: string
  /** Names the words to what they describe. */
  id: string
  onClose: () => void
}

/** That a mail is on its way, and to whom. */
export function Sent({ title, text: said, id, onClose }: SentProps) {
  const { t } = useTranslation('settings')
  const close = useRef<HTMLDivElement>(null)
  // What had the focus is gone.
  useEffect(() => close.current?.querySelector('button')?.focus(), [])
  return (
    <div role="status">
      <div id={id} className={own.told}>
        <p className={own.toldTitle}>{title}</p> <p className={own.toldText}>{said}</p>
      </div>
      <div ref={close} className={css.actions}>
        {/* It comes with its words in it, which alone is not spoken: what has the focus says them. */}
        <Button variant="primary" aria-describedby={id} onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </div>
  )
}

/**
 * Why no mail was sent, as far as no field says it.
 * @param failed how that is said of a code nobody knows
 */
export function Unsent({ title, failed }: { title: string; failed: Parameters<typeof useErrorText>[0] }) {
  const { t } = useTranslation('settings')
  const { refusal } = useForm()
  const isSaid = useIsSaid()
  const errorText = useErrorText(failed)
  if (refusal === null || !isSaid) return null
  const isCounted = refusal.code === 'TOO_MANY_REQUESTS' && refusal.retryAfterMs !== undefined
  return (
    <Failed title={title} text={isCounted ? t('connect.tooOften') : errorText(refusal)}>
      <FormWait />
    </Failed>
  )
}

/** Why nothing was sent. */
function Failed({ title, text: said, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div role="alert" className={own.failed}>
      <CircleAlert size={20} strokeWidth={1.75} className={own.failedSign} aria-hidden="true" />
      <div>
        <p className={own.toldTitle}>{title}</p>
        <p className={own.toldText}>{said}</p>
        {children}
      </div>
    </div>
  )
}
