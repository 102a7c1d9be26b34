/**
 * The life of the state worker: wishes and facts come in, get their place, change the state, and what
 * changed goes out. A message of the main thread is answered at its own end, unless one was within the last 16 ms or it
 * brought facts alone that changed nothing; what comes from engines gathers for at most 16 ms.
 *
 *   wish ─▶ order.append ─▶ engines ─▶ batch (at once, of many at most every 16 ms)
 *   fact ─▶ order.append ─▶ engines ─▶ batch (at most every 16 ms)
 *
 * When a session ends its log is closed and a new one begins with a fresh state.
 */
import type { Reported } from '#core/contracts/engine.ts'
import type { EntityChange, FromState, Sent } from '#core/contracts/state.ts'
import { appClockPutBack, appLogLost, appOpened } from '#core/events/app.ts'
import { type AppDraft, definitionOf, type HeardEvent, isHeard, parseDraft } from '#core/events/index.ts'
import { sessionAbsent } from '#core/events/people/session.ts'
import { Order } from '#core/log/order.ts'
import { snapshotLines } from '#core/log/snapshots/snapshot.ts'
import { headerOf } from '#core/log/upcast.ts'
import type { Entities } from '#core/model/entities.ts'
import { isPublicSession } from '#core/model/people/publicSession.ts'
import { pageId } from '#core/reducers/catalogue/pages.ts'
import { type Touched, Touches } from '#core/reducers/touches.ts'
import { type Clock, steady, type Timer } from '#workers/api/transport/clock.ts'
import type { Engine } from '../engine.ts'
import { type LogPort, LogWriter } from './logWriter.ts'
import { failureOf } from './refusedWish.ts'

type Queued = Entities['queue'] & Entities['queuePending']

/** What changed waits this long for company. */
const BATCH_MS = 16
/** Up to this many entities travel as objects; more as text, parsed by whoever reads them first. */
const AS_OBJECTS = 20
/** What is more is sent, and hashed, in a task each: ten thousand jobs change at one press. */
const CHUNK = 500
/**
 * What changes behind a batch of more than that waits longer: a mark moves every page of a long list behind it, and in
 * a row of marks each page goes out, and into the hash, once for many of them. So does a queue that thousands are
 * added to: it is few entities, but long ones.
 */
const FLOOD_MS = 100
const HASH_MS = 30
/** A clock that is put right by less is let be, ms. */
const PUT_BACK_MS = 1000

export interface HostParts {
  readonly clock: Clock
  readonly mint: () => string
  readonly engines: readonly Engine[]
  readonly log: LogPort
  readonly send: (batch: FromState) => void
  /** Told of a message that was no event and was left out. */
  readonly refused: (error: Error) => void
  /** A log's order, of the beginning. Default: an Order; in development one that reduces everything twice. */
  readonly order?: () => Order
  /** So many entities are sent, or hashed, in one task. Default: CHUNK. */
  readonly chunk?: number
}

export interface Host {
  /** Begins the first log. */
  open(opened: Extract<AppDraft, { type: 'app.opened' }>): Promise<void>
  /** A message of the main thread. What is no event is refused and counts as done, so that its echo is taken back. */
  hear(message: readonly Sent[]): void
  /** Facts of an engine, here or in another worker. Those that are no events are refused. */
  facts(facts: readonly Reported[]): void
  flush(): Promise<void>
  hash(): { seq: number; state: string }
  /** Number of the last kept event; entities that changed and were not sent, and that are not in the hash. */
  depth(): { seq: number; unsent: number; unhashed: number; unstored: number }
}

