import '../i18n/security.ts'
import { useTranslation } from 'react-i18next'
import type { CallRefusal } from '#actions/people/security.ts'
import { outcomeOf } from '#core/model/people/refusal.ts'
import { timeWords } from '../forms/form/timeWords.ts'
import { ListState } from '../kit/lists/ListState.tsx'
import { LeavingButton } from '../kit/overlays/LeavingButton.tsx'
import { callFailure } from './callFailure.ts'
import { ErrorDialog } from './ErrorDialog.tsx'

function useWords(refusal: CallRefusal) {
  const { t, i18n } = useTranslation('security')
  const failure = callFailure(refusal)
  const time = timeWords(Math.ceil((refusal.retryAfterMs ?? 60_000) / 1000), i18n.language)
  return { t, title: t(`failed.${failure}`), text: t(`failed.${failure}Text`, { time }) }
}

/**
 * The modal for an action that failed (SHELL-053 to SHELL-055). Of one without an answer nobody knows whether it was
 * done.
 */
export function CallFailedDialog({ refusal, onClose }: { refusal: CallRefusal; onClose: () => void }) {
  const { t, title, text } = useWords(refusal)
  const body = outcomeOf(refusal) === 'unknown' ? t('failed.unanswered') : text
  return <ErrorDialog title={title} body={body} ok={t('failed.ok')} onOk={onClose} />
}

/** In place of what could not be had, with a way to try again (SHELL-053, SHELL-054). */
export function CallFailedScreen({ refusal, onRetry }: { refusal: CallRefusal; onRetry: () => void }) {
  const { t, title, text } = useWords(refusal)
  return (
    <ListState art="broken" title={title} text={text} failed>
      <LeavingButton onClick={onRetry}>{t('failed.again')}</LeavingButton>
    </ListState>
  )
}
