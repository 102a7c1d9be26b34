import * as yup from 'yup'
import { COUNTRIES } from '#core/model/people/fields/countries.ts'
import { CALL_LETTERS, CITY, COMPANY, REGION, WEBSITE } from '#core/model/people/fields/fieldRules.ts'
import { type Industry, MEDIA_TYPES, REPORT_FORMATS, REPORT_SOURCES } from '#core/model/people/signup.ts'
import type { CompanyFields } from '#core/model/people/signupWizard.ts'
import { region } from '../fields/region.ts'
import { choice, text } from '../form/rules.ts'
import { neededChoice, neededWords, type Words } from './aboutRules.ts'

/** Formats besides the first (SIGNUP-054). */
export const EXTRA_REPORT_FORMATS_MAX = 2

export const EMPTY_COMPANY = {
  group_owner: '',
  call_letter: '',
  reporting: '',
  country: '',
  state: '',
  city: '',
  media_type: '',
  primary_format: '',
  secondary_format: '',
  additional_format: '',
  web_site: '',
  /** How many further formats are shown, and whether a website is. */
  formats: '0',
  hasWebsite: false,
}
export type CompanyValues = typeof EMPTY_COMPANY

/** Rules of the last step (SIGNUP-043 to SIGNUP-057). */
export function companyRules(t: Words, industry: Industry) {
  const isRadio = industry === 'radio'
  const radioCall = { ...CALL_LETTERS, needed: true }
  const fromList = t('fromList')
  const open = (codes: readonly string[]) => choice(codes, { missing: null, wrong: fromList })
  return yup.object({
    group_owner: text(COMPANY, neededWords(t, COMPANY)),
    // Of another industry what was typed stays, unseen: nobody could mend it.
    call_letter: isRadio ? text(radioCall, neededWords(t, radioCall)) : yup.string().defined(),
    reporting: isRadio ? neededChoice(t, REPORT_SOURCES) : yup.string().defined(),
    country: neededChoice(t, COUNTRIES),
    state: region({ missing: t('required'), wrong: fromList, long: t('long', { count: REGION.max }) }),
    city: text(CITY, neededWords(t, CITY)),
    media_type: open(MEDIA_TYPES),
    primary_format: neededChoice(t, REPORT_FORMATS),
    secondary_format: open(REPORT_FORMATS),
    additional_format: open(REPORT_FORMATS),
    web_site: text(WEBSITE, { missing: '', long: t('long', { count: WEBSITE.max }), wrong: t('url') }),
    formats: yup.string().defined(),
    hasWebsite: yup.boolean().defined(),
  })
}

/** What is sent of it: what was shown and holds something (D-027). */
export function companyFields(values: CompanyValues, industry: Industry): CompanyFields {
  const { group_owner, country, city, primary_format, state, hasWebsite, formats } = values
  const given = (name: string, value: string, isShown: boolean) => (isShown && value !== '' ? { [name]: value } : {})
  const isRadio = industry === 'radio'
  return {
    group_owner,
    country,
    city,
    primary_format,
    ...given('state', state, true),
    ...given('call_letter', values.call_letter, isRadio),
    ...given('reporting', values.reporting, isRadio),
    ...given('media_type', values.media_type, industry === 'press-publicity-media'),
    ...given('secondary_format', values.secondary_format, Number(formats) > 0),
    ...given('additional_format', values.additional_format, Number(formats) > 1),
    ...given('web_site', values.web_site, hasWebsite),
  }
}
