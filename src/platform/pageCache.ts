/**
 * The browser's page cache: a page that is left may be kept as it is, workers and all, to be shown again on Back. What
 * it holds there it holds for ever: on WebKit the page that followed waited for the lead of the downloads without a word
 * (measured). So it gives up what others wait for, and begins anew when it is shown: everything it knew is kept for a
 * reload anyway. Without a connection a reload would end in the browser's own error page: it begins anew once there is one.
 *
 * A message to a worker is too late here, since nothing of a worker runs after the page is put away (measured).
 * @param parts.reload how to begin anew
 * @returns how to stop
 */
export function watchPageCache(target: Window, parts: { left(): void; reload(): void }): () => void {
  const left = ({ persisted }: PageTransitionEvent) => persisted && parts.left()
  const begin = () => parts.reload()
  const back = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    if (target.navigator.onLine) begin()
    else target.addEventListener('online', begin, { once: true })
  }
  target.addEventListener('pagehide', left)
  target.addEventListener('pageshow', back)
  return () => {
    target.removeEventListener('pagehide', left)
    target.removeEventListener('pageshow', back)
    target.removeEventListener('online', begin)
  }
}
