/**
 * What is answered to a request for a name that is not this server's: one page for whoever reads it, an error
 * body for everything else. Nothing of the request or of the server stands in it, and it runs nothing.
 */
import { createHash } from 'node:crypto'

const SHEET =
  'html{color-scheme:light dark}body{max-width:38rem;margin:4rem auto;padding:0 1rem;font:16px/1.5 system-ui,sans-serif}code{font-size:.95em}'

/** The body of the page. */
export const WRONG_NAME_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Player</title><style>${SHEET}</style></head>
<body><h1>The player does not go by this name</h1>
<p>The address you opened leads to this server, but the server does not know it as its own. It answers only under names it was given, so that no other site can borrow its pages.</p>
<p><strong>If you came to listen:</strong> open the address you were given by whoever runs the player.</p>
<p><strong>If you run it:</strong> add the name you opened to the switch <code>ALLOWED_HOSTS</code> (several names are separated by commas), or set <code>PUBLIC_URL</code> to the address players use, and start the server again. <code>localhost</code> always works on the machine itself.</p>
</body></html>
`

/** Its Content-Security-Policy: that one style sheet, and nothing else. */
export const WRONG_NAME_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(SHEET).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** The body for everything that is no page. */
export const WRONG_NAME_BODY = JSON.stringify({
  code: 'MISDIRECTED',
  message: 'This server does not go by that name. Whoever runs it can add the name to ALLOWED_HOSTS.',
})

/** What no person opens to read. */
const NO_PAGE = /^\/(?:(?:api|dev|assets|locales|\.well-known)(?:\/|$)|(?:healthz|readyz)$|.*\.[a-z0-9]+$)/i

/** Whether a request looks for a page. @param path without query */
export function asksForPage(method: string | undefined, path: string): boolean {
  return (method === 'GET' || method === 'HEAD') && !NO_PAGE.test(path)
}
