import { useTranslation } from 'react-i18next'
import { saveProfile } from '#actions/people/profile.ts'
import { choosePreferredFormat } from '#actions/settings.ts'
import type { AudioFormat } from '#core/model/catalogue/release.ts'
import { profile } from '#projections/profile.ts'
import { LeavingButton } from '../../kit/overlays/LeavingButton.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import './lateWords.ts'
import * as css from './Downloads.css.ts'

/** On this device at once, and in the account, from where other devices take it. */
export function chooseFormat(format: AudioFormat): void {
  choosePreferredFormat(format)
  saveProfile({ format })
}

/** The chosen format could not be saved: it stays as chosen, and can be saved again (H-051). */
export function UnsavedFormat() {
  const { t } = useTranslation('downloadSettings')
  const unsaved = useSignalValue(profile)?.unsavedFormat
  if (!unsaved?.isRefused) return null
  return (
    <div role="alert" className={css.setting}>
      <div className={css.settingWords}>
        <span className={css.settingName}>{t('formatUnsaved')}</span>
        <span className={css.settingHint}>{t('formatUnsavedHint')}</span>
      </div>
      <LeavingButton size={32} onClick={() => chooseFormat(unsaved.format)}>
        {t('formatAgain')}
      </LeavingButton>
    </div>
  )
}
