import { cleanText } from '../../text/textRule.ts'
import { hostOf } from './host.ts'

/** From the first sign that is neither space nor mark of format to the last: in one go, however many lie within. */
const WITHIN = /[^\s\p{Cf}](?:.*[^\s\p{Cf}])?/su

/** A pasted address without the marks of format around it; within, a host in Persian has joiners that mean something. */
export const cleanWebsite = (text: string): string => cleanText(WITHIN.exec(cleanText(text))?.[0] ?? '')

/** Labels of a host as names are sent over the line, the last of them no single sign; perhaps with the dot of the root. */
const HOST = /^([a-z\d_-]+\.)+[a-z\d-]{2,}\.?$/

/** A web address people would type, in any script: http(s), or without a scheme. */
export function isWebsite(text: string): boolean {
  if (/\s/.test(text)) return false
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`
  if (!/^https?:\/\/[^/?#@]+([/?#]|$)/i.test(address)) return false
  return HOST.test(hostOf(address) ?? '')
}
