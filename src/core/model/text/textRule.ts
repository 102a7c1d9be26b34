/**
 * What a line of text must be. A rule is said once and asked on both sides: forms wrap it for yup
 * (`views/forms/form/rules.ts`), requests for zod (`textSchema.ts`).
 */
import { unturned } from './direction.ts'
import { countGraphemes } from './graphemes.ts'

export interface TextRule {
  /** Something must be there. */
  readonly needed: boolean
  /** Characters, that is grapheme clusters. */
  readonly max: number
  /** What it must look like when something is there. */
  readonly is?: (text: string) => boolean
  /** How it is cleaned before it is judged and sent; `cleanText` without. */
  readonly clean?: (text: string) => string
}

/**
 * UTF-16 units a character may have on the whole. A cluster can hold dozens: a name of those would be longer than the
 * header its token goes into. A family of four has 11, and few names are made of families.
 */
const UNITS_PER_CHARACTER = 8

export type TextFault = 'missing' | 'long' | 'wrong'

/** The same, but it may be left empty. */
export const optional = (rule: TextRule): TextRule => ({ ...rule, needed: false })

/**
 * Text as it is judged and sent: on one line, without spaces around it, and without the signs that are nothing in any
 * script and come along with what is pasted (control characters, zero width space, byte order mark, half of a surrogate
 * pair: that and NUL no database takes), nor those that turn what stands behind them around (H-371). Joiners and marks
 * of direction stay, for names need them; where there is nothing else, there is nothing.
 */
export const cleanText = (text: string): string => cleanLines(text.replace(/\r\n|[\t-\r\x85\u2028\u2029]/g, ' '))

/** The same, of text that may have lines, each ended by LF, and tabs. */
export function cleanLines(text: string): string {
  const clean = unturned(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n]|[\u200B\uFEFF\p{Surrogate}]/gu, '')
    .trim()
  return /[^\p{DI}\s]/u.test(clean) ? clean : ''
}

/**
 * The same, of text that is ASCII when it is right: an invisible sign anywhere in it is only what was pasted along, as
 * the marks of direction are that address books put around their entries.
 */
export const cleanPlain = (text: string): string => cleanText(text.replace(/\p{DI}/gu, ''))

/** A text as its rule has it sent. */
export const cleaned = ({ clean = cleanText }: TextRule, text: string): string => clean(text)

/** What is wrong with a text; null when it is as it must be. */
export function textFault(rule: TextRule, text: string): TextFault | null {
  const { needed, max, is } = rule
  const clean = cleaned(rule, text)
  if (clean === '') return needed ? 'missing' : null
  if (clean.length > max * UNITS_PER_CHARACTER || countGraphemes(clean, max + 1) > max) return 'long'
  return is === undefined || is(clean) ? null : 'wrong'
}
