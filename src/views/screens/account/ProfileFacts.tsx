import { useTranslation } from 'react-i18next'
import { STATES } from '#core/model/people/fields/states.ts'
import type { Profile } from '#core/model/people/profile.ts'
import { PROFILE_FIELDS, type ProfileField } from '../../forms/profile/profileRules.ts'
import { codeName } from '../../kit/codeName.ts'
import { cx } from '../../theme/cx.ts'
import * as css from './profile.css.ts'

/** The profile to read. Codes are said by their names. */
export function ProfileFacts({ profile }: { profile: Profile }) {
  const { t, i18n } = useTranslation('account')
  const shown = (field: ProfileField): string => {
    const value = profile[field]
    if (value === '') return ''
    if (field === 'country') return codeName('region', value, i18n.language)
    if (field === 'language') return codeName('language', value, i18n.language)
    return field === 'state' ? (STATES[profile.country]?.[value] ?? value) : value
  }
  return (
    <dl className={css.facts}>
      {PROFILE_FIELDS.map((field) => {
        const text = shown(field)
        return (
          <div key={field} className={css.fact}>
            <dt className={css.term}>{t(`profile.${field}`)}</dt>
            <dd className={cx(css.value, text === '' && css.none)}>{text || t('profile.none')}</dd>
          </div>
        )
      })}
    </dl>
  )
}
