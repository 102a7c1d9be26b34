/**
 * The main thread's copy of what it looks at, always one press ahead of the state worker.
 *
 * A wish is reduced here at once (the echo) and sent. A batch that comes back carries the number of the
 * last wish in it. Then: what the echoes changed is put back to what was confirmed, the batch is applied,
 * and the wishes that are still on their way are reduced again on top.
 *
 * The reducers come after the first screen. Until then a wish is echoed by the few that are here, and shows when the
 * worker answers or the reducers come (waiting.ts).
 *
 * Pages of lists that nobody shows are let go, with the releases only they named: who scrolls past a hundred
 * thousand releases keeps the few hundred around the place that is shown. The worker has them all and sends a page
 * again when it is named as wanted.
 *
 * Invariant: with no wish pending, the mirror holds exactly what the worker sent, but for pages let go.
 */
import type { FromState } from '#core/contracts/state.ts'
import type { AppEvent } from '#core/events/index.ts'
import type { Entities, Kind } from '#core/model/entities.ts'
import { splitPageId } from '#core/reducers/catalogue/pages.ts'
import { Store, type Touched } from '#core/reducers/store.ts'
import { Touches } from '#core/reducers/touches.ts'

/** Pages kept here besides those that are shown: 20 of 40 releases are eight screens of a wide monitor. */
export const PAGES_KEPT = 20
/** Pages of a list that is not shown lie farther away than any of one that is. */
const FAR = Number.MAX_SAFE_INTEGER

/** So many changes of a batch are held against what is shown: more are shown in a task of their own anyway. */
const COMPARED = 50
/** And so many of one that may have been echoed: to read thousands only to find them alike is a long task (H-012). */
const ECHOES_COMPARED = 500

/** The first release a page names, in its text; of a page that is written otherwise it finds nothing. */
const FIRST_NAME = /^{"ids":\["([^"\\]+)"/

interface Pending {
  readonly wish: number
  readonly event: AppEvent
}

/** As `keepEqual` of the reducers, which comes with them: a few echoes before that are drawn twice. */
type Keep = (before: unknown, now: unknown) => unknown
type Reduce = (state: Store, event: AppEvent) => void
/** Whether anybody shows a page, by its id. */
export type IsShown = (pageId: string) => boolean

export class Mirror {
  #reduceOne: Reduce
  #keep: Keep
  #isWhole: boolean
  readonly #isShownPage: IsShown
  #store = new Store()
  #pending: Pending[] = []
  /** Parts of a batch whose rest has not come yet. */
  #early: FromState[] = []
  /** What stood here before the pending wishes were echoed, by entity. */
  #confirmed = new Stood()

  /** Pages that are here, the one that came longest ago first, with the releases they name. */
  readonly #pages = new Map<string, readonly string[]>()
  /** How many of the pages here name a release. */
  readonly #named = new Map<string, number>()

  /**
   * @param reduce what a wish is echoed by
   * @param isWhole false: by few of the reducers, until all have come (`echoBy`)
   * @param isShownPage a page of which it says so is never let go
   * @param keep what of an answer is kept as it is shown
   */
  constructor(reduce: Reduce, isWhole = true, isShownPage: IsShown = () => false, keep: Keep = (_, now) => now) {
    this.#reduceOne = reduce
    this.#keep = keep
    this.#isWhole = isWhole
    this.#isShownPage = isShownPage
  }

  /** Whether every wish shows: all reducers are here, or none is on its way. */
  get isShown(): boolean {
    return this.#isWhole || this.#pending.length === 0
  }

