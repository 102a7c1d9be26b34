import { cleanPlain } from '../../text/textRule.ts'
import { digitOf } from './verificationCode.ts'

/** Optional +, then 7 to 20 of digits, spaces, ( ) - . with at least 7 digits (D-026). */
const PHONE_PATTERN = /^\+?(?=(?:[^0-9]*[0-9]){7})[0-9 ()\-.]{7,20}$/

export const isPhone = (text: string): boolean => PHONE_PATTERN.test(text)

/** As it was typed, with what looks the same and is another sign made plain: pages and address books have both. */
export const cleanPhone = (text: string): string =>
  cleanPlain(
    text
      .normalize('NFKC')
      .replace(/\p{Zs}/gu, ' ')
      // Japanese keyboards write a minus sign or a long vowel in its place.
      .replace(/[\p{Pd}\u2212\u2500\u30fc]/gu, '-')
      .replace(/\p{Nd}/gu, (sign) => `${digitOf(sign)}`),
  )
