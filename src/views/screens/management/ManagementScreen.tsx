import '../../i18n/security.ts'
import { useTranslation } from 'react-i18next'
import { AccountRows } from './AccountRows.tsx'
import { MoreMusic } from './MoreMusic.tsx'
import * as css from './management.css.ts'
import { Passkeys } from './Passkeys.tsx'
import { Sessions } from './Sessions.tsx'

/** Where somebody is signed in, and the ways in that are theirs. */
export function ManagementScreen() {
  const { t } = useTranslation('security')
  return (
    <div className={css.scroller}>
      <div className={css.page}>
        <p className={css.lead}>{t('lead')}</p>
        <AccountRows />
        <Passkeys />
        <Sessions />
        <MoreMusic />
      </div>
    </div>
  )
}
