/**
 * The log: one JSON object a line, on standard error. It never holds a query string (media tokens
 * stand there), a header, a body, an e-mail or a token; ids in paths are replaced by the route's pattern.
 */
export interface Log {
  info(event: string, facts?: Record<string, string | number | boolean>): void
  error(event: string, error: unknown, facts?: Record<string, string | number | boolean>): void
}

const EMAIL = /[^\s@"'=<>]+@[^\s@"'=<>]+\.[^\s@"'=<>]+/g
const JWT = /eyJ[\w-]+\.[\w-]+\.[\w-]*/g
const QUERY = /\?[^\s"')]*/g
const CREDENTIALS = /\/\/[^/\s@]+@/g

/** Takes out of a foreign text (an error's message) what must not be kept. */
function redact(text: string): string {
  return text.replace(CREDENTIALS, '//').replace(EMAIL, '(email)').replace(JWT, '(token)').replace(QUERY, '?(query)')
}

/** @param write takes one line without its line end */
export function createLog(write: (line: string) => void, now: () => number): Log {
  const line = (level: string, event: string, facts: object) =>
    write(JSON.stringify({ t: new Date(now()).toISOString(), level, event, ...facts }))
  return {
    info: (event, facts = {}) => line('info', event, facts),
    error(event, error, facts = {}) {
      const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
      line('error', event, { ...facts, reason: redact(reason) })
    },
  }
}
