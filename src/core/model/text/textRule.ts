/**
 * What a line of text must be. A rule is said once and asked on both sides: forms wrap it for yup
 * (`views/forms/form/rules.ts`), requests for zod (`textSchema.ts`).
 */
import { countGraphemes } from './graphemes.ts'

export interface TextRule {
  /** Something must be there. */
  readonly needed: boolean
  /** Characters, that is grapheme clusters. */
  readonly max: number
  /** What it must look like when something is there. */
  readonly is?: (text: string) => boolean
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
 * Text as it is judged and sent: without spaces around it, and without the two signs that are nothing and come along
 * with what is pasted (zero width space, byte order mark).
 */
export const cleanText = (text: string): string => text.replace(/[\u200B\uFEFF]/g, '').trim()

/** What is wrong with a text; null when it is as it must be. */
export function textFault({ needed, max, is }: TextRule, text: string): TextFault | null {
  const clean = cleanText(text)
  if (clean === '') return needed ? 'missing' : null
  if (clean.length > max * UNITS_PER_CHARACTER || countGraphemes(clean, max + 1) > max) return 'long'
  return is === undefined || is(clean) ? null : 'wrong'
}
