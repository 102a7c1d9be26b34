/** A web address people would type: http(s), or without a scheme. */
export function isWebsite(text: string): boolean {
  if (/\s/.test(text)) return false
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`
  return /^https?:\/\/[^/?#@:]+\.[a-z\d-]{2,}([:/?#]|$)/i.test(address)
}
