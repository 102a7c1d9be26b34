import { CircleAlert, X } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { dismissDeletion } from '#actions/people/connections.ts'
import { outcomeOf, type Refusal } from '#core/model/people/refusal.ts'
import { isolated } from '#core/model/text/direction.ts'
import { timeWords } from '../../forms/form/timeWords.ts'
import { IconButton } from '../../kit/controls/Button.tsx'
import { useFocusOnLeave } from '../../kit/useFocusOnLeave.ts'
import * as css from './network.css.ts'

interface Props {
  failure: Refusal & { readonly names: readonly string[] }
}

const listed = new Intl.ListFormat('en')

/** Connections that were not deleted are in the list again, and why the last one was not is said above it (NETWORK-007). */
export function DeletionFailed({ failure: { names, code, message, retryAfterMs } }: Props) {
  const { t, i18n } = useTranslation('network')
  const box = useRef<HTMLDivElement>(null)
  // Its button goes with its press.
  useFocusOnLeave(box, (one) => one.closest('main'))
  const text = () => {
    if (outcomeOf({ code }) === 'unknown') return t('deleteUnanswered')
    if (retryAfterMs === undefined) return message || t('deleteFailedText')
    return t('deleteLater', { time: timeWords(Math.ceil(retryAfterMs / 1000), i18n.language) })
  }
  return (
    <div ref={box} role="alert" className={css.failure}>
      <CircleAlert size={20} strokeWidth={1.75} className={css.failureIcon} aria-hidden="true" />
      <div className={css.failureWords}>
        <p className={css.failureTitle}>
          {t('deleteFailed', {
            count: names.length,
            name: listed.format(names.map((name) => isolated(name) || t('unnamed'))),
          })}
        </p>
        <p className={css.failureText}>{text()}</p>
      </div>
      <IconButton size={32} label={t('dismiss')} icon={<X size={16} />} onClick={dismissDeletion} />
    </div>
  )
}
