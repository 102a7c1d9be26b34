// E-mail addresses as the forms and the server take them.
import * as z from 'zod/mini'
import { later } from '../../later.ts'
import { cleanPlain, type TextRule } from '../../text/textRule.ts'
import { hostOf } from './host.ts'

/**
 * Text, @, text, dot, text (S1, 5): the dot-atom of RFC 5321, 4.1.2 in ASCII, so that nothing in it
 * has a meaning in a mail header.
 */
export const EMAIL_PATTERN = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/
export const EMAIL_MAX = 254

/** Letters, digits and marks of any script, parted by any dot of UTS 46, and at least one that is not ASCII. */
const OTHER_DOMAIN = /^(?=.*[^\0-\x7F])[\p{L}\p{M}\p{N}.。．｡-]+$/u

/** An address as it is sent and kept: a domain of another script by the name the line has for it (RFC 5891). */
function cleanEmail(text: string): string {
  const clean = cleanPlain(text)
  const at = clean.lastIndexOf('@') + 1
  const domain = clean.slice(at)
  // Too long it is none, whatever the line calls it; and Punycode takes seconds for what fits into one request.
  if (at === 0 || domain.length > EMAIL_MAX || !OTHER_DOMAIN.test(domain)) return clean
  return clean.slice(0, at) + (hostOf(`http://${domain}`) ?? domain)
}

/** True for an address a mail can go to; spaces around it and invisible signs do not matter. */
export function isEmail(text: string): boolean {
  const clean = cleanEmail(text)
  return clean.length <= EMAIL_MAX && EMAIL_PATTERN.test(clean)
}

/** Stands here and not among the others, so that a form that asks for an address alone carries no list of countries. */
export const EMAIL: TextRule = { needed: true, max: EMAIL_MAX, is: isEmail, clean: cleanEmail }

/** The form in which two addresses are compared. */
export const emailKey = (text: string): string => cleanEmail(text).toLowerCase()

/** An e-mail as it stands in a request; whether it is one is told by `isEmail`, with a text of its own. */
export const EmailText = later(() => z.string())
