/**
 * The rules of what people type about themselves and to others: one of each, for forms and for the server. Those of
 * playlists stand in `playlists/playlistRules.ts`, those of passwords in `password.ts`, that of addresses in `email.ts`.
 */
import { VERIFICATION_CODE_LENGTH } from '../../constants.ts'
import { cleanLines, cleanPlain, type TextRule } from '../../text/textRule.ts'
import { isCountry } from './countries.ts'
import { cleanPhone, isPhone } from './phone.ts'
import { isVerificationCode } from './verificationCode.ts'
import { cleanWebsite, isWebsite } from './website.ts'

export { EMAIL } from './email.ts'

const CONTACT_MESSAGE_MAX = 3000
const SHARE_MESSAGE_MAX = 500
const SUPPORT_MESSAGE_MAX = 3000
/** BCP 47: a language, perhaps with a region or script. */
const LANGUAGE_PATTERN = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/

export const PHONE: TextRule = { needed: true, max: 40, is: isPhone, clean: cleanPhone }
export const WEBSITE: TextRule = { needed: false, max: 300, is: isWebsite, clean: cleanWebsite }
export const CODE: TextRule = { needed: true, max: VERIFICATION_CODE_LENGTH, is: isVerificationCode, clean: cleanPlain }
export const COUNTRY: TextRule = { needed: true, max: 2, is: isCountry }
export const LANGUAGE: TextRule = { needed: true, max: 20, is: (text) => LANGUAGE_PATTERN.test(text) }
/** What its owner calls a passkey. */
export const PASSKEY_NAME: TextRule = { needed: true, max: 50 }
/** A first or a last name, a position. */
export const NAME: TextRule = { needed: true, max: 100 }
export const COMPANY: TextRule = { needed: true, max: 200 }
export const CITY: TextRule = { needed: true, max: 100 }
export const REGION: TextRule = { needed: false, max: 100 }
export const CALL_LETTERS: TextRule = { needed: false, max: 100 }
export const CONTACT_MESSAGE: TextRule = { needed: true, max: CONTACT_MESSAGE_MAX, clean: cleanLines }
export const SHARE_MESSAGE: TextRule = { needed: false, max: SHARE_MESSAGE_MAX, clean: cleanLines }
export const SUPPORT_MESSAGE: TextRule = { needed: true, max: SUPPORT_MESSAGE_MAX, clean: cleanLines }
