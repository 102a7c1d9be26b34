// The address a signed-out person asked for is followed after sign-in, once (D-003, ROUTE-035, ROUTE-036).
import { readText, writeText } from '#platform/storage/storage.ts'

const KEY = 'redirect'

/** Keeps an address of our own; `/` and the public routes are never kept. @param address path with query */
export function keepRedirect(address: string): void {
  if (
    /^\/(?![/\\])/.test(address) &&
    !/^\/(login|signin|authverify|resetpwd|forgot-password|signup)?([/?#]|$)/.test(address)
  )
    writeText('tab', KEY, address)
}

/** The kept address, which is forgotten with this call, or null. */
export function takeRedirect(): string | null {
  const address = readText('tab', KEY)
  if (address !== null) writeText('tab', KEY, null)
  return address !== null && /^\/(?![/\\])/.test(address) ? address : null
}
