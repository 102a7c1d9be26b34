/**
 * Keeps the marks that wait on this device (H-570), for after a reload, a crash or an expired session: the next page of
 * the same player wishes for them again, as one wish. They may be made twice, which does the same. Who signs out takes
 * them along. What cannot be read or written is not kept, and the page asks before it goes (H-518).
 *
 * Each mark has a record of its own, so that a press writes a few hundred bytes, at once; what was answered is removed a
 * second later, with whatever else was. Records are those of a page, named by a lock it holds while its session lasts:
 * what a page left that is gone belongs to the first that takes its lock, be it one that lived beside it, and that of
 * one that lives to nobody else.
 */
import * as z from 'zod/mini'
import { decisionTakenBack } from '#core/events/decisions.ts'
import type { AppEvent } from '#core/events/index.ts'
import { libraryMarksKept, libraryMarksRequested } from '#core/events/library.ts'
import { targetId } from '#core/model/library/library.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'
import type { Clock, Timer } from '#workers/api/transport/clock.ts'
import type { Engine, Report } from '../engine.ts'
import type { Store } from '../storage.ts'
import { isBusy, KeptMark, waitingMarks } from './keptMarks.ts'

/** What was answered stands there for so long at most, ms. */
const REMOVE_AFTER_MS = 1000
/** What no visit took up for so long is dropped, ms: nobody means it any more. */
const STALE_MS = 30 * 86_400_000

export interface KeptMarksParts {
  readonly clock: Clock
  readonly report: Report
  readonly mint: () => string
  readonly store: Pick<Store, 'entries' | 'keys' | 'write'>
  /** As `takeLock`. */
  readonly take: (name: string, signal?: AbortSignal) => Promise<(() => Promise<void>) | null>
  /** Whether this page may leave anything on this device. */
  readonly mayKeep: () => boolean
}

interface Left extends KeptMark {
  readonly key: string
  readonly text: string
}

interface Owner {
  readonly playerid: string
  readonly page: string
  /** What waits now. */
  read: () => Waiting
  /** Let go of the locks it holds; none while nothing can be kept. */
  readonly locks: (() => Promise<void>)[]
  /** Other pages it has asked for the lock of, and whether it has it. */
  readonly pages: Map<string, boolean>
  /** Ends with the session. */
  readonly over: AbortController
  /** Records as they stand there, by key. */
  held: ReadonlyMap<string, string>
  /** When each wish was seen first, ms since 1970, no two at once. */
  seen: Map<string, number>
  lastAt: number
  /** What earlier pages left and is not wished for again yet: something is being made of its target. */
  left: readonly Left[]
}

interface Waiting {
  readonly texts: ReadonlyMap<string, string>
  readonly wishes: ReadonlySet<string>
}

