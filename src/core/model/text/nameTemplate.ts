/** A person's template for the names of songs, and why one is refused. */
import { TEMPLATE_MAX } from '../constants.ts'
import { TEMPLATE_PARTS } from './wholeName.ts'

/** The specified name as a template. */
export const FILE_NAME_TEMPLATE = '{artist} - {ordinal} - {title} {explicit} ({version})'
/** UTF-16 units of its own that it may have around its parts: the rest of a name is the song's. */
const OWN_TEXT_MAX = 60

export interface TemplateTrouble {
  /** `noPart`: nothing of a song is in it; `unknownPart`: there is no such part; `tooLong`: no room for the song. */
  readonly code: 'noPart' | 'unknownPart' | 'tooLong'
  /** The part that is unknown, without its braces; else empty. */
  readonly part: string
}

const KNOWN = new RegExp(`^(${TEMPLATE_PARTS.join('|')})(:[2-4])?$`)

/** Why songs cannot be named after a template; null: they can. */
export function templateTrouble(template: string): TemplateTrouble | null {
  const parts = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, part = '']) => part)
  const unknown = parts.find((part) => !KNOWN.test(part))
  if (unknown !== undefined) return { code: 'unknownPart', part: unknown }
  if (parts.length === 0) return { code: 'noPart', part: '' }
  const own = template.replace(/\{[^{}]*\}/g, '')
  return template.length > TEMPLATE_MAX || own.length > OWN_TEXT_MAX ? { code: 'tooLong', part: '' } : null
}
