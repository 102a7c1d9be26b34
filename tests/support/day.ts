/**
 * A day of somebody who listens and downloads, as a log the product could have exported: with causes, engines that
 * answer, and now and then something that fails. Deterministic; as long as one likes.
 */
import { appNavigated, appOpened } from '#core/events/app.ts'
import {
  downloadCompletedCleared,
  downloadFailed,
  downloadProgressed,
  downloadRemoved,
  downloadRequested,
  downloadSaved,
  downloadStarted,
  downloadStored,
} from '#core/events/downloads.ts'
import type { AppDraft, AppEvent, Source } from '#core/events/index.ts'
import { sessionRefreshed, sessionStarted } from '#core/events/people/session.ts'
import {
  playerAddressFailed,
  playerAddressReady,
  playerReleaseChosen,
  playerStarted,
  playerVolumeChanged,
} from '#core/events/player.ts'
import { queueCleared, queueReleaseAdded } from '#core/events/queue.ts'
import {
  releaseDetailReceived,
  releaseListOpened,
  releaseOptionsReceived,
  releasePageReceived,
} from '#core/events/releases.ts'
import { settingSidebarToggled } from '#core/events/settings.ts'
import { encodeEvents } from '#core/log/codec.ts'
import { exportLines } from '#core/log/export.ts'
import { Order } from '#core/log/order.ts'
import { hashText } from '#core/log/textHash.ts'
import { headerOf } from '#core/log/upcast.ts'
import { aCard, aRelease, aRequest, someClaims } from './story.ts'

const STARTED_AT = Date.UTC(2026, 10, 20, 9)
const LIST = 'sort=-date'
/** Events of a segment. */
const SEGMENT = 256
/** How many releases there are, and jobs at a time. */
const RELEASES = 40
const JOBS = 24

/**
 * The lines of the exported log.
 * @param count how many events it holds
 * @param wrongFrom from this event on the recorded state is another one, as if whoever recorded it had other reducers
 */
export function dayLines(count: number, wrongFrom = Number.POSITIVE_INFINITY): string[] {
  const order = new Order()
  const events: AppEvent[] = []
  let t = 0
  const happens = (source: Source, ms: number, draft: AppDraft, cause: number | null = null): number => {
    t += ms
    const event = order.append(draft, { source, t, cause })
    if (event.seq > 0 && events.length < count) events.push(event)
    return event.seq
  }
  const frames: {
    head: { first: number; count: number; lines: string; before: string; state: string }
    lines: string[]
  }[] = []
  let from = 0
  const close = () => {
    const run = events.slice(from)
    if (run.length === 0) return
    const head = {
      first: from + 1,
      count: run.length,
      lines: '',
      before: '',
      state: events.length < wrongFrom ? order.hash() : hashText(order.hash()),
    }
    frames.push({ head, lines: encodeEvents(run) })
    from = events.length
  }
  begin(happens)
  for (let round = 0; events.length < count; round++) {
    for (const step of roundOf(round)) {
      if (events.length >= count) break
      step(happens)
      if (events.length - from >= SEGMENT) close()
    }
  }
  close()
  return [...exportLines(headerOf(`recorded-${count}`, '0.1.0+recorded', STARTED_AT), frames, true)]
}

type Happens = (source: Source, ms: number, draft: AppDraft, cause?: number | null) => number

function begin(happens: Happens): void {
  const opened = {
    startedAt: STARTED_AT,
    build: '0.1.0+recorded',
    language: 'en',
    width: 1280,
    height: 800,
    online: true,
  }
  const first = happens('platform', 0, appOpened(opened))
  happens('platform', 20, appNavigated({ path: '/releases', search: '' }))
  const tokens = { accessToken: 'session:access', refreshToken: 'session:refresh' }
  happens('session', 60, sessionStarted({ claims: someClaims(), ...tokens, restored: true }), first)
  const options = { genres: [], packages: [], markets: [], versions: [], releaseTypes: [] }
  happens('releases', 40, releaseOptionsReceived({ download: true, ...options }))
  const asked = happens('person', 30, releaseListOpened({ queryId: LIST }))
  const releases = Array.from({ length: RELEASES }, (_, at) =>
    aCard(`r${at}`, { title: TITLES[at % TITLES.length] ?? '' }),
  )
  happens('releases', 180, releasePageReceived({ queryId: LIST, round: 1, page: 1, total: RELEASES, releases }), asked)
}

