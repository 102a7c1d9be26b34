import { cleanText } from '../../text/textRule.ts'
import { hostOf } from './host.ts'

/** Looked for from the first of a run alone: from each sign of it, a long run in the middle would take minutes. */
const AROUND = /^[\s\p{Cf}]+|(?<![\s\p{Cf}])[\s\p{Cf}]+$/gu

/** A pasted address without the marks of format around it; within, a host in Persian has joiners that mean something. */
export const cleanWebsite = (text: string): string => cleanText(cleanText(text).replace(AROUND, ''))

/** Labels of a host as names are sent over the line, the last of them no single sign; perhaps with the dot of the root. */
const HOST = /^([a-z\d_-]+\.)+[a-z\d-]{2,}\.?$/

/** A web address people would type, in any script: http(s), or without a scheme. */
export function isWebsite(text: string): boolean {
  if (/\s/.test(text)) return false
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`
  if (!/^https?:\/\/[^/?#@]+([/?#]|$)/i.test(address)) return false
  return HOST.test(hostOf(address) ?? '')
}
