import * as css from '../page.css.ts'
import { EmailSettings } from './EmailSettings.tsx'
import * as own from './settings.css.ts'

/** `/settings/email`: where the mails about new releases lead whoever wants fewer of them (SETTINGS-001). */
export function EmailScreen() {
  return (
    <div className={css.scroller}>
      <div className={`${css.page} ${own.sections}`}>
        <EmailSettings />
      </div>
    </div>
  )
}
