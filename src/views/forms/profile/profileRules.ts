import type { TFunction } from 'i18next'
import * as yup from 'yup'
import { COUNTRIES } from '#core/model/people/fields/countries.ts'
import { CITY, COMPANY, LANGUAGE, NAME, PHONE, REGION, WEBSITE } from '#core/model/people/fields/fieldRules.ts'
import type { Profile } from '#core/model/people/profile.ts'
import { optional, type TextRule } from '#core/model/text/textRule.ts'
import { region } from '../fields/region.ts'
import { choice, text } from '../form/rules.ts'

/** The fields the form has, in its order. */
export const PROFILE_FIELDS = [
  'firstname',
  'lastname',
  'title',
  'company',
  'country',
  'state',
  'city',
  'language',
  'phone',
  'website',
] as const
export type ProfileField = (typeof PROFILE_FIELDS)[number]
export type ProfileValues = Record<ProfileField, string>

/** What the form begins with. */
export const valuesOf = (profile: Profile): ProfileValues =>
  Object.fromEntries(PROFILE_FIELDS.map((name) => [name, profile[name]])) as ProfileValues

/**
 * What of the values is another than it was.
 * @param lost fields of saves without an answer: nobody knows what they are now, so they are saved whatever they hold
 */
export const editsOf = (
  before: ProfileValues,
  after: ProfileValues,
  lost: ReadonlySet<string>,
): Partial<ProfileValues> =>
  Object.fromEntries(
    PROFILE_FIELDS.filter((name) => before[name] !== after[name] || lost.has(name)).map((name) => [name, after[name]]),
  )

/** Rules of the profile (PROFILE-011 to PROFILE-018); the server has the same. */
export function profileRules(t: TFunction<'forms'>) {
  const missing = t('mandatory')
  const words = ({ max }: TextRule, wrong = '') => ({ missing, long: t('long', { count: max }), wrong })
  return yup.object({
    firstname: text(NAME, words(NAME)),
    lastname: text(NAME, words(NAME)),
    title: text(NAME, words(NAME)),
    company: text(optional(COMPANY), words(COMPANY)),
    country: choice(COUNTRIES, { missing, wrong: missing }),
    state: region({ missing, wrong: t('fromList'), long: t('long', { count: REGION.max }) }),
    city: text(optional(CITY), words(CITY)),
    language: text(optional(LANGUAGE), words(LANGUAGE)),
    phone: text(optional(PHONE), words(PHONE, t('profilePhone'))),
    website: text(WEBSITE, words(WEBSITE, t('profileUrl'))),
  })
}
