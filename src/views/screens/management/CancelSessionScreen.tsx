import '../../i18n/security.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CallRefusal, signOutEverywhere } from '#actions/people/security.ts'
import { LongWait } from '../../forms/form/LongWait.tsx'
import { Button } from '../../kit/controls/Button.tsx'
import { ConfirmDialog } from '../../kit/overlays/ConfirmDialog.tsx'
import { CallFailedDialog } from '../CallFailed.tsx'
import * as page from '../page.css.ts'
import * as css from './management.css.ts'
import { useEndAllText } from './useEndAllText.ts'

/** `/settings/cancelsession`: the end of every session of the player, this one too (D-017). */
export function CancelSessionScreen() {
  const { t } = useTranslation('security')
  const text = useEndAllText()
  const [isAsking, setIsAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<CallRefusal | null>(null)
  const end = async () => {
    setIsAsking(false)
    setBusy(true)
    const answer = await signOutEverywhere()
    setBusy(false)
    if (!answer.ok) setFailed(answer.refusal)
  }
  return (
    <div className={page.scroller}>
      <div className={page.page}>
        <p className={page.lead}>{t('sessions.endAllText')}</p>
        <div className={css.actions}>
          <Button busy={busy} onClick={() => setIsAsking(true)}>
            {t('sessions.endAll')}
          </Button>
        </div>
        {busy && <LongWait />}
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('sessions.endAllTitle')}
          body={text}
          verb={t('sessions.endAll')}
          onConfirm={() => void end()}
          onClose={() => setIsAsking(false)}
        />
      )}
      {failed && <CallFailedDialog refusal={failed} onClose={() => setFailed(null)} />}
    </div>
  )
}
