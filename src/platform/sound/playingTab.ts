/**
 * Only one page of this browser sounds: who begins says so, and the others give way. Two that begin at once settle
 * it by time, then by id, so that one of them goes on. Of claims further apart the one that is heard is the newer one,
 * whatever the clock says, which may have been put right in between.
 */

/** Claims that are no further apart may have crossed, ms: a page whose main thread is busy hears others late. */
const AT_ONCE_MS = 10_000

export interface Claim {
  /** Wall clock in ms at which the page began to sound. */
  readonly at: number
  readonly page: string
}

/** What is used of a BroadcastChannel. */
export interface ClaimChannel {
  postMessage(claim: Claim): void
  onmessage: ((message: MessageEvent<unknown>) => void) | null
  close(): void
}

export interface PlayingTab {
  /** This page is about to sound. */
  claim(): void
  /** The page is left: it hears nobody any more. */
  leave(): void
}

/** @param parts.channel null where pages cannot speak to each other; `parts.page` an id no other page has; `parts.now` the wall clock in ms */
export function createPlayingTab(parts: {
  readonly channel: ClaimChannel | null
  readonly page: string
  readonly now: () => number
  readonly giveWay: () => void
}): PlayingTab {
  const { channel, page, now, giveWay } = parts
  let own: Claim | null = null
  const hear = ({ data }: MessageEvent<unknown>) => {
    if (!isClaim(data) || data.page === page) return
    if (own !== null && Math.abs(own.at - data.at) <= AT_ONCE_MS && isLater(own, data)) return
    own = null
    giveWay()
  }
  if (channel) channel.onmessage = hear
  return {
    claim() {
      own = { at: now(), page }
      channel?.postMessage(own)
    },
    leave: () => channel?.close(),
  }
}

const isLater = (one: Claim, other: Claim) => one.at > other.at || (one.at === other.at && one.page > other.page)

/** Another build of the product may talk on the same channel. */
function isClaim(data: unknown): data is Claim {
  const claim = data as Partial<Claim> | null
  return typeof claim === 'object' && claim !== null && Number.isFinite(claim.at) && typeof claim.page === 'string'
}
