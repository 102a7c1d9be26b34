// Reads a mail as it came over the wire (RFC 5322, 2045-2047), as far as the server's mails go.

export interface ReceivedMail {
  receivers: string[]
  /** Names in lower case, folded lines joined, encoded words decoded. */
  headers: Record<string, string>
  subject: string
  text: string
  html: string
}

/** @param raw one character a byte */
export function parseMail(raw: string, receivers: string[]): ReceivedMail {
  const { headers, body } = split(raw)
  const boundary = /boundary="?([^";]+)"?/.exec(headers['content-type'] ?? '')?.[1] ?? ''
  if (!(headers['content-type'] ?? '').startsWith('multipart/alternative')) throw new Error('not text and HTML')
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r\n/, '')))
  const part = (type: string) => {
    const found = parts.find((one) => (one.headers['content-type'] ?? '').startsWith(type))
    if (!found) throw new Error(`no ${type} part`)
    return decode(found.body, found.headers['content-transfer-encoding'] ?? '7bit')
  }
  return { receivers, headers, subject: headers.subject ?? '', text: part('text/plain'), html: part('text/html') }
}

function split(raw: string): { headers: Record<string, string>; body: string } {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), words(line.slice(colon + 1).trim())]
    }),
  )
  return { headers, body: raw.slice(end + 4) }
}

/** Encoded words of a header (RFC 2047). */
function words(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_all, kind: string, data: string) =>
      kind.toLowerCase() === 'b'
        ? bytes(Buffer.from(data, 'base64').toString('latin1'))
        : bytes(quoted(data.replaceAll('_', ' '))),
    )
}

function decode(body: string, encoding: string): string {
  const text = body.replace(/\r\n$/, '')
  if (encoding === 'base64') return bytes(Buffer.from(text, 'base64').toString('latin1')).replaceAll('\r\n', '\n')
  return bytes(encoding === 'quoted-printable' ? quoted(text.replace(/=\r\n/g, '')) : text).replaceAll('\r\n', '\n')
}

const quoted = (text: string) =>
  text.replace(/=([0-9A-F]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
const bytes = (latin1: string) => Buffer.from(latin1, 'latin1').toString('utf8')
