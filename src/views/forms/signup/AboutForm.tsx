import { useFormikContext } from 'formik'
import { type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { sendAboutYou, typedIn } from '#actions/people/signup.ts'
import { TERMS_URL } from '#core/model/constants.ts'
import { brokenPasswordRules } from '#core/model/people/fields/password.ts'
import type { Refusal } from '#core/model/people/refusal.ts'
import { Industry, Role } from '#core/model/people/signup.ts'
import type { AboutYou, Invited } from '#core/model/people/signupWizard.ts'
import { CheckField } from '../fields/CheckField.tsx'
import { NewPasswordField } from '../fields/NewPasswordField.tsx'
import { PasswordField } from '../fields/PasswordField.tsx'
import { ReadOnlyField } from '../fields/ReadOnlyField.tsx'
import { SelectField } from '../fields/SelectField.tsx'
import { TextField } from '../fields/TextField.tsx'
import { Form } from '../form/Form.tsx'
import { FormBanner } from '../form/FormBanner.tsx'
import { Submit } from '../form/Submit.tsx'
import { Summary } from '../form/Summary.tsx'
import { aboutRules } from './aboutRules.ts'
import { KeptTyped } from './KeptTyped.tsx'
import { StepHead, type StepPlace } from './StepHead.tsx'
import * as css from './signup.css.ts'

/** Tries are counted by address. */
const WAITS_FOR = ['email'] as const
const EMPTY = {
  first_name: '',
  last_name: '',
  email: '',
  industry: '',
  role: '',
  phone: '',
  hasAcceptedTerms: false,
  password: '',
  confirm_password: '',
}
const TERMS: Refusal = { code: 'TERMS_NOT_ACCEPTED', message: '' }

interface Props {
  place: StepPlace
  busy: boolean
  refusal: Refusal | null
  invitation: Invited | null
  /** What was chosen before on this page, or empty. */
  password: string
  /** @param requestId names what was sent; `password` is empty without an invitation */
  onSent: (requestId: string, password: string) => void
}

/** Step one: who it is (SIGNUP-002, SIGNUP-022 to SIGNUP-035). */
export function AboutForm({ place, busy, refusal, invitation, password, onSent }: Props) {
  const { t } = useTranslation(['forms', 'signup'])
  const isInvited = invitation !== null
  const rules = useMemo(() => aboutRules(t, isInvited), [t, isInvited])
  const [withoutTerms, setWithoutTerms] = useState(false)
  const [initial] = useState(() => ({
    ...EMPTY,
    ...typedIn('about'),
    ...(invitation ? { email: invitation.email } : {}),
    password,
    confirm_password: password,
  }))
  /** Whatever else is wrong, terms that are not accepted are said above it all (SIGNUP-029). */
  const look = ({ currentTarget }: SubmitEvent<HTMLDivElement>) => {
    const box = currentTarget.querySelector<HTMLInputElement>('input[name="hasAcceptedTerms"]')
    setWithoutTerms(box?.checked === false)
  }
  const send = ({ password: chosen, confirm_password: _, ...about }: typeof EMPTY) =>
    onSent(sendAboutYou(about as AboutYou), chosen)
  return (
    <div className={css.step} onSubmitCapture={look}>
      <StepHead
        place={place}
        title={t('signup:about.title')}
        lead={invitation ? t('signup:about.invited', { inviter: invitation.inviter_email }) : t('signup:about.lead')}
      />
      <Form
        initial={initial}
        rules={rules}
        busy={busy}
        refusal={withoutTerms ? TERMS : refusal}
        waitsFor={WAITS_FOR}
        summary={Summary}
        onEdit={() => setWithoutTerms(false)}
        onSubmit={send}
      >
        <KeptTyped step="about" />
        <div className={css.over}>
          <FormBanner room={0} />
        </div>
        <Fields invitation={invitation} />
      </Form>
      <p className={css.aside}>
        {t('signup:haveAccount')}{' '}
        <Link to="/" className={css.asideLink}>
          {t('signup:signIn')}
        </Link>
      </p>
    </div>
  )
}

function Fields({ invitation }: { invitation: Invited | null }) {
  const { t } = useTranslation(['forms', 'signup'])
  const { values, setFieldValue } = useFormikContext<typeof EMPTY>()
  const { industry, role } = values
  // The role follows the industry until it is another one (D-019).
  const preset = useRef(industry)
  useEffect(() => {
    const before = roleOf(preset.current)
    preset.current = industry
    if (industry !== '' && (role === '' || role === before) && role !== roleOf(industry))
      void setFieldValue('role', roleOf(industry))
  }, [industry, role, setFieldValue])
  const isHeld = invitation !== null && brokenPasswordRules(values.password).length > 0
  return (
    <>
      <div className={css.pair}>
        <TextField name="first_name" label={t('signup:about.firstName')} autoComplete="given-name" />
        <TextField name="last_name" label={t('signup:about.lastName')} autoComplete="family-name" />
      </div>
      {invitation ? (
        <>
          <ReadOnlyField label={t('signup:about.email')} value={invitation.email} autoComplete="username" />
          <NewPasswordField name="password" label={t('signup:about.password')} show={t('signup:about.showPassword')} />
          <PasswordField
            name="confirm_password"
            label={t('signup:about.confirmPassword')}
            show={t('signup:about.showConfirm')}
            autoComplete="new-password"
          />
        </>
      ) : (
        <TextField name="email" type="email" inputMode="email" autoComplete="email" label={t('signup:about.email')} />
      )}
      <div className={css.pair}>
        <SelectField
          name="industry"
          label={t('signup:about.industry')}
          choices={Industry.options.map((value) => ({ value, label: t(`signup:industry.${value}`) }))}
        />
        <SelectField
          name="role"
          label={t('signup:about.role')}
          choices={Role.options.map((value) => ({ value, label: t(`signup:role.${value}`) }))}
        />
      </div>
      <TextField
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        label={t('signup:about.phone')}
        hint={t('signup:about.phoneHint')}
      />
      <CheckField name="hasAcceptedTerms" label={t('signup:about.terms')} />
      <a className={css.termsLink} href={TERMS_URL} target="_blank" rel="noopener noreferrer">
        {t('signup:about.readTerms')}
      </a>
      <div className={css.actions}>
        <Submit reason={isHeld ? t('signup:about.rulesUnmet') : undefined}>{t('signup:next')}</Submit>
      </div>
    </>
  )
}

/** What an industry presets. */
function roleOf(industry: string): string {
  return industry === 'press-publicity-media' ? 'press' : industry
}
