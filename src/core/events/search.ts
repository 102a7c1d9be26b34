/**
 * What can happen to the search. There are two places that ask: the box while somebody types, and the page whose
 * address carries a term. What the device itself knows is answered from the log's own past, so that answer is
 * not kept: it could be found again.
 */
import * as z from 'zod/mini'
import { ReleaseCard } from '../model/catalogue/release.ts'
import { PROFILE_NAME_MAX } from '../model/constants.ts'
import { SEARCH_PLACES } from '../model/entities.ts'
import { later } from '../model/later.ts'
import { SearchProfile, SearchResult, SearchSection } from '../model/search/hits.ts'
import { defineEvent } from './define.ts'

const SearchPlace = later(() => z.enum(SEARCH_PLACES))
/** Minted with each wish: answers to an older one are dropped. */
const AskId = later(() => z.string().check(z.minLength(1), z.maxLength(64)))
/** What was typed, or the name of an artist or a label. */
const Term = later(() => z.string().check(z.maxLength(PROFILE_NAME_MAX)))

export const searchAsked = defineEvent(
  'search.asked',
  () => ({
    place: SearchPlace,
    askId: AskId,
    term: Term,
    section: SearchSection,
    /** Releases of exactly the artist or label named by the term; null for a search. */
    profile: z.nullable(SearchProfile),
    /** More letters may follow: the server is asked once the keys rest. */
    typing: z.boolean(),
  }),
  { kind: 'wish' },
)
/** Nobody looks at the answers of this place any more. */
export const searchLeft = defineEvent('search.left', () => ({ place: SearchPlace }), { kind: 'wish' })
/** Enter was pressed: the term becomes a recent search (D-096). */
export const searchCommitted = defineEvent('search.committed', () => ({ term: Term.check(z.minLength(1)) }), {
  kind: 'wish',
})
export const searchRecentsCleared = defineEvent('search.recentsCleared', () => ({}), { kind: 'wish' })

export const searchRecentsRestored = defineEvent('search.recentsRestored', () => ({ terms: z.array(Term) }), {
  kind: 'fact',
})
/** What this device knows; of a profile its releases. */
export const searchSeen = defineEvent(
  'search.seen',
  () => ({ place: SearchPlace, askId: AskId, result: SearchResult }),
  { kind: 'fact', durable: false },
)
export const searchAnswered = defineEvent(
  'search.answered',
  () => ({ place: SearchPlace, askId: AskId, result: SearchResult }),
  { kind: 'fact' },
)
/** All releases of one artist or label, as far as the server sends them. */
export const searchProfileAnswered = defineEvent(
  'search.profileAnswered',
  () => ({ place: SearchPlace, askId: AskId, releases: z.array(ReleaseCard), total: z.int().check(z.nonnegative()) }),
  { kind: 'fact' },
)
export const searchFailed = defineEvent(
  'search.failed',
  () => ({ place: SearchPlace, askId: AskId, code: z.string() }),
  { kind: 'fact' },
)