export function createKeptMarksEngine(parts: KeptMarksParts): Engine {
  const { clock, report, mint, store, take, mayKeep } = parts
  let owner: Owner | null = null
  let timer: Timer | null = null
  /** Whose writing stands in line and has not begun. */
  let putting: Owner | null = null
  /** What is asked of the store stands in line. */
  let working: Promise<unknown> = Promise.resolve()

  const inLine = (work: () => Promise<unknown>) => {
    working = working.then(work).catch(() => undefined)
  }

  function begin(playerid: string, state: ReadonlyStore, cause: number): void {
    const one: Owner = {
      playerid,
      page: mint(),
      read: () => waitingOf(one, state),
      locks: [],
      pages: new Map(),
      over: new AbortController(),
      held: new Map(),
      seen: new Map(),
      lastAt: 0,
      left: [],
    }
    owner = one
    look(one, state, cause)
  }

  function look(one: Owner, state: ReadonlyStore, cause: number): void {
    inLine(() => restore(one, state, cause))
    write(one, state)
  }

  /** Takes over what pages left that are gone, and waits for the end of the others. */
  async function restore(one: Owner, state: ReadonlyStore, cause: number): Promise<void> {
    if (!mayKeep() || owner !== one) return
    const { pages } = one
    if (one.locks.length === 0) {
      const own = await take(lockOf(one.page))
      if (!own) return
      one.locks.push(own)
    }
    const held = new Map(one.held)
    const left: Left[] = []
    for (const [key, value] of await store.entries()) {
      const [player = '', page = ''] = key.split('/')
      if (player !== encodeURIComponent(one.playerid) || page === encodeURIComponent(one.page)) continue
      if (held.has(key)) continue
      if (!pages.has(page)) {
        const lock = await take(lockOf(page))
        if (lock) one.locks.push(lock)
        else void outlive(one, page, state, cause)
        pages.set(page, lock !== null)
      }
      if (!pages.get(page)) continue
      const text = String(value)
      held.set(key, text)
      const mark = readMark(text)
      if (mark && clock.now() - mark.at < STALE_MS) left.push({ key, text, ...mark })
    }
    if (owner !== one) return
    one.held = held
    one.left = [...one.left, ...left].sort((a, b) => a.at - b.at)
    wishAgain(one, state, cause)
  }

  /** Takes over what a page leaves that lives still: it may be another tab, or the one of before that ends just now. */
  async function outlive(one: Owner, page: string, state: ReadonlyStore, cause: number): Promise<void> {
    const lock = await take(lockOf(page), one.over.signal)
    if (!lock) return
    if (owner !== one) return void lock()
    one.locks.push(lock)
    one.pages.set(page, true)
    look(one, state, cause)
  }

  /** Wishes again for what was left, of one target one after the other: the newest wish is the last. */
  function wishAgain(one: Owner, state: ReadonlyStore, cause: number): void {
    if (one.left.length === 0) return
    const targets = new Set<string>()
    const free: Left[] = []
    one.left = one.left.filter((mark) => {
      const isFree = !targets.has(targetId(mark.change)) && !isBusy(state, mark.change)
      targets.add(targetId(mark.change))
      if (isFree) free.push(mark)
      return !isFree
    })
    for (const isBack of [false, true]) {
      const changes = free.filter(({ back = false }) => back === isBack).map(({ change }) => change)
      if (changes.length === 0) continue
      const requestId = mint()
      report(libraryMarksRequested({ requestId, changes }), cause)
      if (isBack) report(decisionTakenBack({ id: requestId, requestId: mint(), returns: true }), cause)
    }
  }

  function waitingOf(one: Owner, state: ReadonlyStore): Waiting {
    const texts = new Map(one.left.map(({ key, text }) => [key, text]))
    const wishes = new Set<string>()
    const before = one.seen
    one.seen = new Map()
    for (const { wish, ...mark } of waitingMarks(state)) {
      const at = before.get(wish) ?? one.seen.get(wish) ?? Math.max(clock.now(), one.lastAt + 1)
      one.lastAt = Math.max(one.lastAt, at)
      one.seen.set(wish, at)
      wishes.add(wish)
      const key = [one.playerid, one.page, wish].map(encodeURIComponent).join('/')
      texts.set(`${key}/${targetId(mark.change)}`, JSON.stringify({ at, ...mark }))
    }
    return { texts, wishes }
  }

  async function put(one: Owner, state: ReadonlyStore): Promise<void> {
    if (one.locks.length === 0 || !mayKeep()) return
    const { texts, wishes } = one.read()
    const changes = [...texts].filter(([key, text]) => one.held.get(key) !== text) as [string, unknown][]
    for (const key of one.held.keys()) if (!texts.has(key)) changes.push([key, undefined])
    if (changes.length > 0) await store.write(changes)
    one.held = texts
    if (owner !== one) return
    // A way back has its wish only once what it takes back is answered.
    const requestIds = [...wishes].filter((wish) => {
      const request = state.get('markRequest', wish)
      return request && !request.kept
    })
    if (requestIds.length > 0) report(libraryMarksKept({ requestIds }), null)
  }

  function write(one: Owner, state: ReadonlyStore): void {
    if (timer !== null) clock.clearTimer(timer)
    timer = null
    // One that stands in line reads what waits when its turn comes: of many presses in a row all at once.
    if (putting === one) return
    putting = one
    inLine(() => {
      putting = null
      return put(one, state)
    })
  }

  function end(one: Owner, state: ReadonlyStore, isGoodbye: boolean): void {
    owner = null
    one.over.abort()
    if (isGoodbye) {
      if (timer !== null) clock.clearTimer(timer)
      timer = null
      inLine(() => forget(one.playerid))
    } else write(one, state)
    inLine(() => Promise.all(one.locks.splice(0).map((letGo) => letGo())))
  }

  async function forget(playerid: string): Promise<void> {
    const all = (await store.keys()).filter((key) => key.startsWith(`${encodeURIComponent(playerid)}/`))
    await store.write(all.map((key) => [key, undefined]))
  }

  return {
    before(event) {
      if (event.type !== 'session.ended' || !owner) return
      // The event takes them away.
      const last = owner.read()
      owner.read = () => last
    },
    accept(event, state) {
      if (event.type === 'session.started') {
        const { playerid } = event.payload.claims
        if (owner?.playerid !== playerid) begin(playerid, state, event.seq)
        return
      }
      if (!owner) return
      if (event.type === 'session.ended') return end(owner, state, event.payload.reason !== 'expired')
      const one = owner
      if (isLook(event)) return look(one, state, event.seq)
      // Whoever makes the page anew now would have it made again.
      const isLast = state.ids('marking').next().done || event.type === 'app.hidden'
      if (isWished(event) || (isLast && (isSettled(event) || timer !== null))) write(one, state)
      else if (isSettled(event)) timer ??= clock.setTimer(() => write(one, state), REMOVE_AFTER_MS)
      else return
      // Behind what other engines make of the same event: what is taken back here goes before what was left.
      if (one.left.length > 0) queueMicrotask(() => owner === one && wishAgain(one, state, event.seq))
    },
  }
}

const isWished = ({ type }: AppEvent): boolean => type === 'library.marksRequested' || type === 'decision.takenBack'

/** Another page may have left something, or gone, since it was looked for. */
const isLook = ({ type }: AppEvent): boolean =>
  type === 'app.wentOnline' || type === 'app.shown' || type === 'session.refreshed'

const isSettled = ({ type }: AppEvent): boolean => type === 'library.markAnswered' || type === 'library.markFailed'

const lockOf = (page: string) => `marks-${page}`

/** What no build of ours wrote is none. */
function readMark(text: string): KeptMark | null {
  try {
    return z.parse(KeptMark, JSON.parse(text))
  } catch {
    return null
  }
}
