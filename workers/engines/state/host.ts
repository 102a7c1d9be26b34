/**
 * The life of the state worker: wishes and facts come in, get their place, change the state, and what
 * changed goes out (sending.ts).
 *
 *   wish ─▶ order.append ─▶ engines ─▶ batch (at once, of many at most every 16 ms)
 *   fact ─▶ order.append ─▶ engines ─▶ batch (at most every 16 ms)
 *
 * When a session ends its log is closed and a new one begins with a fresh state.
 */
import type { Reported } from '#core/contracts/engine.ts'
import type { FromState, Sent } from '#core/contracts/state.ts'
import { appClockPutBack, appLogLost, appOpened } from '#core/events/app.ts'
import { type AppDraft, definitionOf, isHeard, parseDraft } from '#core/events/index.ts'
import { sessionAbsent } from '#core/events/people/session.ts'
import { Order } from '#core/log/order.ts'
import { isPublicSession } from '#core/model/people/publicSession.ts'
import { type Clock, steady } from '#workers/api/transport/clock.ts'
import type { Engine } from '../engine.ts'
import { createHashing } from './hashing.ts'
import { createLogLife, type Opened } from './logLife.ts'
import type { LogPort } from './logWriter.ts'
import { failureOf } from './refusedWish.ts'
import { createSending } from './sending.ts'

/** What is more is sent, and hashed, in a task each: ten thousand jobs change at one press. */
const CHUNK = 500

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
  open(opened: Opened): Promise<void>
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
  let opened: Opened | null = null
  const life = createLogLife({
    clock,
    time,
    log: parts.log,
    mint: parts.mint,
    lost(reason) {
      enterApart({ draft: appLogLost({ reason }), source: 'platform', cause: null, at: clock.now(), isWish: false })
      sending.soon()
    },
  })
  const sending = createSending({ clock, time, chunk, order: () => order, send: parts.send })
  const hashSoon = createHashing(clock, chunk, () => order)
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
      sending.stop()
      // This worker is given up for an error nobody caught: what waits for its segment to be full would go with it.
      void life.writer?.flush()
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
    const byMs = life.putBack()
    // Before what happens next, whose time of day is read from the state.
    if (byMs > 0)
      place({ draft: appClockPutBack({ byMs }), source: 'platform', cause: null, at: clock.now(), isWish: false })
    place(entry)
  }

  function place({ draft, source, cause, at, isWish }: (typeof queue)[number]): void {
    // Whose session ended leaves the page first, and all that was open of it: two at once would look like one (H-483).
    if (draft.type === 'session.started') sending.apart()
    const event = order.place(draft, { source, cause, t: life.timeOf(at) })
    for (const engine of engines) engine.before?.(event, order.store)
    try {
      order.apply(event)
    } finally {
      // Behind its reducers, for a segment that is full ends with the state hash; and also when one of them throws:
      // of all events it is this one somebody will look for in the log.
      if (isPublicSession(event)) life.writer?.forget()
      if (event.seq > 0) life.writer?.add(event)
    }
    if (!isWish && isHeard(event)) sending.heard(event)
    for (const engine of engines) engine.accept(event, order.store)
    if (order.unhashed > chunk) hashSoon()
    if (event.type === 'session.started') life.writer?.own(event.payload.claims.playerid)
    if (event.type === 'session.ended') beginAnew()
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

  function start(draft: Opened): void {
    opened = draft
    order = newOrder()
    sending.begin()
    life.begin(draft, order)
  }

  function parsed(draft: unknown): AppDraft | null {
    try {
      return parseDraft(draft)
    } catch (error) {
      parts.refused(error instanceof Error ? error : new Error(String(error)))
      return null
    }
  }

  return {
    async open(draft) {
      start(draft)
      enter({ draft, source: 'platform', cause: null, at: draft.payload.startedAt, isWish: false })
      sending.send()
    },
    hear(message) {
      if (isSpoilt) return
      let hasWish = false
      for (const { wish, at, source, draft: told } of message) {
        const draft = parsed(told)
        // What is refused may have been echoed, as a wish is.
        const isWish = draft === null || definitionOf(draft).kind === 'wish'
        hasWish ||= isWish
        const failure = draft ? null : failureOf(told)
        if (draft) enter({ draft, source, cause: null, at, isWish })
        else if (failure) enter({ draft: failure, source: 'playlists', cause: null, at, isWish: false })
        sending.acknowledge(wish, draft)
      }
      // What waited for company in the page waits for none here (Outbox).
      if (!hasWish && message.length > 1) void life.writer?.flush()
      sending.answer(hasWish)
    },
    facts(facts) {
      const at = clock.now()
      const before = sending.queued()
      for (const { draft: told, source, cause } of facts) {
        const draft = parsed(told)
        if (draft) enterApart({ draft, source, cause, at, isWish: false })
      }
      sending.gather(before)
    },
    flush: async () => life.writer?.flush(),
    hash: () => ({ seq: order.seq, state: order.hash() }),
    depth: () => ({
      seq: order.seq,
      unsent: sending.unsent,
      unhashed: order.unhashed,
      unstored: life.writer?.unstored ?? 0,
    }),
  }
}
