// The address a signed-out person asked for is followed after sign-in, once (D-003, ROUTE-035, ROUTE-036).
import { isPage } from '#core/model/isPage.ts'
import { isHandleFor } from '#core/model/people/secrets.ts'
import { isFromHistory, readText, writeText } from '#platform/storage/storage.ts'

const KEY = 'redirect'
/** What mailed links bring in a query. */
const TOKENS = ['token', 'merge', 'split', 'signInConnectionToken']

/** Keeps the address of one of our pages, without raw tokens; `/` and the public routes are never kept. @param address path with query */
export function keepRedirect(address: string): void {
  if (
    isPage(address.split(/[?#]/, 1)[0] ?? '') &&
    !/^\/(login|signin|authverify|resetpwd|forgot-password|signup)?([/?#]|$)/.test(address)
  )
    writeText('tab', KEY, withoutTokens(address))
}

/** A handle of the vault may be kept, what anybody could use may not (D-003). */
function withoutTokens(address: string): string {
  const [path, query = ''] = address.split('?', 2)
  const given = new URLSearchParams(query)
  const raw = TOKENS.filter((name) => given.getAll(name).some((value) => !isHandleFor('link', value)))
  for (const name of raw) given.delete(name)
  if (raw.length === 0) return address
  return given.size === 0 ? `${path}` : `${path}?${given}`
}

/** The kept address, which is forgotten with this call, or null. */
export function takeRedirect(): string | null {
  const address = readText('tab', KEY)
  if (address !== null) writeText('tab', KEY, null)
  return address !== null && /^\/(?![/\\])/.test(address) ? address : null
}

/** Whether the history led to the address this page was loaded with: whoever sees it now need not have asked for it (H-495). */
export const isLoadedFromHistory = (): boolean => isFromHistory()
