/**
 * How a script that comes late is asked for, in the built page: the bundler has each `import()` go through `importLate`
 * (vite.config.ts). A page remembers for good that a script did not come, and so do preloads of it (HTML standard, module
 * map; Chromium keeps both): from then on the import of it, and of whatever else imports it, fails at once. So every
 * file that is needed is fetched first, of which nothing remembers a failure, and imported once all of them lie in the
 * browser's cache.
 */

/** A file did not come: there is no connection, or no server that works. It may come later. */
export class FilesAway extends Error {
  override name = 'FilesAway'
}

/** By their addresses files that are here, are on their way, or are the page's own to ask for. */
const files = new Map<string, Promise<unknown>>()

/**
 * What the bundler calls in place of an `import()`.
 * @param load imports the script
 * @param needed files of the build that it cannot run without, its own and its styles among them; none where it needs
 * no other
 * @throws FilesAway when one did not come; the next call asks for it again
 */
export async function importLate<M>(load: () => Promise<M>, needed: readonly string[] = []): Promise<M> {
  if (files.size === 0) noteOwn()
  const addresses = needed.map((file) => new URL(`/${file}`, location.href).href)
  if (addresses.length === 0) addresses.push(...ownOf(load))
  const scripts = addresses.filter((address) => !isStyles(address))
  const styles = Promise.all(addresses.filter(isStyles).map((address) => once(address, bringStyles)))
  // What is said of a script counts: of styles nobody knows why they did not come.
  styles.catch(() => {})
  // While the page itself is loading nothing is lost with it when it has to begin anew, and its first screen waits for
  // no file twice.
  const bring = document.readyState === 'complete' ? fetchScript : preloadScript
  await Promise.all(scripts.map((address) => once(address, bring)))
  await styles
  return load()
}

function once(address: string, bring: (address: string) => Promise<unknown>): Promise<unknown> {
  const asked = files.get(address)
  if (asked) return asked
  const coming = bring(address).catch((error: unknown) => {
    files.delete(address)
    throw error
  })
  files.set(address, coming)
  return coming
}

/** What the page asks for in its head is evaluated once and styled by once. */
function noteOwn(): void {
  const own = document.querySelectorAll<HTMLLinkElement | HTMLScriptElement>('link[href],script[src]')
  for (const one of own) files.set('src' in one ? one.src : one.href, Promise.resolve())
}

/** A script that needs no other is named in its import alone. */
function ownOf(load: () => unknown): string[] {
  const [, address] = /\bimport\(\s*["'`]([^"'`]+)/.exec(String(load)) ?? []
  return address === undefined ? [] : [new URL(address, import.meta.url).href]
}

const isStyles = (address: string): boolean => address.endsWith('.css')

async function fetchScript(address: string): Promise<void> {
  const answer = await fetch(address).catch(() => null)
  if (answer === null || answer.status >= 500) throw new FilesAway(address)
  // A newer version of the build has another name for it.
  if (!answer.ok) throw new Error(`${answer.status}: ${address}`)
  // Only what was read to its end lies in the cache.
  await answer.arrayBuffer().catch(() => {
    throw new FilesAway(address)
  })
}

/** The import waits for it, and says whether it came. */
async function preloadScript(address: string): Promise<void> {
  const link = linked('modulepreload', address)
  link.addEventListener('error', () => files.delete(address))
}

/** A style sheet that failed goes: another is asked for instead, by whatever needs it next. */
function bringStyles(address: string): Promise<void> {
  const link = linked('stylesheet', address)
  return new Promise((come, fail) => {
    link.addEventListener('load', () => come())
    link.addEventListener('error', () => {
      link.remove()
      fail(new FilesAway(address))
    })
  })
}

function linked(rel: 'modulepreload' | 'stylesheet', address: string): HTMLLinkElement {
  const link = document.createElement('link')
  link.rel = rel
  link.crossOrigin = ''
  link.href = address
  document.head.append(link)
  return link
}