  /** From now on wishes are echoed by all reducers, and so are those that wait. @returns what changed */
  echoBy(reduce: Reduce, keep: Keep): Touched[] {
    this.#reduceOne = reduce
    this.#keep = keep
    this.#isWhole = true
    const changed = new Touches()
    this.#confirmed.putBack(this.#store)
    this.#confirmed.clear()
    changed.addAll(this.#store.takeTouched())
    changed.addAll(this.#reduce(this.#pending.map((pending) => pending.event)))
    return changed.take()
  }

  get store(): Store {
    return this.#store
  }

  /** Reduces a wish that is sent with this number. @returns what changed */
  echo(wish: number, event: AppEvent): Touched[] {
    this.#pending.push({ wish, event })
    return this.#reduce([event])
  }

  /** Applies a batch, once all of it is there. @returns what may look different now */
  confirm(part: FromState): Touched[] {
    // What was on its way of a state that is over belongs to nobody.
    if (part.fresh) this.#early = []
    this.#early.push(part)
    if (part.more) return []
    const batch = {
      ack: part.ack,
      fresh: this.#early.some((early) => early.fresh),
      changes: this.#early.flatMap((early) => early.changes),
    }
    this.#early = []
    const changed = new Touches()
    const echoed = this.#confirmed.asShown(this.#store)
    const before = new Stood()
    if (batch.fresh) {
      changed.addAll(this.#store.all())
      this.#store = new Store()
      this.#confirmed.clear()
      this.#pages.clear()
      this.#named.clear()
    }
    if (batch.changes.length <= COMPARED) for (const { kind, id } of batch.changes) before.keep(kind, id, this.#store)
    this.#confirmed.putBack(this.#store)
    this.#confirmed.clear()
    for (const change of batch.changes) {
      if ('entity' in change) this.#store.set(change.kind, change.id, change.entity as never)
      else if ('text' in change) this.#store.setText(change.kind, change.id, change.text)
      else this.#store.drop(change.kind, change.id)
    }
    for (const change of batch.changes)
      if (change.kind === 'page') this.#keepPage(change.id, 'text' in change ? change.text : undefined)
    changed.addAll(this.#store.takeTouched())
    this.#pending = this.#pending.filter((pending) => pending.wish > batch.ack)
    changed.addAll(this.#reduce(this.#pending.map((pending) => pending.event)))
    if (this.#pending.length === 0) this.#letGo()
    const touched = changed.take()
    if (batch.fresh || batch.changes.length > ECHOES_COMPARED) return touched
    return touched.filter(({ kind, id }) => !this.#isAsShown(echoed, before, kind, id))
  }

  /**
   * A wish that led to what was echoed changes nothing that is shown, and a song that plays on is the same object: what
   * was shown stays wherever it still says the same, so that nothing of it is drawn anew. What the worker wrote anew and
   * was not echoed is told as it came, also where it is a mere copy: somebody is to look at it again.
   */
  #isAsShown(echoed: Stood, before: Stood, kind: Kind, id: string): boolean {
    const isEchoed = echoed.has(kind, id)
    const was = (isEchoed ? echoed : before).get(kind, id)
    if (was === undefined) return isEchoed && !this.#store.has(kind, id)
    const now = this.#store.get(kind, id)
    const kept = this.#keep(was, now)
    if (kept === was && !isEchoed) return false
    if (kept !== now) {
      this.#store.set(kind, id, kept as never)
      this.#store.takeTouched()
    }
    return kept === was
  }

  /**
   * A page some of whose releases were let go is let go as well: it is whole when it is asked for. A mark moves every page
   * of a long list, and those that were let go are nearly all of them: where the first release is missing none is read.
   * @param text as it came, unread
   */
  #keepPage(id: string, text = ''): void {
    for (const name of this.#pages.get(id) ?? []) this.#unname(name)
    const first = FIRST_NAME.exec(text)?.[1]
    const isLetGo = first !== undefined && !this.#store.has('release', first)
    const ids = isLetGo ? undefined : this.#store.get('page', id)?.ids
    if (!ids?.every((name) => this.#store.has('release', name))) {
      this.#pages.delete(id)
      return this.#store.drop('page', id)
    }
    this.#pages.set(id, ids)
    for (const name of ids) this.#named.set(name, (this.#named.get(name) ?? 0) + 1)
  }

  /** @returns true when no page that is here names it any more */
  #unname(id: string): boolean {
    const left = (this.#named.get(id) ?? 1) - 1
    if (left > 0) this.#named.set(id, left)
    else this.#named.delete(id)
    return left <= 0
  }

  /**
   * Those farthest from the pages that are shown go first, so that scrolling back and forth lets go of what lies behind;
   * of lists that nobody shows those that came longest ago. Quietly: the next to show one of them names it as wanted.
   */
  #letGo(): void {
    if (this.#pages.size <= PAGES_KEPT) return
    const all = [...this.#pages.keys()].map((id) => ({ id, isShown: this.#isShownPage(id), ...splitPageId(id) }))
    const shown = all.filter((page) => page.isShown)
    const steps = ({ queryId, page }: { readonly queryId: string; readonly page: number }) =>
      shown.reduce((least, at) => (at.queryId === queryId ? Math.min(least, Math.abs(at.page - page)) : least), FAR)
    const idle = all.filter((page) => !page.isShown).map(({ id, ...place }) => ({ id, far: steps(place) }))
    idle.sort((a, b) => b.far - a.far)
    for (const { id } of idle.slice(0, Math.max(0, idle.length - PAGES_KEPT))) {
      const names = this.#pages.get(id) ?? []
      this.#pages.delete(id)
      this.#store.drop('page', id)
      for (const name of names) if (this.#unname(name)) this.#store.drop('release', name)
    }
    this.#store.takeTouched()
  }

  /** Applies an event for good: the state worker is gone and nobody will confirm it. */
  apply(event: AppEvent): Touched[] {
    this.#reduceOne(this.#store, event)
    return this.#store.takeTouched()
  }

  #reduce(events: readonly AppEvent[]): Touched[] {
    const echo = new Echo(this.#store, this.#confirmed)
    for (const event of events) this.#reduceOne(echo, event)
    return this.#store.takeTouched()
  }
}

/** What stood in a store before it was written to, by table and id. */
class Stood {
  readonly #kinds = new Map<Kind, Map<string, Entities[Kind] | undefined>>()

  /** Remembers what stands there now, unless something is remembered already. */
  keep(kind: Kind, id: string, store: Store): void {
    const ids = this.#kinds.get(kind) ?? new Map<string, Entities[Kind] | undefined>()
    if (ids.size === 0) this.#kinds.set(kind, ids)
    if (!ids.has(id)) ids.set(id, store.get(kind, id))
  }

  has(kind: Kind, id: string): boolean {
    return this.#kinds.get(kind)?.has(id) ?? false
  }

  get(kind: Kind, id: string): Entities[Kind] | undefined {
    return this.#kinds.get(kind)?.get(id)
  }

  /** Of all that is remembered, what stands there now. */
  asShown(store: Store): Stood {
    const shown = new Stood()
    for (const [kind, ids] of this.#kinds) for (const id of ids.keys()) shown.keep(kind, id, store)
    return shown
  }

  putBack(store: Store): void {
    for (const [kind, ids] of this.#kinds)
      for (const [id, entity] of ids)
        if (entity === undefined) store.drop(kind, id)
        else store.set(kind, id, entity as never)
  }

  clear(): void {
    this.#kinds.clear()
  }
}

/** A store that writes through and has remembered what stood there before the first write. */
class Echo extends Store {
  readonly #under: Store
  readonly #stood: Stood

  constructor(under: Store, stood: Stood) {
    super()
    this.#under = under
    this.#stood = stood
  }

  override get<K extends Kind>(kind: K, id: string): Readonly<Entities[K]> | undefined {
    return this.#under.get(kind, id)
  }

  override ids(kind: Kind): IterableIterator<string> {
    return this.#under.ids(kind)
  }

  override each<K extends Kind>(kind: K, look: (entity: Readonly<Entities[K]>, id: string) => void): void {
    this.#under.each(kind, look)
  }

  override has(kind: Kind, id: string): boolean {
    return this.#under.has(kind, id)
  }

  override set<K extends Kind>(kind: K, id: string, entity: Entities[K]): void {
    this.#stood.keep(kind, id, this.#under)
    this.#under.set(kind, id, entity)
  }

  override drop(kind: Kind, id: string): void {
    this.#stood.keep(kind, id, this.#under)
    this.#under.drop(kind, id)
  }
}
