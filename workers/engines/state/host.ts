/**
 * The life of the state worker: wishes and facts come in, get their place, change the state, and what
 * changed goes out. Wishes are answered at the end of their own message; facts gather for at most 16 ms.
 *
 *   wish ─▶ order.append ─▶ engines ─▶ batch (at once)
 *   fact ─▶ order.append ─▶ engines ─▶ batch (at most every 16 ms)
 *
 * When a session ends its log is closed and a new one begins with a fresh state.
 */
import type { Reported } from '#core/contracts/engine.ts'
import type { EntityChange, FromState, ToState } from '#core/contracts/state.ts'
import { appLogLost, appOpened } from '#core/events/app.ts'
import { type AppDraft, type AppEvent, definitionOf, parseDraft } from '#core/events/index.ts'
import { Order } from '#core/log/order.ts'
import type { Touched } from '#core/reducers/store.ts'
import type { Clock, Timer } from '#workers/api/clock.ts'
import type { Engine } from '../engine.ts'
import { type LogPort, LogWriter } from './logWriter.ts'

/** Facts wait this long for company. */
const FACTS_MS = 16
/** Up to this many entities travel as objects; more as text, parsed by whoever reads them first. */
const AS_OBJECTS = 20
const CHUNK = 500

export interface HostParts {
  readonly clock: Clock
  readonly mint: () => string
  readonly engines: readonly Engine[]
  readonly log: LogPort
  readonly send: (batch: FromState) => void
}

export interface Host {
  /** Begins the first log. */
  open(opened: Extract<AppDraft, { type: 'app.opened' }>): Promise<void>
  /** A message of the main thread. @throws EventError when it is no event */
  wish(message: ToState): void
  /** Facts of an engine, here or in another worker. */
  facts(facts: readonly Reported[]): void
  flush(): Promise<void>
  hash(): { seq: number; state: string }
}

export function createHost(parts: HostParts): Host {
  const { clock, engines } = parts
  let order = new Order()
  let writer: LogWriter | null = null
  let opened: Extract<AppDraft, { type: 'app.opened' }> | null = null
  let ack = 0
  let fresh = true
  let timer: Timer | null = null
  let heard: AppEvent[] = []
  let queue: { draft: AppDraft; source: Reported['source']; cause: number | null; at: number; isWish: boolean }[] = []
  let applying = false

  /** One event after the other, also when an engine answers at once. */
  function enter(...entries: typeof queue): void {
    queue.push(...entries)
    if (applying) return
    applying = true
    try {
      for (let entry = queue.shift(); entry; entry = queue.shift()) apply(entry)
    } finally {
      applying = false
      queue = []
    }
  }

  function apply({ draft, source, cause, at, isWish }: (typeof queue)[number]): void {
    const startedAt = opened?.payload.startedAt ?? at
    const event = order.append(draft, { source, cause, t: at - startedAt })
    if (event.seq > 0) writer?.add(event)
    if (!isWish && definitionOf(draft).heard) heard.push(event)
    for (const engine of engines) engine.accept(event, order.store)
    if (event.type === 'session.started') writer?.own(event.payload.claims.playerid)
    if (event.type === 'session.ended') beginAnew()
  }

  /** The log of a session ends with it; what comes next is another log, of nobody yet. */
  function beginAnew(): void {
    if (!opened) return
    const online = order.store.single('app').online
    start(appOpened({ ...opened.payload, startedAt: clock.now(), online }))
    // Nothing was kept of this session, so there is none to restore.
    queue.push({
      draft: { type: 'session.absent', v: 1, payload: {} },
      source: 'session',
      cause: null,
      at: clock.now(),
      isWish: false,
    })
  }

  function start(draft: Extract<AppDraft, { type: 'app.opened' }>): void {
    opened = draft
    order = new Order()
    fresh = true
    const { startedAt, build } = draft.payload
    writer = new LogWriter({
      log: parts.log,
      clock,
      header: { format: 'evlog', version: 1, logId: parts.mint(), build, startedAt },
      hash: () => order.hash(),
      after: writer?.close() ?? Promise.resolve(),
      lost: (reason) =>
        enter({ draft: appLogLost({ reason }), source: 'platform', cause: null, at: clock.now(), isWish: false }),
    })
    enter({ draft, source: 'platform', cause: null, at: startedAt, isWish: false })
  }

  function flushFacts(): void {
    timer = null
    send()
  }

  function send(): void {
    if (timer !== null) clock.clearTimer(timer)
    timer = null
    const touched = order.takeTouched()
    const all = fresh ? [...order.store.all()] : touched
    let rest = changesOf(all)
    do {
      const changes = rest.slice(0, CHUNK)
      rest = rest.slice(CHUNK)
      parts.send({ ack, fresh, changes, heard: rest.length === 0 ? heard : [] })
      fresh = false
    } while (rest.length > 0)
    heard = []
  }

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
      send()
    },
    wish({ wish, at, source, draft }) {
      const parsed = parseDraft(draft)
      ack = wish
      enter({ draft: parsed, source, cause: null, at, isWish: definitionOf(parsed).kind === 'wish' })
      send()
    },
    facts(facts) {
      const at = clock.now()
      enter(
        ...facts.map(({ draft, source, cause }) => ({ draft: parseDraft(draft), source, cause, at, isWish: false })),
      )
      timer ??= clock.setTimer(flushFacts, FACTS_MS)
    },
    flush: async () => writer?.flush(),
    hash: () => ({ seq: order.seq, state: order.hash() }),
  }
}
