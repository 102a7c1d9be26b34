import '../../i18n/security.ts'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as yup from 'yup'
import { type CallRefusal, proveIdentity } from '#actions/people/security.ts'
import { claims } from '#projections/session.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Dialog } from '../../kit/overlays/Dialog.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { visuallyHidden } from '../../theme/hidden.css.ts'
import { PasswordField } from '../fields/PasswordField.tsx'
import { Form } from '../form/Form.tsx'
import { FormBanner } from '../form/FormBanner.tsx'
import { secret } from '../form/rules.ts'
import { Submit } from '../form/Submit.tsx'
import * as css from '../PlaylistForm.css.ts'
import { useShown } from './useShown.ts'

interface Props {
  /** Never called once it was closed, whatever is answered then. */
  onProved: () => void
  onClose: () => void
}

/** Asks for the password before something that changes how an account is signed in to. */
export function ProofForm({ onProved, onClose }: Props) {
  const { t } = useTranslation(['security', 'common'])
  const title = useId()
  const who = useSignalValue(claims)
  const shown = useShown()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<CallRefusal | null>(null)
  const rules = useMemo(() => yup.object({ password: secret(t('proof.passwordMissing')) }), [t])
  return (
    <Dialog labelledBy={title} className={css.panel} onClose={busy ? undefined : onClose}>
      <Form
        initial={{ password: '' }}
        rules={rules}
        busy={busy}
        refusal={refusal}
        waitsFor={[]}
        onEdit={() => setRefusal(null)}
        onSubmit={async ({ password }) => {
          setBusy(true)
          const answer = await proveIdentity(password).catch((error: unknown) => {
            if (shown.current) setBusy(false)
            throw error
          })
          if (!shown.current) return
          setBusy(false)
          if (answer.ok) return onProved()
          const wrong = answer.refusal.code === 'INVALID_CREDENTIALS'
          setRefusal(wrong ? { ...answer.refusal, fields: { password: t('proof.wrong') } } : answer.refusal)
        }}
      >
        <h2 id={title} className={css.title}>
          {t('proof.title')}
        </h2>
        <p>{t('proof.text')}</p>
        {/* A password manager has to know whose password it is. */}
        <input
          className={visuallyHidden}
          type="text"
          autoComplete="username"
          value={who?.email ?? ''}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <PasswordField name="password" autoComplete="current-password" label={t('proof.password')} data-autofocus="" />
        <FormBanner room={0} />
        <div className={css.actions}>
          <Button onClick={onClose}>{t('proof.cancel')}</Button>
          <Submit>{t('proof.confirm')}</Submit>
        </div>
      </Form>
    </Dialog>
  )
}
