import { useFormikContext } from 'formik'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sendCompany, typedIn } from '#actions/people/signup.ts'
import { STATES } from '#core/model/people/fields/states.ts'
import type { Refusal } from '#core/model/people/refusal.ts'
import { type Industry, MEDIA_TYPES, REPORT_FORMATS, REPORT_SOURCES } from '#core/model/people/signup.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { visuallyHidden } from '../../theme/hidden.css.ts'
import { CountryField, StateField } from '../fields/PlaceFields.tsx'
import { SelectField } from '../fields/SelectField.tsx'
import { TextField } from '../fields/TextField.tsx'
import { Form } from '../form/Form.tsx'
import { FormBanner } from '../form/FormBanner.tsx'
import { Submit } from '../form/Submit.tsx'
import { Summary } from '../form/Summary.tsx'
import {
  type CompanyValues,
  companyFields,
  companyRules,
  EMPTY_COMPANY,
  EXTRA_REPORT_FORMATS_MAX,
} from './companyRules.ts'
import { KeptTyped } from './KeptTyped.tsx'
import { StepHead, type StepPlace } from './StepHead.tsx'
import * as css from './signup.css.ts'

/** Lists whose values are their words. */
const choicesOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }))
const FORMATS = choicesOf(REPORT_FORMATS)
const SOURCES = choicesOf(REPORT_SOURCES)
const MEDIA = choicesOf(MEDIA_TYPES)

interface Props {
  place: StepPlace
  industry: Industry
  /** What an invited person signs in with from now on; null without an invitation. */
  account: { readonly email: string; readonly password: string } | null
  busy: boolean
  refusal: Refusal | null
  onBack: () => void
}

/** The last step: where they work (SIGNUP-004, SIGNUP-042 to SIGNUP-057). */
export function CompanyForm({ place, industry, account, busy, refusal, onBack }: Props) {
  const { t } = useTranslation(['forms', 'signup'])
  const rules = useMemo(() => companyRules(t, industry), [t, industry])
  const [initial] = useState<CompanyValues>(() => ({ ...EMPTY_COMPANY, ...typedIn('company') }))
  return (
    <div className={css.step}>
      <StepHead place={place} title={t('signup:company.title')} lead={t('signup:company.lead')} />
      <Form
        initial={initial}
        rules={rules}
        busy={busy}
        refusal={refusal}
        summary={Summary}
        onSubmit={async (values) => {
          await sendCompany(companyFields(values, industry), account?.password ?? null)
        }}
      >
        <KeptTyped step="company" />
        {account && (
          // What is sent last is what browsers save: the account belongs into this form as well.
          <div className={visuallyHidden} aria-hidden="true">
            <input type="text" autoComplete="username" tabIndex={-1} value={account.email} readOnly />
            <input type="password" autoComplete="new-password" tabIndex={-1} value={account.password} readOnly />
          </div>
        )}
        <Fields industry={industry} />
        <div className={css.actions}>
          <Button className={css.first} onClick={onBack}>
            {t('signup:back')}
          </Button>
          <Submit>{t('signup:submit')}</Submit>
        </div>
        <FormBanner room={0} />
      </Form>
    </div>
  )
}

function Fields({ industry }: { industry: Industry }) {
  const { t } = useTranslation('signup')
  const { values, setFieldValue } = useFormikContext<CompanyValues>()
  const { country, formats, hasWebsite } = values
  const count = Number(formats)
  const added = useRef<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a field has come
  useEffect(() => {
    // It stands above what asked for it, which may be gone: the keys go on in what was asked for.
    if (added.current) document.getElementsByName(added.current)[0]?.focus()
    added.current = null
  }, [count, hasWebsite])
  const add = (field: string, name: string, value: string | boolean) => {
    added.current = field
    void setFieldValue(name, value)
  }
  return (
    <>
      <TextField name="group_owner" label={t('company.company')} autoComplete="organization" />
      {industry === 'radio' && (
        <div className={css.pair}>
          <TextField name="call_letter" label={t('company.callLetters')} autoComplete="off" />
          <SelectField name="reporting" label={t('company.reporting')} choices={SOURCES} />
        </div>
      )}
      {industry === 'press-publicity-media' && (
        <SelectField name="media_type" label={t('company.mediaType')} choices={MEDIA} optional />
      )}
      <CountryField name="country" label={t('company.country')} />
      <div className={css.pair}>
        <StateField name="state" label={t('company.state')} country={country} optional={!(country in STATES)} />
        <TextField name="city" label={t('company.city')} autoComplete="address-level2" />
      </div>
      <SelectField name="primary_format" label={t('company.primaryFormat')} choices={FORMATS} />
      {count > 0 && (
        <SelectField name="secondary_format" label={t('company.secondaryFormat')} choices={FORMATS} optional />
      )}
      {count > 1 && (
        <SelectField name="additional_format" label={t('company.additionalFormat')} choices={FORMATS} optional />
      )}
      {hasWebsite && (
        <TextField
          name="web_site"
          type="url"
          inputMode="url"
          autoComplete="url"
          label={t('company.website')}
          optional
        />
      )}
      <div className={css.more}>
        {count < EXTRA_REPORT_FORMATS_MAX && (
          <Button
            variant="link"
            size={32}
            onClick={() => add(count === 0 ? 'secondary_format' : 'additional_format', 'formats', String(count + 1))}
          >
            {t('company.addFormat')}
          </Button>
        )}
        {!hasWebsite && (
          <Button variant="link" size={32} onClick={() => add('web_site', 'hasWebsite', true)}>
            {t('company.addWebsite')}
          </Button>
        )}
      </div>
    </>
  )
}
