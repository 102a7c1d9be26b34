import { ExternalLink } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { REQUEST_CONTENT_URL } from '#core/model/constants.ts'
import { Button } from '../../kit/controls/Button.tsx'
import * as css from './management.css.ts'

/** Where somebody says what they miss (ACCOUNT-008, ACCOUNT-009). */
export function MoreMusic() {
  const { t } = useTranslation('security')
  return (
    <aside className={css.banner} aria-label={t('more.title')}>
      <div className={css.words}>
        <p className={css.bannerTitle}>{t('more.title')}</p>
        <p className={css.more}>{t('more.text')}</p>
      </div>
      <Button
        icon={<ExternalLink size={16} strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => void window.open(REQUEST_CONTENT_URL, '_blank', 'noopener')}
      >
        {t('more.action')}
      </Button>
    </aside>
  )
}
