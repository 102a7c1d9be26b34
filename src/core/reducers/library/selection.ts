/**
 * The selection follows its list: a place means something only as long as the order stands, so another
 * list, a refresh, a mark that moved nobody knows what, a page that says that the list is another one on the
 * server, or another session ends it. What is being done with it goes on, but for another session.
 */
import type { AppEvent } from '../../events/index.ts'
import {
  afterInsertion,
  afterRemoval,
  countPlaces,
  type Ranges,
  withoutRange,
  withRange,
} from '../../model/bytes/ranges.ts'
import { PAGE_SIZE } from '../../model/constants.ts'
import { SELF } from '../../model/entities.ts'
import { libraryListOf } from '../../model/library/library.ts'
import { NO_SELECTION, type SelectionAction, type SelectionState } from '../../model/library/selection.ts'
import { countedTotal, pageId, placeOf } from '../catalogue/pages.ts'
import { addNotice } from '../notices.ts'
import type { ReadonlyStore, Store } from '../store.ts'
import { isConcerned } from './listMoves.ts'

/** What takes releases out of the list they were selected in. */
const LEAVING: ReadonlySet<SelectionAction> = new Set(['archive', 'unflag', 'restore'])

/** How the list of the selection stood before an event that may move it. */
export interface Standing {
  /** Where the release stood that a mark may move. */
  readonly place: number | null
  readonly total: number
  readonly edition: number
  /** What stood on the page that comes, as far as it is known and anybody pointed at it. */
  readonly ids: readonly string[]
}

/** To be asked before the lists follow a mark or a page; null when the event is none, or moves nothing where something is selected. */
export function standing(state: ReadonlyStore, event: AppEvent): Standing | null {
  const { queryId, ranges } = state.single('selection')
  if (event.type === 'release.pageReceived') {
    const list = queryId === event.payload.queryId ? state.get('list', queryId) : undefined
    if (!list) return null
    const { page } = event.payload
    const held = state.get('page', pageId(list.queryId, page))
    // That an old page holds others by now was known: what counts is whom somebody pointed at there.
    const isMeant = held && (!held.short || isPointedAt(ranges, page, list.total ?? 0))
    return { place: null, total: countedTotal(list) ?? 0, edition: list.edition, ids: isMeant ? held.ids : [] }
  }
  if (event.type !== 'library.markAnswered') return null
  const isMoved = queryId !== null && isConcerned(queryId, event.payload.mark)
  const list = isMoved ? state.get('list', queryId) : undefined
  if (!list) return null
  const place = placeOf(state, list, event.payload.releaseid)
  return { place, total: list.total ?? 0, edition: list.edition, ids: [] }
}

