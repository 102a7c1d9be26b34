import '../../i18n/settings.ts'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { askSecurity } from '#actions/people/security.ts'
import { MailsForm } from '../../forms/settings/MailsForm.tsx'
import { Spinner } from '../../kit/graphics/Spinner.tsx'
import { CallFailedScreen } from '../CallFailed.tsx'
import { pageTitle } from '../pageTitle.state.ts'
import * as css from './management.css.ts'
import { useAsked } from './useAsked.ts'

/** Where the mails about new releases lead whoever wants fewer of them. */
export function EmailScreen() {
  const { t } = useTranslation('settings')
  const { value, refusal, ask } = useAsked(() => askSecurity('mailChoices', null))
  const title = t('mails.title')
  useEffect(() => {
    pageTitle.value = title
    return () => {
      pageTitle.value = ''
    }
  }, [title])
  return (
    <div className={css.scroller}>
      <div className={css.page} aria-busy={value === null && refusal === null}>
        <h1 className={css.title}>{title}</h1>
        <p className={css.lead}>{t('mails.lead')}</p>
        {value === null && refusal !== null && <CallFailedScreen refusal={refusal} onRetry={() => void ask()} />}
        {value === null && refusal === null && (
          <p className={css.waiting}>
            <Spinner />
            <span>{t('mails.loading')}</span>
          </p>
        )}
        {value !== null && <MailsForm {...value} />}
      </div>
    </div>
  )
}
