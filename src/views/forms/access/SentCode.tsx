import '../../i18n/access.ts'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as yup from 'yup'
import { sendLinkCode } from '#actions/people/access.ts'
import { CODE } from '#core/model/people/fields/fieldRules.ts'
import type { Refusal } from '#core/model/people/refusal.ts'
import { CodeField } from '../fields/CodeField.tsx'
import { Again } from '../form/Again.tsx'
import { Form } from '../form/Form.tsx'
import { FormBanner } from '../form/FormBanner.tsx'
import { Notice } from '../form/Notice.tsx'
import { text } from '../form/rules.ts'
import { Submit } from '../form/Submit.tsx'
import * as css from './access.css.ts'
import { useAccess, useAnother } from './useAccess.ts'

const EMPTY = { code: '' }
/** After too many tries no other code may be tried either: they are counted by the address (H-016). */
const FOR_ALL = [] as const
/** After too many mails another code may be tried at once. */
const FOR_MAILS = ['code'] as const

interface Props {
  email: string
  publicDevice: boolean
  onResend: () => Promise<void>
  children: ReactNode
}

/**
 * After a magic link was asked for: the mail holds a code as well, for the page that asked. So the mail may be opened
 * elsewhere, and nothing is spent by who only looks at it (SIGNIN-010 to SIGNIN-012, D-162).
 */
export function SentCode({ email, publicDevice, onResend, children }: Props) {
  const { t } = useTranslation(['access', 'forms'])
  const { busy, refusal } = useAccess()
  const [again, setAgain] = useAnother()
  /** Whether a code was sent last, and not another one asked for. */
  const [isTried, setTried] = useState(false)
  /** Another was asked for and the vault is gone: as the form says of what it sends itself. */
  const [unasked, setUnasked] = useState<Refusal | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // What was pressed is gone.
  useEffect(() => heading.current?.focus(), [])
  const rules = useMemo(() => {
    const length = t('magic.codeLength')
    return yup.object({ code: text(CODE, { missing: t('magic.codeMissing'), long: length, wrong: length }) })
  }, [t])
  return (
    <div className={css.body}>
      <h1 ref={heading} tabIndex={-1} className={css.title}>
        {t('magic.sentTitle')}
      </h1>
      <p className={css.lead}>{t('magic.sent', { email })}</p>
      {again === 'sent' && <Notice kind="success" title={t('magic.resent')} body={t('magic.resentText')} />}
      <Form
        initial={EMPTY}
        rules={rules}
        busy={busy}
        refusal={unasked ?? refusal}
        waitsFor={isTried ? FOR_ALL : FOR_MAILS}
        onSubmit={({ code }) => {
          setAgain('none')
          setUnasked(null)
          setTried(true)
          return sendLinkCode(email, code, publicDevice)
        }}
      >
        <CodeField name="code" label={t('magic.code')} />
        <Again
          onAsk={() => {
            setAgain('asked')
            setUnasked(null)
            setTried(false)
            onResend().catch(() => setUnasked({ code: 'NONE', message: '' }))
          }}
          ask={t('resend')}
          wait={(time) => t('magic.in', { time })}
        />
        <Submit wide>{t('magic.enter')}</Submit>
        <div className={css.actions}>{children}</div>
        <FormBanner room={100} />
      </Form>
    </div>
  )
}
