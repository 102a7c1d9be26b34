import { useTranslation } from 'react-i18next'
import { Button } from '../../kit/controls/Button.tsx'
import * as page from '../page.css.ts'
import { signOutOpen } from './account.state.ts'

/** `/settings/logout`: the end of the session of this browser. */
export function LogoutScreen() {
  const { t } = useTranslation('account')
  return (
    <div className={page.scroller}>
      <div className={page.page}>
        <p className={page.lead}>{t('logout.text')}</p>
        <div className={page.actions}>
          <Button
            onClick={() => {
              signOutOpen.value = true
            }}
          >
            {t('logout.action')}
          </Button>
        </div>
      </div>
    </div>
  )
}
