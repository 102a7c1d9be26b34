import '../../i18n/security.ts'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as yup from 'yup'
import { askSecurity, type CallRefusal } from '#actions/people/security.ts'
import { PASSKEY_NAME } from '#core/model/people/fields/fieldRules.ts'
import type { Passkey } from '#core/model/people/passkeys.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Dialog } from '../../kit/overlays/Dialog.tsx'
import { CountedField } from '../fields/CountedField.tsx'
import { Form } from '../form/Form.tsx'
import { FormBanner } from '../form/FormBanner.tsx'
import { text } from '../form/rules.ts'
import { Submit } from '../form/Submit.tsx'
import * as css from '../PlaylistForm.css.ts'
import { useShown } from './useShown.ts'

interface Props {
  passkey: Passkey
  /** What came of each try, also once it was closed: what was sent is not called back. Null: it was refused, or lost. */
  onAnswer: (named: Passkey | null) => void
  onClose: () => void
}

/** What its owner calls a passkey. */
export function PasskeyNameForm({ passkey, onAnswer, onClose }: Props) {
  const { t } = useTranslation(['security', 'forms'])
  const title = useId()
  const shown = useShown()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<CallRefusal | null>(null)
  const rules = useMemo(() => {
    const missing = t('passkeys.nameMissing')
    const long = t('forms:long', { count: PASSKEY_NAME.max })
    return yup.object({ name: text(PASSKEY_NAME, { missing, long, wrong: missing }) })
  }, [t])
  return (
    <Dialog labelledBy={title} className={css.panel} onClose={busy ? undefined : onClose}>
      <Form
        initial={{ name: passkey.name }}
        rules={rules}
        busy={busy}
        refusal={refusal}
        onEdit={() => setRefusal(null)}
        onSubmit={async ({ name }) => {
          setBusy(true)
          const answer = await askSecurity('renamePasskey', { passkeyid: passkey.passkeyid, name })
          onAnswer(answer.ok ? answer.value : null)
          // Another dialog may be open by now.
          if (!shown.current) return
          setBusy(false)
          if (answer.ok) onClose()
          else setRefusal(answer.refusal)
        }}
      >
        <h2 id={title} className={css.title}>
          {t('passkeys.renameNamed', { name: passkey.name })}
        </h2>
        <CountedField name="name" label={t('passkeys.name')} rule={PASSKEY_NAME} data-autofocus="" />
        <FormBanner room={0} />
        <div className={css.actions}>
          <Button onClick={onClose}>{t('proof.cancel')}</Button>
          <Submit>{t('passkeys.save')}</Submit>
        </div>
      </Form>
    </Dialog>
  )
}
