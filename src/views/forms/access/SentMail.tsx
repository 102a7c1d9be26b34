import '../../i18n/access.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import * as yup from 'yup'
import { Form } from '../form/Form.tsx'
import { FormBanner } from '../form/FormBanner.tsx'
import { Notice } from '../form/Notice.tsx'
import { Submit } from '../form/Submit.tsx'
import * as css from './access.css.ts'
import { useAccess, useAnother } from './useAccess.ts'

const NOTHING = {}
const NO_RULES = yup.object({})

interface Props {
  title: string
  /** Names the address. */
  text: string
  /** Said after another mail was sent. */
  resent: string
  onResend: () => void | Promise<void>
  /** Why it was needed. */
  above?: ReactNode
  children: ReactNode
}

/** After a mail was asked for: where it went, another one, and what else can be done. */
export function SentMail({ title, text, resent, onResend, above, children }: Props) {
  const { t } = useTranslation('access')
  const { busy, refusal } = useAccess()
  const [again, setAgain] = useAnother()
  const heading = useRef<HTMLHeadingElement>(null)
  // What was pressed is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={css.body}>
      {above}
      <h1 ref={heading} tabIndex={-1} className={css.title}>
        {title}
      </h1>
      <p className={css.lead}>{text}</p>
      {again === 'sent' && <Notice kind="success" title={resent} body={t('resentText')} />}
      <Form
        initial={NOTHING}
        rules={NO_RULES}
        busy={busy}
        refusal={refusal}
        onSubmit={() => {
          setAgain('asked')
          return onResend()
        }}
      >
        <Submit wide secondary>
          {t('resend')}
        </Submit>
        <div className={css.actions}>{children}</div>
        <FormBanner room={100} />
      </Form>
    </div>
  )
}
