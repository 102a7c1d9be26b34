// Files that cannot be had, as without a connection, while a test says so.
import { cdp } from 'vitest/browser'

/** @param files patterns of addresses (`*` for anything); none: all can be had again */
export async function unreachable(...files: string[]): Promise<void> {
  await cdp().send('Network.enable')
  await cdp().send('Network.setBlockedURLs', { urls: files })
}
