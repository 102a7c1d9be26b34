import '../../i18n/sharing.ts'
import { effect, signal } from '@preact/signals-react'
import { CircleCheck } from 'lucide-react'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as yup from 'yup'
import { dismissSharing, nameMessage, writeToSupport } from '#actions/people/sharing.ts'
import { SUPPORT_MESSAGE } from '#core/model/people/fields/fieldRules.ts'
import { claims, supportEmail } from '#projections/session.ts'
import { sharing } from '#projections/sharing.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { CountedField } from '../fields/CountedField.tsx'
import { useFormField } from '../fields/useFormField.ts'
import { Form } from '../form/Form.tsx'
import { FormBanner } from '../form/FormBanner.tsx'
import { text } from '../form/rules.ts'
import { Submit } from '../form/Submit.tsx'
import * as css from './support.css.ts'
import { useTold } from './useMessage.ts'

interface Draft {
  /** Whose it is: nobody else who signs in on this page sees it. */
  readonly playerid: string | null
  readonly message: string
  /** What was sent last, and the id of its request; the same words go out under the same id. */
  readonly sent: { readonly id: string; readonly message: string } | null
}

const NONE: Draft = { playerid: null, message: '', sent: null }
/** Kept while the panel is closed, which a press beside it does. */
const draft = signal<Draft>(NONE, { name: 'supportDraft' })

// A session that ends takes its answer along: what was sent would stand there again as if it was not.
effect(() => {
  const { sent } = draft.value
  if (sent && sent.message !== '' && sharing(sent.id).value?.status === 'sent')
    draft.value = { ...draft.peek(), message: '', sent: { ...sent, message: '' } }
})

/** A message to support, whose answer comes by mail (D-067). */
export function SupportForm() {
  const { t } = useTranslation('sharing')
  const who = useSignalValue(claims)
  const support = useSignalValue(supportEmail)
  const playerid = who?.playerid ?? null
  if (draft.peek().playerid !== playerid) draft.value = { ...NONE, playerid }
  const { sent } = useSignalValue(draft)
  const request = useSignalValue(useMemo(() => sharing(sent?.id ?? ''), [sent]))
  const email = who?.email ?? ''
  const isSent = request?.status === 'sent'
  const body = useRef<HTMLDivElement>(null)
  // What was pressed went with what it stood in.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each takes the place of the other
  useLayoutEffect(() => {
    if (document.activeElement === document.body)
      body.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true })
  }, [isSent])
  return (
    <div ref={body} className={css.body}>
      {isSent ? (
        <Sent email={email} onAgain={() => startAnew(playerid)} />
      ) : (
        <>
          <p className={css.text}>{t('support.text', { email })}</p>
          <Writing busy={request?.status === 'waiting'} refusal={request?.refusal ?? null} />
        </>
      )}
      <p className={css.mail}>
        {t('support.mail')}{' '}
        <a className={css.mailLink} href={`mailto:${support}`}>
          {support}
        </a>
      </p>
    </div>
  )
}

function startAnew(playerid: string | null): void {
  const { sent } = draft.peek()
  if (sent) dismissSharing(sent.id)
  draft.value = { ...NONE, playerid }
}

function send(message: string): void {
  const { sent } = draft.peek()
  const isSame = sent?.message === message
  if (sent && !isSame) dismissSharing(sent.id)
  const id = isSame ? sent.id : nameMessage()
  draft.value = { ...draft.peek(), message, sent: { id, message } }
  writeToSupport(id, message)
}

function Writing({ busy, refusal }: { busy: boolean; refusal: Parameters<typeof useTold>[0] }) {
  const { t } = useTranslation(['sharing', 'forms'])
  const told = useTold(refusal, refusal?.message || t('support.failed'))
  const [initial] = useState(() => ({ message: draft.peek().message }))
  const rules = useMemo(() => {
    const missing = t('support.required')
    const long = t('forms:long', { count: SUPPORT_MESSAGE.max })
    return yup.object({ message: text(SUPPORT_MESSAGE, { missing, long, wrong: missing }) })
  }, [t])
  return (
    <Form
      initial={initial}
      rules={rules}
      busy={busy}
      refusal={told}
      waitsFor={[]}
      onSubmit={({ message }) => send(message)}
    >
      <CountedField name="message" label={t('support.message')} rule={SUPPORT_MESSAGE} multiline data-autofocus="" />
      <Kept />
      <FormBanner room={0} failed={{ title: t('support.failedTitle'), body: t('support.failed') }} />
      <div className={css.submit}>
        <Submit>{t('support.submit')}</Submit>
      </div>
    </Form>
  )
}

/** Keeps what is typed. */
function Kept() {
  const { value } = useFormField('message')
  useEffect(() => {
    draft.value = { ...draft.peek(), message: value }
  }, [value])
  return null
}

function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const { t } = useTranslation('sharing')
  return (
    <>
      {/* It comes with its words in it, which alone is not spoken. */}
      <div role="status" tabIndex={-1} data-autofocus="" className={css.sent}>
        <CircleCheck size={20} strokeWidth={1.75} className={css.sentSign} aria-hidden="true" />
        <div>
          <p className={css.sentTitle}>{t('support.sent')}</p>
          <p className={css.sentText}>{t('support.sentText', { email })}</p>
        </div>
      </div>
      <Button size={36} onClick={onAgain}>
        {t('support.another')}
      </Button>
    </>
  )
}