/** @param stood what `standing` said before the lists changed */
export function reduceSelection(state: Store, event: AppEvent, stood: Standing | null): void {
  const now = state.single('selection')
  switch (event.type) {
    case 'selection.toggled': {
      const { queryId, place, on } = event.payload
      if (place >= totalOf(state, queryId)) return
      const here = inList(now, queryId)
      const ranges = on ? withRange(here.ranges, place, place + 1) : withoutRange(here.ranges, place, place + 1)
      return become(state, { ...here, ranges, anchor: place, run: chosenAnew(here, place, place + 1) })
    }
    case 'selection.extended': {
      const { queryId } = event.payload
      const here = inList(now, queryId)
      const last = totalOf(state, queryId) - 1
      if (last < 0) return
      const place = Math.min(event.payload.place, last)
      const anchor = Math.min(here.anchor ?? place, last)
      const [from, end] = [Math.min(anchor, place), Math.max(anchor, place) + 1]
      const ranges = withRange(here.ranges, from, end)
      return become(state, { ...here, ranges, anchor, run: chosenAnew(here, from, end) })
    }
    case 'selection.filled': {
      const { queryId } = event.payload
      const here = inList(now, queryId)
      const end = totalOf(state, queryId)
      return become(state, { ...here, ranges: withRange([], 0, end), anchor: null, run: chosenAnew(here, 0, end) })
    }
    case 'selection.cleared':
      // What was begun in another list is not what is cleared here.
      if (now.run?.left) return become(state, { ...NO_SELECTION, run: now.run })
      return clear(state)
    case 'selection.stopped':
      if (isRunning(now)) become(state, { ...now, run: null })
      return
    case 'session.ended':
      return clear(state)
    case 'release.listOpened':
      if (now.queryId !== null && now.queryId !== event.payload.queryId) become(state, inList(now, now.queryId, true))
      return
    case 'release.listRefreshed':
      if (now.queryId === event.payload.queryId) lose(state)
      return
    case 'release.pageReceived': {
      const { queryId, page } = event.payload
      if (!stood || now.queryId !== queryId) return
      const ids = state.get('page', pageId(queryId, page))?.ids ?? []
      const list = state.get('list', queryId)
      const total = list ? countedTotal(list) : 0
      const isMoved = total !== stood.total || ids.some((id, at) => id !== (stood.ids[at] ?? id))
      // What came or went on the server, and where, nobody knows: a place names nobody any more.
      if (isMoved) return lose(state)
      // Where it ends before its count there is nobody.
      const ranges = withoutRange(now.ranges, totalOf(state, queryId), Number.MAX_SAFE_INTEGER)
      if (countPlaces(ranges) < countPlaces(now.ranges)) become(state, { ...now, ranges, anchor: null })
      return
    }
    case 'library.markAnswered': {
      const list = now.queryId === null ? undefined : state.get('list', now.queryId)
      if (!stood || !list) return
      const moved = (list.total ?? 0) - stood.total
      if (moved === 0 && list.edition === stood.edition) return
      // What left stands nowhere any more.
      const stands = moved < 0 ? null : placeOf(state, list, event.payload.releaseid)
      // The mark changed the list at a place nobody has seen: a place names nobody any more.
      if (moved === 0 && stands === null) return lose(state)
      const place = moved < 0 ? stood.place : moved > 0 ? stands : null
      if (place === null) return
      const shift = (ranges: Ranges) => (moved < 0 ? afterRemoval(ranges, place) : afterInsertion(ranges, place))
      const run = now.run?.found ? { ...now.run, found: shift(now.run.found) } : now.run
      return become(state, { ...now, ranges: shift(now.ranges), anchor: null, run })
    }
    case 'library.clearAnswered': {
      // The list of the selection was emptied, or stands in an order nobody knows.
      const shelf = now.queryId === null ? null : libraryListOf(now.queryId)
      if (now.queryId !== null && (shelf ?? 'archived') === event.payload.list) lose(state)
      return
    }
    case 'selection.applied': {
      const total = countPlaces(now.ranges)
      if (total === 0 || isRunning(now)) return
      const { runId, action } = event.payload
      return state.patch('selection', SELF, { run: { runId, action, done: 0, total, result: null } })
    }
    case 'selection.runProgressed': {
      const { runId, done, found } = event.payload
      if (now.run?.runId !== runId || now.run.result) return
      // Of another list by now: nothing of this one is selected any more.
      const all = now.run.left
        ? undefined
        : found?.reduce<Ranges>((ranges, [from, end]) => withRange(ranges, from, end), now.run.found ?? [])
      return state.patch('selection', SELF, { run: { ...now.run, done, ...(all ? { found: all } : {}) } })
    }
    case 'selection.runEnded': {
      const { runId, ...result } = event.payload
      if (now.run?.runId !== runId) return
      if (now.run.left) {
        if (result.failed > 0) sayFailed(state, runId, result.failed)
        return isEmpty(now.ranges) ? clear(state) : state.patch('selection', SELF, { run: null })
      }
      // What leaves the list leaves nothing selected; anything else may be followed by something else.
      if (result.failed === 0 && (LEAVING.has(now.run.action) || isEmpty(now.ranges))) return clear(state)
      const { found = [], ...run } = now.run
      const ended = { ...run, done: run.total, result }
      if (result.failed === 0 || found.length === 0) return state.patch('selection', SELF, { run: ended })
      // What could not be read alone is tried again: the others would be queued or downloaded twice.
      const ranges = found.reduce<Ranges>((left, [from, end]) => withoutRange(left, from, end), now.ranges)
      return state.patch('selection', SELF, { ranges, anchor: null, run: ended })
    }
  }
}

/** The run, which has not found these places any more: they are selected anew, or name nobody. @param end exclusive */
function chosenAnew(
  { run }: Readonly<SelectionState>,
  from: number,
  end = Number.MAX_SAFE_INTEGER,
): SelectionState['run'] {
  return run?.found ? { ...run, found: withoutRange(run.found, from, end) } : run
}

/** Whether a range begins or ends on a page; all of a list, and what lies inside of a range or out of it, names nobody. */
function isPointedAt(ranges: Ranges, page: number, total: number): boolean {
  if (countPlaces(ranges) >= total) return false
  const isOn = (place: number) => Math.floor(place / PAGE_SIZE) + 1 === page
  return ranges.some(([from, end]) => isOn(from) || isOn(end - 1))
}

/** True while something is being done with the selection. */
export function isRunning(selection: Readonly<SelectionState>): boolean {
  return selection.run !== null && selection.run.result === null
}

function totalOf(state: Store, queryId: string): number {
  return state.get('list', queryId)?.total ?? 0
}

/**
 * The selection of a list: none yet, where another one has it or had it until now. A run goes on with what it was given
 * there, for who looks at something else has not asked for its end.
 * @param isLeft nobody looks at it any more
 */
function inList(now: Readonly<SelectionState>, queryId: string, isLeft = now.queryId !== queryId): SelectionState {
  if (!isLeft) return now
  if (!now.run) return { ...NO_SELECTION, queryId }
  const { found: _, ...run } = now.run
  return { ...NO_SELECTION, queryId, run: { ...run, left: true } }
}

/** Its places name nobody any more; a run counts what it has not found yet as failed. */
function lose(state: Store): void {
  const now = state.single('selection')
  become(state, { ...now, ranges: [], anchor: null, run: chosenAnew(now, 0) })
}

/** How many a run could not read whose list nobody looks at any more. */
function sayFailed(state: Store, runId: string, count: number): void {
  addNotice(state, {
    id: `selection.${runId}`,
    category: 'hasError',
    notificationType: 'error',
    subject: '',
    detail: `selection.${count}`,
  })
}

/** What was done with another selection is no longer said. A run goes on with what it was given. */
function become(state: Store, next: SelectionState): void {
  const run = isRunning(next) ? next.run : null
  if (isEmpty(next.ranges) && !run) return clear(state)
  state.set('selection', SELF, { ...next, run })
}

function isEmpty(ranges: Ranges): boolean {
  return ranges.length === 0
}

function clear(state: Store): void {
  if (state.single('selection') !== NO_SELECTION) state.set('selection', SELF, NO_SELECTION)
}
