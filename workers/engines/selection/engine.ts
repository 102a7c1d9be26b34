/**
 * Does one thing with everything that is selected: finds out which releases stand at the selected places, asks the
 * server for those nobody has loaded or whose page is old, and wishes it of all of them. It works through the list in order, a hundred at a
 * time, and stops when the selection is cleared. What goes into the queue is said of each release as soon as its hundred
 * is found, as the same events a press on each would have made. Without a connection it waits, and a page that does not
 * come is asked for again while that may help; once the server is away for longer, what is not known counts as failed.
 *
 * A place names a release only as long as the list stands. When it changes under a run, here or on the
 * server, what was not found yet counts as failed: nothing is ever done with a release nobody selected. The page that
 * says so is told, so that the selection ends, and what is selected next is of the list as it is. Marks
 * change the list themselves, so they are made when every release has been found, a thousand in a wish, as is what goes
 * into a playlist. So are downloads, all of them in one wish.
 */
import type { AppDraft, PayloadOf } from '#core/events/index.ts'
import { releasePageReceived } from '#core/events/releases.ts'
import { selectionRunEnded, selectionRunProgressed } from '#core/events/selection.ts'
import { placesOf, type Ranges, withRange } from '#core/model/bytes/ranges.ts'
import type { ReleaseCard } from '#core/model/catalogue/release.ts'
import { PAGE_SIZE } from '#core/model/constants.ts'
import { listAndQuery } from '#core/model/library/library.ts'
import { countedTotal, idAt } from '#core/reducers/catalogue/pages.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'
import { listMarked } from '#workers/api/library.ts'
import { listReleases } from '#workers/api/releases.ts'
import type { Api } from '#workers/api/transport/client.ts'
import type { Clock } from '#workers/api/transport/clock.ts'
import type { Engine, Report } from '../engine.ts'
import { createConnection, createRepeat, pauseAfterRead } from '../repeating.ts'
import { draftsFor, fittingIn, gatherDraft } from './drafts.ts'
import { planSelection, type SelectionRequest } from './plan.ts'

/** How many places are done before the next are looked at, and how many a page of the server may hold. */
const BLOCK = 100
/** How many releases one wish marks at most: one notification, one way back. */
const MARKS_AT_ONCE = 1000
/** The longest pause a server may ask for, in ms; a longer one ends the reading of pages. */
const PAUSE_MAX_MS = 60_000

interface Run extends Extract<SelectionRequest, { ask: 'run' }> {
  readonly cause: number
  readonly abort: AbortController
  /** Pages the server was asked for, the newest alone; null when it did not come. */
  readonly fetched: Map<number, readonly ReleaseCard[] | null>
  /** A page did not come however often it was asked for: no other is. */
  isAway: boolean
  /** A page of another list than the one that was selected from: no other is asked for. */
  moved: PayloadOf<'release.pageReceived'> | null
  /** Marks were made meanwhile: whether a page was read before or after them nobody knows. */
  isMarked: boolean
}

