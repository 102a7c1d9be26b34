// Redirects: none is followed, as no call of ours is redirected and a token would go along.

/**
 * Whether a redirect was answered, which is never followed. The request asked for `redirect: 'manual'`; a browser then
 * shows neither status nor place, others show the status.
 */
export function leadsElsewhere({ type, status }: Pick<Response, 'type' | 'status'>): boolean {
  return type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(status)
}
