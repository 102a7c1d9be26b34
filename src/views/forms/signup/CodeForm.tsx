import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as yup from 'yup'
import { askForCode, sendCode } from '#actions/people/signup.ts'
import { CODE } from '#core/model/people/fields/fieldRules.ts'
import type { Refusal } from '#core/model/people/refusal.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { CodeField } from '../fields/CodeField.tsx'
import { ReadOnlyField } from '../fields/ReadOnlyField.tsx'
import { Again } from '../form/Again.tsx'
import { Form } from '../form/Form.tsx'
import { FormBanner } from '../form/FormBanner.tsx'
import { text } from '../form/rules.ts'
import { Submit } from '../form/Submit.tsx'
import { StepHead, type StepPlace } from './StepHead.tsx'
import * as css from './signup.css.ts'

const EMPTY = { code: '' }
/** After too many tries no other code may be tried either: they are counted by the address (H-016). */
const FOR_ALL = [] as const
/** After too many mails another code may be tried at once. */
const FOR_MAILS = ['code'] as const

interface Props {
  place: StepPlace
  email: string
  /** The address is proved already. */
  isVerified: boolean
  /** When the last code went out, ms since 1970. */
  sentAt: number
  busy: boolean
  refusal: Refusal | null
  onSent: (requestId: string) => void
  onNext: () => void
  onBack: () => void
}

/** Step two: the digits out of the mail (SIGNUP-003, SIGNUP-037 to SIGNUP-041). */
export function CodeForm({ place, email, isVerified, sentAt, busy, refusal, onSent, onNext, onBack }: Props) {
  const { t } = useTranslation(['forms', 'signup'])
  const rules = useMemo(() => {
    const length = t('signup:code.length')
    return yup.object({ code: text(CODE, { missing: t('signup:code.missing'), long: length, wrong: length }) })
  }, [t])
  /** Whether a code was sent last, and not another one asked for. */
  const [isTried, setTried] = useState(false)
  const key = isVerified ? 'verified' : 'lead'
  return (
    <div className={css.step}>
      <StepHead place={place} title={t('signup:code.title')} lead={t(`signup:code.${key}`, { email })} />
      {isVerified ? (
        <div className={css.actions}>
          <Button className={css.first} onClick={onBack}>
            {t('signup:back')}
          </Button>
          <Button variant="primary" onClick={onNext}>
            {t('signup:next')}
          </Button>
        </div>
      ) : (
        <Form
          initial={EMPTY}
          rules={rules}
          busy={busy}
          refusal={refusal}
          waitsFor={isTried ? FOR_ALL : FOR_MAILS}
          onSubmit={async ({ code }) => {
            setTried(true)
            onSent(await sendCode(code))
          }}
        >
          <ReadOnlyField label={t('signup:about.email')} value={email} autoComplete="username" />
          <CodeField name="code" label={t('signup:code.label')} />
          <Again
            sentAt={sentAt}
            onAsk={() => {
              setTried(false)
              askForCode()
            }}
            ask={t('signup:code.again')}
            sent={t('signup:code.sent')}
            wait={(time) => t('signup:code.in', { time })}
          />
          <p className={css.aside}>{t('signup:code.spam')}</p>
          <div className={css.actions}>
            <Button className={css.first} onClick={onBack}>
              {t('signup:back')}
            </Button>
            <Submit>{t('signup:next')}</Submit>
          </div>
          <FormBanner room={84} />
        </Form>
      )}
    </div>
  )
}
