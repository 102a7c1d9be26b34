import '../../i18n/demo.ts'
import { useFormikContext } from 'formik'
import { type MouseEvent, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { askSecurity } from '#actions/people/security.ts'
import type { DemoAccounts as Accounts } from '#core/model/people/demoAccounts.ts'
import { useForm } from '../form/state.ts'
import * as css from './demo.css.ts'

/**
 * The accounts of a demo, each of which fills the form it stands in. Only the server of a demo has any; asked of another,
 * it shows nothing. It lies over the wall of covers, on a phone below the form: nothing moves when it comes.
 */
export function DemoAccounts() {
  const [demo, setDemo] = useState<Accounts | null>(null)
  useEffect(() => {
    let gone = false
    void askSecurity('demoAccounts', null).then((answer) => {
      if (!gone && answer.ok) setDemo(answer.value)
    })
    return () => {
      gone = true
    }
  }, [])
  return demo && demo.accounts.length > 0 ? <Strip {...demo} /> : null
}

function Strip({ password, accounts }: Accounts) {
  const { t } = useTranslation('demo')
  const { setValues } = useFormikContext<{ email: string; password: string }>()
  const { waiting, say } = useForm()
  const id = useId()
  const fill = ({ email, name }: Accounts['accounts'][number], { currentTarget }: MouseEvent<HTMLButtonElement>) => {
    if (waiting) return
    void setValues((held) => ({ ...held, email, password }))
    say(t('filled', { name }))
    currentTarget.form?.querySelector<HTMLButtonElement>('button[type=submit]')?.focus()
  }
  return (
    <section className={css.strip} aria-labelledby={id}>
      <div className={css.head}>
        <h2 id={id} className={css.title}>
          {t('title')}
        </h2>
        <p className={css.lead}>{t('lead')}</p>
      </div>
      <ul className={css.list}>
        {accounts.map((account) => (
          <li key={account.email}>
            <button type="button" className={css.account} onClick={(event) => fill(account, event)}>
              <span className={css.initials} aria-hidden="true" data-initials={initialsOf(account.name)} />
              <span className={css.words}>
                <span className={css.name}>{account.name}</span>
                <span className={css.kind}>{t(`kind.${account.kind}`)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** First letters of the first and the last name. */
const initialsOf = (name: string) =>
  [name.split(' ').at(0), name.split(' ').at(-1)].map((part) => part?.charAt(0) ?? '').join('')
