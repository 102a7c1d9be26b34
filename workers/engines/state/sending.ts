/**
 * Sends what changed to the main thread. A message of it is answered at its own end, unless one was within the last 16 ms
 * or it brought facts alone that changed nothing; what comes from engines gathers for at most 16 ms.
 */
import type { EntityChange, FromState } from '#core/contracts/state.ts'
import type { AppDraft, HeardEvent } from '#core/events/index.ts'
import type { Order } from '#core/log/order.ts'
import type { Entities } from '#core/model/entities.ts'
import { pageId } from '#core/reducers/catalogue/pages.ts'
import { type Touched, Touches } from '#core/reducers/touches.ts'
import type { Clock, Timer } from '#workers/api/transport/clock.ts'

type Queued = Entities['queue'] & Entities['queuePending']

/** What changed waits this long for company. */
const BATCH_MS = 16
/** Up to this many entities travel as objects; more as text, parsed by whoever reads them first. */
const AS_OBJECTS = 20
/**
 * What changes behind a batch of more than a chunk waits longer: a mark moves every page of a long list behind it, and in
 * a row of marks each page goes out, and into the hash, once for many of them. So does a queue that thousands are
 * added to: it is few entities, but long ones.
 */
const FLOOD_MS = 100

export interface SendingParts {
  readonly clock: Clock
  /** The same, but that it goes on when somebody puts the device's clock back. */
  readonly time: Clock
  /** So many entities are sent in one task. */
  readonly chunk: number
  /** Of the log that runs now. */
  readonly order: () => Order
  readonly send: (batch: FromState) => void
}

export interface Sending {
  /** Entities that changed and were not sent. */
  readonly unsent: number
  /** Another log runs: all of it is new to the main thread. */
  begin(): void
  /** What comes next is shown apart from the beginning of this log, which is sent now if it was not. */
  apart(): void
  /** The main thread has to hear of it. */
  heard(event: HeardEvent): void
  /** A wish of the main thread was heard; of what it asks for some may have been sent before. */
  acknowledge(wish: number, draft: AppDraft | null): void
  /** Answers a message of the main thread. */
  answer(hasWish: boolean): void
  /** What came before facts of engines are applied, for `gather`. */
  queued(): Queued
  /** Facts of engines were applied. @param before what `queued` was */
  gather(before: Queued): void
  /** Sends what changed within so many ms; what waits already for longer waits no longer than this. Default: BATCH_MS */
  soon(ms?: number): void
  send(): void
  /** Nothing is sent any more, but what is asked for by `send`. */
  stop(): void
}

export function createSending({ clock, time, chunk, order, send: post }: SendingParts): Sending {
  let ack = 0
  let fresh = true
  let isOver = false
  let timer: Timer | null = null
  /** By then it sends, ms. */
  let sendsAt = 0
  /** Of what had changed when the batch under way began so much has not been sent; null when none is. */
  let unsent: number | null = null
  /** What was sent last was more than a chunk. */
  let isFlood = false
  /** When it was sent, ms: a flood is over when it is quiet for that long. */
  let sentAt = Number.NEGATIVE_INFINITY
  /** When a message of the main thread was answered last, ms. */
  let answeredAt = Number.NEGATIVE_INFINITY
  /** To be sent beyond what changed. */
  const again = new Touches()
  let heard: HeardEvent[] = []

  function dropTimer(): void {
    if (timer !== null) clock.clearTimer(timer)
    timer = null
  }

  function soon(ms = BATCH_MS): void {
    if (isOver) return
    const at = time.now() + ms
    if (timer !== null && sendsAt <= at) return
    dropTimer()
    sendsAt = at
    timer = clock.setTimer(send, ms)
  }

  /** Pages the main thread names as wanted although they are here: it has let them go (Mirror). */
  function askedAgain(draft: AppDraft | null): Touched[] {
    if (draft?.type !== 'release.pagesWanted') return []
    const { queryId, pages } = draft.payload
    return pages.flatMap((page) => {
      const id = pageId(queryId, page)
      const ids = order().store.get('page', id)?.ids
      return ids ? [...ids.map((release): Touched => ({ kind: 'release', id: release })), { kind: 'page', id }] : []
    })
  }

  /**
   * Sends what changed. What is much goes in parts, a task each, and what changes meanwhile goes with the last, which
   * also brings the numbers and the facts that belong to all of it: changed again and again it would have no end.
   */
  function send(): void {
    dropTimer()
    if (fresh) again.addAll(order().store.all())
    if (fresh || unsent === null) {
      unsent = again.size + order().untaken
      isFlood = unsent > chunk
    }
    const most = unsent > chunk ? chunk : Number.POSITIVE_INFINITY
    const part = again.take(most)
    part.push(...order().takeTouched(most - part.length))
    const changes = changesOf(part)
    unsent -= part.length
    if (unsent > 0) {
      post({ ack, fresh, changes, heard: [], more: true })
      soon(0)
    } else {
      post({ ack, fresh, changes, heard })
      heard = []
      unsent = null
    }
    fresh = false
    sentAt = time.now()
  }

  const queued = (): Queued => ({ ...order().store.single('queue'), ...order().store.single('queuePending') })

  /** Each release of thousands that are added brings both lists of the queue anew; a song that begins is not kept back. */
  const movesLongQueue = (before: Queued, now: Queued): boolean =>
    (before.items !== now.items || before.choices !== now.choices) &&
    before.selectedSong === now.selectedSong &&
    now.items.length + now.choices.length > chunk

  const hasNews = () => fresh || again.size > 0 || order().untaken > 0 || heard.length > 0

  function changesOf(touched: readonly Touched[]): EntityChange[] {
    const asText = touched.length > AS_OBJECTS
    return touched.map(({ kind, id }) => {
      const entity = order().store.get(kind, id)
      if (entity === undefined) return { kind, id, gone: true }
      return asText ? { kind, id, text: JSON.stringify(entity) } : { kind, id, entity }
    })
  }

  return {
    get unsent() {
      return again.size + order().untaken
    },
    begin() {
      fresh = true
      again.clear()
    },
    apart() {
      if (fresh) send()
    },
    heard: (event) => void heard.push(event),
    acknowledge(wish, draft) {
      ack = wish
      again.addAll(askedAgain(draft))
    },
    answer(hasWish) {
      if (!hasWish && !hasNews()) return
      const now = time.now()
      if (now - answeredAt < BATCH_MS) return soon()
      answeredAt = now
      send()
    },
    queued,
    gather(before) {
      // What the main thread has to do waits for no list.
      const inFlood = isFlood && time.now() - sentAt < FLOOD_MS
      soon((inFlood || movesLongQueue(before, queued())) && heard.length === 0 ? FLOOD_MS : BATCH_MS)
    },
    soon,
    send,
    stop() {
      isOver = true
      dropTimer()
    },
  }
}