const TITLES = ['Red Clay Letters', 'Slow Harbour', 'Strata', 'Terracotta', 'Pink Planet', 'Autumn Ledger']

/** What somebody does in half a minute, and what comes of it. */
function* roundOf(round: number): Generator<(happens: Happens) => void> {
  const releaseid = `r${round % RELEASES}`
  const itemId = `item-${round}`
  const requestId = `play-${round}`
  const trackid = `${releaseid}.a`
  const fails = round % 9 === 4
  let cause = 0
  yield (happens) => {
    cause = happens('person', 2400, playerReleaseChosen({ releaseid, trackid: null, itemId, requestId }))
  }
  yield (happens) => {
    const release = aRelease(releaseid, 5, { title: TITLES[round % TITLES.length] ?? '' })
    cause = happens('releases', 90, releaseDetailReceived({ release }), cause)
  }
  yield (happens) => {
    const said = fails
      ? playerAddressFailed({ requestId, trackid, code: 'NOT_FOUND' })
      : playerAddressReady({ requestId, trackid, handle: `media:${round}` })
    cause = happens('player', 70, said, cause)
  }
  if (!fails)
    yield (happens) => {
      happens('platform', 110, playerStarted({ requestId, duration: 200 }), cause)
    }
  yield (happens) => {
    const added = queueReleaseAdded({
      releaseid: `r${(round * 7) % RELEASES}`,
      itemId: `next-${round}`,
      place: 'bottom',
    })
    happens('person', 900, added)
  }
  if (round % 4 === 1)
    yield (happens) => {
      happens('person', 600, playerVolumeChanged({ volume: (round * 13) % 100 }))
    }
  if (round % 16 === 2)
    yield (happens) => {
      const claims = someClaims('p1', { exp: 1_800_000_000 + round })
      happens(
        'session',
        300,
        sessionRefreshed({ claims, accessToken: 'session:access', refreshToken: 'session:refresh' }),
      )
    }
  yield* downloadOf(round)
  if (round % 20 === 19) {
    yield (happens) => {
      happens('person', 800, downloadCompletedCleared({}))
    }
    yield (happens) => {
      happens('person', 400, queueCleared({}))
    }
  }
  if (round % 5 === 3)
    yield (happens) => {
      happens('person', 500, settingSidebarToggled({ open: round % 2 === 0 }))
    }
}

function* downloadOf(round: number): Generator<(happens: Happens) => void> {
  const downloadID = `job-${round % JOBS}-${Math.floor(round / JOBS)}`
  let cause = 0
  yield (happens) => {
    cause = happens('person', 700, downloadRequested({ requests: [aRequest(downloadID)] }))
  }
  yield (happens) => {
    cause = happens('downloads', 60, downloadStarted({ downloadID, totalBytes: 4_000_000, resumedAt: 0 }), cause)
  }
  for (let part = 1; part <= 12; part++)
    yield (happens) => {
      happens('downloads', 250, downloadProgressed({ downloadID, receivedBytes: part * 300_000 }), cause)
    }
  yield (happens) => {
    const said =
      round % 7 === 5
        ? downloadFailed({ downloadID, reason: 'network', receivedBytes: 3_600_000 })
        : downloadStored({ downloadID, bytes: 4_000_000, sha256: null, fileName: `${downloadID}.wav` })
    cause = happens('downloads', 200, said, cause)
  }
  // What failed is not kept for ever, and what is here is saved.
  yield (happens) => {
    if (round % 7 === 5) happens('person', 1500, downloadRemoved({ downloadID }))
    else happens('downloads', 30, downloadSaved({ downloadID }), cause)
  }
}
