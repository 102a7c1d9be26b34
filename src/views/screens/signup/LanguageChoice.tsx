import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { chooseSignUpLanguage } from '#actions/people/signup.ts'
import type { Language } from '#core/model/people/signupWizard.ts'
import { codeName } from '../../kit/codeName.ts'
import * as css from './SignUp.css.ts'

/** The language of the account and its mails, out of those the server has (SIGNUP-012). */
export function LanguageChoice({ languages, chosen }: { languages: readonly Language[]; chosen: string }) {
  const { t } = useTranslation('signup')
  // What is sent is what is shown, whether the server lists it or not.
  const isListed = languages.some(({ code }) => code === chosen)
  const own = { name: codeName('language', chosen, chosen), code: chosen }
  return (
    <span className={css.languageBox}>
      <select
        aria-label={t('language')}
        value={chosen}
        onChange={(event) => chooseSignUpLanguage(event.currentTarget.value)}
        className={css.language}
      >
        {(isListed ? languages : [own, ...languages]).map(({ name, code }) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDown size={16} strokeWidth={1.75} className={css.arrow} aria-hidden="true" />
    </span>
  )
}
