/**
 * Answers what is asked of the search: at once from what this device has seen, and then from the server. Keys
 * that follow each other ask the server once they rest; a question that was passed over is cancelled. An answer may
 * have been read before a mark that was answered while it was on its way: the server is asked once more, so that the
 * answer never undoes the mark. That recent searches were cleared is told to the other tabs, which show them no longer either.
 */
import * as z from 'zod/mini'
import {
  searchAnswered,
  searchFailed,
  searchProfileAnswered,
  searchRecentsCleared,
  searchRecentsRestored,
  searchSeen,
} from '#core/events/search.ts'
import { RECENT_SEARCHES_MAX, SEARCH_CATEGORY_LIMIT } from '#core/model/constants.ts'
import type { SearchAsk, SearchPlace } from '#core/model/entities.ts'
import { later } from '#core/model/later.ts'
import type { Current } from '#core/model/search/answer.ts'
import type { ReleaseHit, SearchHit, SearchResult } from '#core/model/search/hits.ts'
import { SearchIndex } from '#core/model/search/index.ts'
import { EMPTY_RESULT } from '#core/model/search/merge.ts'
import { factsFit, parseSearch, type SearchQuery } from '#core/model/search/query.ts'
import { recentTerms } from '#core/reducers/catalogue/search.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'
import { searchProfile } from '#workers/api/search.ts'
import { codeOf } from '#workers/api/transport/apiError.ts'
import type { Api } from '#workers/api/transport/client.ts'
import type { Clock, Timer } from '#workers/api/transport/clock.ts'
import type { Engine, Report } from '../engine.ts'
import { askServer } from './ask.ts'
import { learn } from './learn.ts'
import { planSearch, type SearchRequest } from './plan.ts'

const Kept = later(() => z.array(z.string().check(z.maxLength(300))).check(z.maxLength(RECENT_SEARCHES_MAX)))

export interface SearchEngineParts {
  readonly api: Api
  readonly clock: Clock
  readonly report: Report
  /** Recent searches of a player on this device. */
  readonly load: (playerid: string) => Promise<unknown>
  /** Changes them, in one step that no other tab comes between. */
  readonly update: (playerid: string, change: (stored: unknown) => readonly string[]) => Promise<void>
  /** Tells the other tabs whose recent searches were cleared. */
  readonly tell: (playerid: string) => void
}

export interface SearchEngine extends Engine {
  /** Another tab said something; what names nobody here is passed over. */
  hear(message: unknown): void
}

type ServerAsk = Extract<SearchRequest, { ask: 'server' }>

interface Asking {
  readonly abort: AbortController
  timer: Timer | null
  /** Releases whose marks were answered since the server was asked; EVERY: of a whole list. */
  readonly marked: Set<string>
}

const EVERY = '*'

