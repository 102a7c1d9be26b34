// The code out of a mail: text, because leading zeros count (D-025).
import { VERIFICATION_CODE_LENGTH } from '../../constants.ts'

const CODE_PATTERN = new RegExp(`^[0-9]{${VERIFICATION_CODE_LENGTH}}$`)

export const isVerificationCode = (text: string): boolean => CODE_PATTERN.test(text)

/**
 * The digits of what was typed or pasted, of any script, as 0 to 9 and no more than a code has: `123 45`, `١٢٣٤٥` and
 * `12345.` are the same code.
 */
export const codeDigits = (text: string): string => digitsOf(text).slice(0, VERIFICATION_CODE_LENGTH)

/** The code that was sent, read as a form reads it; null for what cannot be one: nobody has seen what is cut off. */
export function codeIn(text: string): string | null {
  const digits = digitsOf(text)
  return isVerificationCode(digits) ? digits : null
}

const digitsOf = (text: string): string =>
  Array.from(text.normalize('NFKC').matchAll(/\p{Nd}/gu), ([sign]) => digitOf(sign)).join('')

/** Digits stand together in tens, from 0 to 9 (Unicode Standard, 4.6); several tens may follow each other. */
export function digitOf(sign: string): number {
  const code = sign.codePointAt(0) ?? 0
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1
  return before % 10
}