export function createSelectionEngine(parts: {
  readonly api: Api
  readonly clock: Clock
  readonly report: Report
  /** A fresh id, for the jobs and queue items that come of it. */
  readonly mint: () => string
  /** 0 to 1, to spread repeats; the real one is chance. */
  readonly jitter?: () => number
}): Engine {
  const { api, clock, report, mint, jitter = Math.random } = parts
  const connection = createConnection()
  const repeat = createRepeat({ clock, connection, jitter, longest: PAUSE_MAX_MS, pauseOf: pauseAfterRead })
  let running: Run | null = null

  async function work(run: Run, state: ReadonlyStore): Promise<void> {
    const { signal } = run.abort
    const sum = { applied: 0, skipped: 0, failed: 0 }
    let here = 0
    // Marks change the list; what is asked for is one wish, with one notification and one way back, not a hundred at a time.
    const isAtEnd = run.action !== 'queue'
    const isDownload = run.action === 'wav' || run.action === 'mp3'
    const atOnce = isDownload ? Number.POSITIVE_INFINITY : MARKS_AT_ONCE
    const gathered: Readonly<ReleaseCard>[] = []
    let done = 0
    let block: number[] = []
    const act = (releases: readonly Readonly<ReleaseCard>[], over = 0) => {
      const { drafts, skipped } = run.gather
        ? gatherDraft(run.action, releases, run.gather, mint)
        : draftsFor(run.action, releases, mint, run.playlistid, over)
      for (const draft of drafts) report(draft, run.cause)
      // What came to nothing is under way already, or here.
      const moot = drafts.reduce((all, draft) => all + notAdded(state, draft), 0)
      here += moot
      sum.skipped += skipped
      sum.applied += releases.length - skipped - moot
    }
    const finishBlock = async () => {
      const { known, found, lost } = await releasesAt(run, state, block)
      if (signal.aborted) return
      if (isAtEnd) gathered.push(...known)
      else act(known)
      done += block.length
      sum.failed += lost
      block = []
      report(selectionRunProgressed({ runId: run.runId, done, found: found.map(([a, b]) => [a, b]) }), run.cause)
    }
    for (const place of placesOf(run.ranges)) {
      block.push(place)
      if (block.length === BLOCK) await finishBlock()
      if (signal.aborted) return
    }
    if (block.length > 0) await finishBlock()
    if (signal.aborted) return
    // Before the run has ended: what ends the selection then says nothing of how it went.
    if (run.moved && !run.isMarked && state.ids('marking').next().done)
      report(releasePageReceived(run.moved), run.cause)
    const meant = run.action === 'playlist' ? fittingIn(gathered) : gathered
    for (let at = 0; at < meant.length; at += atOnce) {
      const isLast = at + atOnce >= meant.length
      act(meant.slice(at, at + atOnce), isLast ? gathered.length - meant.length : 0)
    }
    running = null
    report(selectionRunEnded({ runId: run.runId, ...sum, ...(here > 0 && { here }) }), run.cause)
  }

  /**
   * The releases at these places, each once, and which places were `found`; `lost` counts those whose page did not
   * come. When the list changes meanwhile all of them are: what they are called by then nobody can say.
   */
  async function releasesAt(run: Run, state: ReadonlyStore, places: readonly number[]) {
    const { fetched } = run
    const known = new Map<string, Readonly<ReleaseCard>>()
    let found: Ranges = []
    let lost = 0
    for (const place of places) {
      if (!stands(run, state)) return { known: [], found: [], lost: places.length }
      const held = heldAt(state, run.queryId, place)
      if (held) {
        known.set(held.releaseid, held)
        found = withRange(found, place, place + 1)
        continue
      }
      const page = Math.floor(place / BLOCK) + 1
      if (!fetched.has(page)) {
        fetched.clear()
        fetched.set(page, await pageOf(run, page))
      }
      if (run.abort.signal.aborted) break
      const releases = fetched.get(page)
      if (releases) found = withRange(found, place, place + 1)
      else lost += 1
      const release = releases?.[place % BLOCK]
      // A list that became shorter meanwhile has nothing there.
      if (release) known.set(release.releaseid, release)
    }
    if (!stands(run, state)) return { known: [], found: [], lost: places.length }
    return { known: [...known.values()], found, lost }
  }

  async function pageOf(run: Run, page: number): Promise<readonly ReleaseCard[] | null> {
    if (run.isAway || run.moved) return null
    try {
      const { list, query } = listAndQuery(run.queryId)
      const { releases, total } = await repeat(
        (signal) =>
          list ? listMarked(api, list, query, page, signal, BLOCK) : listReleases(api, query, page, signal, BLOCK),
        run.abort.signal,
      )
      if (total === run.total) return releases
      run.moved = movedPage(run, page, releases, total)
      return null
    } catch (error) {
      // Whatever was worth another try will be the same for those behind it.
      run.isAway = pauseAfterRead(error, 1, Number.POSITIVE_INFINITY) !== null
      return null
    }
  }

  return {
    accept(event, state) {
      connection.accept(event, state)
      if (running && event.type.startsWith('library.')) running.isMarked = true
      const asked = planSelection(state, event)
      if (asked.ask === 'run') {
        const abort = new AbortController()
        const fresh = { fetched: new Map(), isAway: false, moved: null, isMarked: false }
        running = { ...asked, ...fresh, cause: event.seq, abort }
        void work(running, state)
      } else if (running && asked.runId !== running.runId) {
        running.abort.abort()
        running = null
      }
    },
  }
}

/** The first page of the list that lies within one of the larger ones that are asked for here. */
function movedPage(
  { queryId, round, edition }: Run,
  page: number,
  releases: ReleaseCard[],
  total: number,
): PayloadOf<'release.pageReceived'> {
  const start = (page - 1) * BLOCK
  const first = Math.ceil(start / PAGE_SIZE)
  const from = first * PAGE_SIZE - start
  return { queryId, round, edition, page: first + 1, total, releases: releases.slice(from, from + PAGE_SIZE) }
}

/** How many of the downloads that were just asked for became none. */
function notAdded(state: ReadonlyStore, draft: AppDraft): number {
  if (draft.type !== 'download.requested') return 0
  return draft.payload.requests.filter(({ downloadID }) => state.get('job', downloadID) === undefined).length
}

function stands(run: Run, state: ReadonlyStore): boolean {
  const list = state.get('list', run.queryId)
  return list?.round === run.round && list.edition === run.edition && countedTotal(list) === run.total
}

function heldAt(state: ReadonlyStore, queryId: string, place: number): Readonly<ReleaseCard> | undefined {
  const id = idAt(state, queryId, place)
  return id === undefined ? undefined : state.get('release', id)
}