export function createSearchEngine({ api, clock, report, load, update, tell }: SearchEngineParts): SearchEngine {
  const asking = new Map<SearchPlace, Asking>()
  let index = new SearchIndex()
  /** Whose recent searches are shown. */
  let owner: string | null = null
  /** What was asked of the device's store stands in line, so that what was cleared is not written again. */
  let writing: Promise<unknown> = Promise.resolve()

  function stop(place: SearchPlace): void {
    const one = asking.get(place)
    if (!one) return
    if (one.timer !== null) clock.clearTimer(one.timer)
    one.abort.abort()
    asking.delete(place)
  }

  function start(request: ServerAsk, state: ReadonlyStore, cause: number): void {
    const { place, afterMs } = request
    stop(place)
    const one: Asking = { abort: new AbortController(), timer: null, marked: new Set() }
    asking.set(place, one)
    if (afterMs === 0) void ask(request, one, state, cause)
    else one.timer = clock.setTimer(() => void ask(request, one, state, cause), afterMs)
  }

  async function ask({ place, row }: ServerAsk, one: Asking, state: ReadonlyStore, cause: number): Promise<void> {
    const { askId, term, section, profile } = row
    const { signal } = one.abort
    one.timer = null
    const call = async () => {
      one.marked.clear()
      if (profile !== null) {
        const { items, total } = await searchProfile(api, profile, term, signal)
        return searchProfileAnswered({ place, askId, releases: items, total })
      }
      const known = { genres: state.single('options').genres, hasRelease }
      return searchAnswered({ place, askId, result: await askServer(api, term, section, known, signal) })
    }
    try {
      let answer = await call()
      while (!signal.aborted && namesAny(answer, one.marked)) answer = await call()
      if (!signal.aborted) report(answer, cause)
    } catch (error) {
      const code = codeOf(error)
      if (!signal.aborted) report(searchFailed({ place, askId, code }), cause)
    } finally {
      if (asking.get(place) === one) asking.delete(place)
    }
  }

  function hasRelease(hit: SearchHit, query: SearchQuery, nearly: boolean): boolean {
    if (hit.kind !== 'artist' && hit.kind !== 'label') return false
    const name = hit.kind === 'artist' ? hit.artist : hit.label
    return index.releasesOf(hit.kind, name, AS_SEEN).some((card) => factsFit(card, query, nearly))
  }

  function seen(row: Readonly<SearchAsk>, state: ReadonlyStore, nearly: boolean): SearchResult {
    const current: Current = {
      release: (releaseid) => state.get('release', releaseid),
      song: (releaseid, trackid) =>
        state.get('detail', releaseid)?.release?.songs.find((song) => song.trackid === trackid),
    }
    if (row.profile === null) return index.search(parseSearch(row.term), row.section, current, nearly)
    const cards = index.releasesOf(row.profile, row.term, current)
    const shown = cards.slice(0, SEARCH_CATEGORY_LIMIT)
    const items = shown.map((card): ReleaseHit => ({ ...card, kind: 'release', _score: 1 }))
    return { ...EMPTY_RESULT, releases: { items, total: cards.length } }
  }

  async function restore(playerid: string, cause: number): Promise<void> {
    owner = playerid
    const terms = readKept(await writing.then(() => load(playerid)).catch(() => undefined))
    // Signed out meanwhile: they are nobody's any more.
    if (owner === playerid) report(searchRecentsRestored({ terms }), cause)
  }

  /** @returns when it stands there, or could not be written */
  function write(playerid: string, change: (held: readonly string[]) => readonly string[]): Promise<unknown> {
    writing = writing.then(() => update(playerid, (stored) => change(readKept(stored)))).catch(() => undefined)
    return writing
  }

  return {
    accept(event, state) {
      learn(index, event)
      // One that failed may have been made all the same.
      if (event.type === 'library.markAnswered' || event.type === 'library.markFailed')
        for (const { marked } of asking.values()) marked.add(event.payload.releaseid)
      else if (event.type === 'library.clearAnswered') for (const { marked } of asking.values()) marked.add(EVERY)
      for (const request of planSearch(state, event)) {
        if (request.ask === 'nothing') stop(request.place)
        else if (request.ask === 'server') start(request, state, event.seq)
        else if (request.ask === 'seen') {
          const { place, row, nearly } = request
          report(searchSeen({ place, askId: row.askId, result: seen(row, state, nearly) }), event.seq)
        } else if (request.ask === 'restore') void restore(request.playerid, event.seq)
        else if (request.ask === 'keep')
          void write(request.playerid, (held) => recentTerms([...request.terms, ...held]))
        else if (request.ask === 'clear') {
          // A tab that reads them now, as one that was just opened, would have them again.
          void write(request.playerid, () => []).then(() => tell(request.playerid))
        } else {
          for (const place of [...asking.keys()]) stop(place)
          index = new SearchIndex()
          owner = null
        }
      }
    },
    hear(message) {
      if (owner !== null && message === owner) report(searchRecentsCleared({}), null)
    },
  }
}

/** Whether an answer says something of a release that was marked meanwhile. */
function namesAny(
  { payload }: ReturnType<typeof searchAnswered | typeof searchProfileAnswered>,
  marked: ReadonlySet<string>,
): boolean {
  if (marked.size === 0) return false
  const { top, tracks, releases } =
    'result' in payload ? payload.result : { ...EMPTY_RESULT, releases: { items: payload.releases } }
  return [...top.items, ...tracks.items, ...releases.items].some(
    (hit) => marked.has(EVERY) || ('releaseid' in hit && marked.has(hit.releaseid)),
  )
}

/** What cannot be read counts as nothing. */
function readKept(stored: unknown): string[] {
  const kept = z.safeParse(Kept, stored)
  return kept.success ? kept.data : []
}

/** Nothing newer is looked at than what the index itself holds. */
const AS_SEEN: Current = { release: () => undefined, song: () => undefined }
