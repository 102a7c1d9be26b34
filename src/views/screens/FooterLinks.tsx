import '../i18n/forms.ts'
import { useTranslation } from 'react-i18next'
import { COMPANY_URL, PRIVACY_URL, SUPPORT_URL } from '#core/model/constants.ts'
import * as css from './FooterLinks.css.ts'

const LINKS = [
  ['support', SUPPORT_URL],
  ['privacy', PRIVACY_URL],
  ['company', COMPANY_URL],
] as const

/** Support, privacy and company, each in a new tab (D-068). */
export function FooterLinks() {
  const { t } = useTranslation('forms')
  return (
    <footer className={css.links}>
      {LINKS.map(([name, href]) => (
        <a key={name} className={css.link} href={href} target="_blank" rel="noopener noreferrer">
          {t(`footer.${name}`)}
        </a>
      ))}
    </footer>
  )
}
