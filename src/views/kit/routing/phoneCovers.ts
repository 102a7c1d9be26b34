/**
 * How Back closes what lies over the page of a phone: each cover has an entry of the history, which the router never
 * hears of: the way back from it changes nothing on the page. What closes otherwise takes its entry away again, and
 * where the page goes elsewhere from under a cover, no entry of it stays between the two pages.
 */
import type { RouterHistory } from './router.ts'

interface Entry {
  readonly idx: number
  readonly key?: string
  /** How many covers lie over the page at this entry; nothing at the page's own. */
  readonly covered?: number
}

/** What covers the page, the last on top. */
let covers: readonly (() => void)[] = []
/** Ways through the history that were asked for and have not arrived, in order. */
const ways: { readonly isOurs: boolean }[] = []
/** What shall be written into the history once those are over: until then it would be written at another entry. */
const waiting: (() => void)[] = []
/** The page's own entry as it shall be, whatever lies over it. */
let page: { readonly state: Entry; readonly url: string } | null = null
let isDue = false
let phones: MediaQueryList | null = null

/** A way that arrives nowhere, as beyond the ends of the history, is given up after this, ms. */
const LOST_MS = 1000

const depthOf = (state: unknown): number => Number((state as Entry | null)?.covered ?? 0)
const isOurWay = () => ways.some(({ isOurs }) => isOurs)

function ownEntry(): NonNullable<typeof page> {
  const { covered, idx = 0, ...state } = (history.state ?? {}) as Partial<Entry>
  return { state: { ...state, idx: idx - depthOf({ covered }) }, url: location.href }
}

function entryAt({ state }: NonNullable<typeof page>, depth: number): Entry {
  return depth === 0 ? state : { ...state, idx: state.idx + depth, covered: depth }
}

function go(delta: number, isOurs: boolean): void {
  const way = { isOurs }
  ways.push(way)
  history.go(delta)
  setTimeout(() => {
    if (!ways.includes(way)) return
    ways.splice(ways.indexOf(way), 1)
    arrived()
  }, LOST_MS)
}

function arrived(): void {
  if (!isOurWay()) for (const write of waiting.splice(0)) write()
  settle()
}

function onPop(event: PopStateEvent): void {
  const depth = depthOf(event.state)
  const way = ways.shift()
  const isHere = page !== null && ((event.state as Entry | null)?.idx ?? 0) === page.state.idx + depth
  if (page === null || way?.isOurs === false || !(way || isHere)) {
    page = ownEntry()
    return arrived()
  }
  // Under a cover the page may have been given another address.
  if ((event.state as Entry | null)?.key !== page.state.key) history.replaceState(entryAt(page, depth), '', page.url)
  if (!way && depth < covers.length) covers.at(-1)?.()
  // The router would read it as the way to another page.
  event.stopImmediatePropagation()
  arrived()
}

/** As many entries as there are covers. After the present task: one may follow another, and one may refuse to close. */
function settle(): void {
  if (isDue) return
  isDue = true
  setTimeout(() => {
    isDue = false
    if (ways.length > 0) return
    const depth = depthOf(history.state)
    const wanted = phones?.matches ? covers.length : 0
    if (depth > wanted) return go(wanted - depth, true)
    if (depth === 0) page = ownEntry()
    for (let at = depth + 1; page && at <= wanted; at++) history.pushState(entryAt(page, at), '')
  })
}

/** Keeps an entry of the history for each cover. */
export interface Entries {
  /** A cover came or went. */
  changed(): void
  /** A way through the history arrived. */
  popped(event: PopStateEvent): void
}

/** What the entries follow. */
interface Followed {
  /** Whether the window is a phone's. */
  readonly phone: MediaQueryList
  /** What covers the page, as it comes and goes; the last on top. */
  readonly covers: readonly (() => void)[]
  /** Aborted when another history is used. */
  readonly signal: AbortSignal
}

/**
 * Keeps an entry for each cover while the window is a phone's.
 * @param seen what the router sees of the history: from now on without the entries of what covers a page
 * @param base the history itself
 */
export function keepEntries(
  seen: Pick<RouterHistory, 'push' | 'replace' | 'go'>,
  base: RouterHistory,
  { phone, covers: over, signal }: Followed,
): Entries {
  function push(to: Parameters<RouterHistory['push']>[0], state?: unknown): void {
    const depth = depthOf(history.state)
    if (isOurWay() || depth > 1) {
      waiting.push(() => push(to, state))
      if (!isOurWay()) go(1 - depth, true)
      return
    }
    // The page takes the place of what covered the one before.
    if (depth === 1) base.replace(to, state)
    else base.push(to, state)
    page = ownEntry()
    settle()
  }
  function replace(to: Parameters<RouterHistory['replace']>[0], state?: unknown): void {
    if (isOurWay()) return void waiting.push(() => replace(to, state))
    const depth = depthOf(history.state)
    base.replace(to, state)
    const { idx, ...rest } = ownEntry().state
    page = { state: { ...rest, idx: idx - depth }, url: location.href }
    if (depth > 0) history.replaceState(entryAt(page, depth), '')
  }
  covers = over
  phones = phone
  ways.length = 0
  waiting.length = 0
  // What was due of the history before may never come.
  isDue = false
  phones.addEventListener('change', settle, { signal })
  Object.assign(seen, {
    push,
    replace,
    go: (delta: number) => go(delta < 0 && !isOurWay() ? delta - depthOf(history.state) : delta, false),
  })
  page = ownEntry()
  // A page that was loaded anew has nothing over it.
  settle()
  return { changed: settle, popped: onPop }
}
