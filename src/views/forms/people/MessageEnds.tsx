// How a form of a message begins and ends.
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../kit/controls/Button.tsx'
import { FormBanner } from '../form/FormBanner.tsx'
import { Submit } from '../form/Submit.tsx'
import * as css from './people.css.ts'

/** @param id names the form by its title */
export function MessageHead({ id, title, onClose }: { id: string; title: string; onClose: () => void }) {
  const { t } = useTranslation('common')
  return (
    <div className={css.head}>
      <h2 id={id} className={css.title}>
        {title}
      </h2>
      <IconButton label={t('close')} icon={<X size={20} strokeWidth={1.75} />} onClick={onClose} />
    </div>
  )
}

/** Why it was not sent, and what closes or sends it. */
export function MessageEnd({ of, onClose }: { of: 'share' | 'contact'; onClose: () => void }) {
  const { t } = useTranslation(['sharing', 'common'])
  return (
    <>
      <FormBanner room={0} failed={{ title: t(`${of}.failedTitle`), body: t(`${of}.failed`) }} />
      <div className={css.actions}>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        <Submit>{t(`${of}.submit`)}</Submit>
      </div>
    </>
  )
}
