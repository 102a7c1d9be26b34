import { cleanText } from '../../text/textRule.ts'

/** A pasted address without the marks of format around it; within, a host in Persian has joiners that mean something. */
export const cleanWebsite = (text: string): string =>
  cleanText(cleanText(text).replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, ''))

/** A web address people would type: http(s), or without a scheme. */
export function isWebsite(text: string): boolean {
  if (/\s/.test(text)) return false
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`
  return /^https?:\/\/[^/?#@:]+\.[a-z\d-]{2,}([:/?#]|$)/i.test(address)
}