export function createHost(parts: HostParts): Host {
  const { clock, engines, chunk = CHUNK, order: newOrder = () => new Order() } = parts
  /** Somebody may put the device's clock back: the times of a log go on all the same. */
  const time = steady(clock)
  let order = newOrder()
  /** By that time the log began. */
  let began = 0
  /** By so much the clock was put back since it began to run, ms, as the state of this log knows. */
  let knownPutBack = 0
  let writer: LogWriter | null = null
  let opened: Extract<AppDraft, { type: 'app.opened' }> | null = null
  let ack = 0
  let fresh = true
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
  let isHashing = false
  /** To be sent beyond what changed. */
  const again = new Touches()
  let heard: HeardEvent[] = []
  let queue: { draft: AppDraft; source: Reported['source']; cause: number | null; at: number; isWish: boolean }[] = []
  let applying = false
  /** Something threw in the middle of an event. What is left of the state is told to nobody, and nothing more is heard. */
  let isSpoilt = false

  /** One event after the other, also when an engine answers at once. */
  function enter(...entries: typeof queue): void {
    if (isSpoilt) return
    queue.push(...entries)
    if (applying) return
    applying = true
    try {
      for (let entry = queue.shift(); entry; entry = queue.shift()) apply(entry)
    } catch (error) {
      isSpoilt = true
      if (timer !== null) clock.clearTimer(timer)
      timer = null
      // This worker is given up for an error nobody caught: what waits for its segment to be full would go with it.
      void writer?.flush()
      throw error
    } finally {
      applying = false
      queue = []
    }
  }

  /** For those who would take what is thrown for a call of their own that failed: in a task of its own nobody catches it. */
  function enterApart(entry: (typeof queue)[number]): void {
    try {
      enter(entry)
    } catch (error) {
      clock.setTimer(() => {
        throw error
      }, 0)
    }
  }

  function apply(entry: (typeof queue)[number]): void {
    const byMs = putBack() - knownPutBack
    // Before what happens next, whose time of day is read from the state.
    if (byMs >= PUT_BACK_MS) {
      knownPutBack += byMs
      place({ draft: appClockPutBack({ byMs }), source: 'platform', cause: null, at: clock.now(), isWish: false })
    }
    place(entry)
  }

  function place({ draft, source, cause, at, isWish }: (typeof queue)[number]): void {
    const event = order.place(draft, { source, cause, t: steadyOf(at) - began })
    for (const engine of engines) engine.before?.(event, order.store)
    try {
      order.apply(event)
    } finally {
      // Behind its reducers, for a segment that is full ends with the state hash; and also when one of them throws:
      // of all events it is this one somebody will look for in the log.
      if (isPublicSession(event)) writer?.forget()
      if (event.seq > 0) writer?.add(event)
    }
    if (!isWish && isHeard(event)) heard.push(event)
    for (const engine of engines) engine.accept(event, order.store)
    if (order.unhashed > chunk) hashSoon()
    if (event.type === 'session.started') writer?.own(event.payload.claims.playerid)
    if (event.type === 'session.ended') beginAnew()
  }

  /** A time of the device's clock as the log counts. One that was read before the clock was put back is no later than now. */
  function steadyOf(at: number): number {
    const now = time.now()
    return Math.min(now, at + now - clock.now())
  }

  /** By how much the clock was put back since this worker began, ms. */
  function putBack(): number {
    return time.now() - clock.now()
  }

  /** The log of a session ends with it; what comes next is another log, of nobody yet. */
  function beginAnew(): void {
    if (!opened) return
    const { online } = order.store.single('app')
    const begin = appOpened({ ...opened.payload, startedAt: clock.now(), online })
    start(begin)
    // Nothing was kept of this session, so there is none to restore.
    enterFirst({ draft: sessionAbsent({}), source: 'session', cause: null, at: clock.now(), isWish: false })
    enterFirst({ draft: begin, source: 'platform', cause: null, at: begin.payload.startedAt, isWish: false })
  }

  /** Before what waits already: that belongs to the log before and may stand in the new one, but not at its head. */
  function enterFirst(entry: (typeof queue)[number]): void {
    queue.unshift(entry)
  }

  function start(draft: Extract<AppDraft, { type: 'app.opened' }>): void {
    opened = draft
    // The last segment of the log before is cut here, with the state hash of its own order.
    const after = writer?.close() ?? Promise.resolve()
    const own = newOrder()
    order = own
    fresh = true
    again.clear()
    const { startedAt, build } = draft.payload
    began = steadyOf(startedAt)
    knownPutBack = putBack()
    writer = new LogWriter({
      log: parts.log,
      clock,
      header: headerOf(parts.mint(), build, startedAt),
      hash: () => own.hash(),
      snapshot: () => snapshotLines(own.store),
      after,
      lost(reason) {
        enterApart({ draft: appLogLost({ reason }), source: 'platform', cause: null, at: clock.now(), isWish: false })
        sendSoon()
      },
    })
  }

  /** @param ms what waits already for longer waits no longer than this */
  function sendSoon(ms = BATCH_MS): void {
    if (isSpoilt) return
    const at = time.now() + ms
    if (timer !== null && sendsAt <= at) return
    if (timer !== null) clock.clearTimer(timer)
    sendsAt = at
    timer = clock.setTimer(send, ms)
  }

  function parsed(draft: unknown): AppDraft | null {
    try {
      return parseDraft(draft)
    } catch (error) {
      parts.refused(error instanceof Error ? error : new Error(String(error)))
      return null
    }
  }

  /** A segment ends with the state hash, which should have little left to look at by then. */
  function hashSoon(): void {
    if (isHashing) return
    isHashing = true
    clock.setTimer(() => hashPart(order, order.unhashed), HASH_MS)
  }

  /** A part in each task of what had changed by then; what changes again meanwhile waits for the next time. */
  function hashPart(own: Order, left: number): void {
    own.hashSome(chunk)
    isHashing = left - chunk > chunk
    if (isHashing) clock.setTimer(() => hashPart(own, left - chunk), 0)
    else if (order.unhashed > chunk) hashSoon()
  }

  /** Pages the main thread names as wanted although they are here: it has let them go (Mirror). */
  function askedAgain(draft: AppDraft | null): Touched[] {
    if (draft?.type !== 'release.pagesWanted') return []
    const { queryId, pages } = draft.payload
    return pages.flatMap((page) => {
      const id = pageId(queryId, page)
      const ids = order.store.get('page', id)?.ids
      return ids ? [...ids.map((release): Touched => ({ kind: 'release', id: release })), { kind: 'page', id }] : []
    })
  }

  /**
   * Sends what changed. What is much goes in parts, a task each, and what changes meanwhile goes with the last, which
   * also brings the numbers and the facts that belong to all of it: changed again and again it would have no end.
   */
  function send(): void {
    if (timer !== null) clock.clearTimer(timer)
    timer = null
    if (fresh) again.addAll(order.store.all())
    if (fresh || unsent === null) {
      unsent = again.size + order.untaken
      isFlood = unsent > chunk
    }
    const most = unsent > chunk ? chunk : Number.POSITIVE_INFINITY
    const part = again.take(most)
    part.push(...order.takeTouched(most - part.length))
    const changes = changesOf(part)
    unsent -= part.length
    if (unsent > 0) {
      parts.send({ ack, fresh, changes, heard: [], more: true })
      sendSoon(0)
    } else {
      parts.send({ ack, fresh, changes, heard })
      heard = []
      unsent = null
    }
    fresh = false
    sentAt = time.now()
  }

  const queued = (): Queued => ({ ...order.store.single('queue'), ...order.store.single('queuePending') })

  /** Each release of thousands that are added brings both lists of the queue anew; a song that begins is not kept back. */
  const movesLongQueue = (before: Queued, now: Queued): boolean =>
    (before.items !== now.items || before.choices !== now.choices) &&
    before.selectedSong === now.selectedSong &&
    now.items.length + now.choices.length > chunk

  const hasNews = () => fresh || again.size > 0 || order.untaken > 0 || heard.length > 0

  function changesOf(touched: readonly Touched[]): EntityChange[] {
    const asText = touched.length > AS_OBJECTS
    return touched.map(({ kind, id }) => {
      const entity = order.store.get(kind, id)
      if (entity === undefined) return { kind, id, gone: true }
      return asText ? { kind, id, text: JSON.stringify(entity) } : { kind, id, entity }
    })
  }

  return {
    async open(draft) {
      start(draft)
      enter({ draft, source: 'platform', cause: null, at: draft.payload.startedAt, isWish: false })
      send()
    },
    hear(message) {
      if (isSpoilt) return
      let hasWish = false
      for (const { wish, at, source, draft: told } of message) {
        ack = wish
        const draft = parsed(told)
        // What is refused may have been echoed, as a wish is.
        const isWish = draft === null || definitionOf(draft).kind === 'wish'
        hasWish ||= isWish
        const failure = draft ? null : failureOf(told)
        if (draft) enter({ draft, source, cause: null, at, isWish })
        else if (failure) enter({ draft: failure, source: 'playlists', cause: null, at, isWish: false })
        again.addAll(askedAgain(draft))
      }
      // What waited for company in the page waits for none here (Outbox).
      if (!hasWish && message.length > 1) void writer?.flush()
      if (!hasWish && !hasNews()) return
      const now = time.now()
      if (now - answeredAt < BATCH_MS) return sendSoon()
      answeredAt = now
      send()
    },
    facts(facts) {
      const at = clock.now()
      const before = queued()
      for (const { draft: told, source, cause } of facts) {
        const draft = parsed(told)
        if (draft) enterApart({ draft, source, cause, at, isWish: false })
      }
      // What the main thread has to do waits for no list.
      const inFlood = isFlood && time.now() - sentAt < FLOOD_MS
      sendSoon((inFlood || movesLongQueue(before, queued())) && heard.length === 0 ? FLOOD_MS : BATCH_MS)
    },
    flush: async () => writer?.flush(),
    hash: () => ({ seq: order.seq, state: order.hash() }),
    depth: () => ({
      seq: order.seq,
      unsent: again.size + order.untaken,
      unhashed: order.unhashed,
      unstored: writer?.unstored ?? 0,
    }),
  }
}
