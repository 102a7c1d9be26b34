/** Addresses of bytes that are in memory. The browser reads one after the fact and never says when it is done. */

/** How long a window or the browser may take to begin reading, ms. */
export const REVOKE_AFTER_MS = 60_000

export interface ObjectUrls {
  /** Default: `URL`. */
  readonly url?: Pick<typeof URL, 'createObjectURL' | 'revokeObjectURL'> | undefined
  /** Default: the global timer. Runs `run` once after `ms`. */
  readonly setTimer?: ((run: () => void, ms: number) => void) | undefined
}

/** An address that holds for a minute. @param isShown whether it is still needed then, and after each further minute */
export function addressOf(
  blob: Blob,
  { url = URL, setTimer = later }: ObjectUrls = {},
  isShown: () => boolean = () => false,
): string {
  const address = url.createObjectURL(blob)
  const look = () => (isShown() ? setTimer(look, REVOKE_AFTER_MS) : url.revokeObjectURL(address))
  setTimer(look, REVOKE_AFTER_MS)
  return address
}

const later = (run: () => void, ms: number) => void setTimeout(run, ms)
