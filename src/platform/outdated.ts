/** Whoever takes longer to answer says nothing of it: workers wait for it to be started again, ms. */
const ANSWER_MS = 5000

/**
 * Whether the server has another build than this page is of: every script of a build has a name of its own, and the page
 * names the first one.
 * @returns false as well where that cannot be told, for want of a server perhaps
 */
export async function isOutdated(): Promise<boolean> {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  if (!own) return false
  const answer = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => null)
  const page = answer?.ok ? await answer.text().catch(() => '') : ''
  // What somebody else answers in the server's place, who wants to be asked for the network first, says nothing.
  return page.includes('id="root"') && !page.includes(`"${own}"`)
}
