import { CircleAlert, X } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { dismissDeletion } from '#actions/people/connections.ts'
import { hasNoAnswer } from '#core/model/people/refusal.ts'
import { IconButton } from '../../kit/controls/Button.tsx'
import { useFocusOnLeave } from '../../kit/useFocusOnLeave.ts'
import * as css from './network.css.ts'

interface Props {
  failure: { readonly name: string; readonly code: string; readonly message: string }
}

/** A connection that was not deleted is in the list again, and why is said above it (NETWORK-007). */
export function DeletionFailed({ failure: { name, code, message } }: Props) {
  const { t } = useTranslation('network')
  const box = useRef<HTMLDivElement>(null)
  // Its button goes with its press.
  useFocusOnLeave(box, (one) => one.closest('main'))
  const text = hasNoAnswer(code) || code === 'MALFORMED' ? t('deleteUnanswered') : message || t('deleteFailedText')
  return (
    <div ref={box} role="alert" className={css.failure}>
      <CircleAlert size={20} strokeWidth={1.75} className={css.failureIcon} aria-hidden="true" />
      <div className={css.failureWords}>
        <p className={css.failureTitle}>{t('deleteFailed', { name: name || t('unnamed') })}</p>
        <p className={css.failureText}>{text}</p>
      </div>
      <IconButton size={32} label={t('dismiss')} icon={<X size={16} />} onClick={dismissDeletion} />
    </div>
  )
}
