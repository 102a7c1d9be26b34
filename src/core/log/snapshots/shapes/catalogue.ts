// What rows of releases, lists of them and the search are.
import * as z from 'zod/mini'
import { Choice, Market, ReleaseDetail } from '../../../model/catalogue/release.ts'
import { ReleaseFilterFields } from '../../../model/catalogue/releaseFilter.ts'
import { LIST_TOTAL_MAX } from '../../../model/constants.ts'
import { Whole } from '../../../model/ids.ts'
import { later } from '../../../model/later.ts'
import { SearchProfile, SearchResult, SearchSection } from '../../../model/search/hits.ts'

export { ReleaseCard } from '../../../model/catalogue/release.ts'

export const ReleaseFilter = later(() => z.object(ReleaseFilterFields))

export const Options = later(() =>
  z.object({
    status: z.enum(['idle', 'loading', 'done', 'error']),
    genres: z.array(Choice),
    packages: z.array(Choice),
    markets: z.array(Market),
    versions: z.array(Choice),
    releaseTypes: z.array(Choice),
  }),
)

/** Marks moved what a server had counted; a count too high would have whoever looks go through pages without end. */
const ListTotal = later(() => z.int().check(z.gte(-LIST_TOTAL_MAX), z.lte(2 * LIST_TOTAL_MAX)))

export const ReleaseList = later(() =>
  z.object({
    queryId: z.string(),
    status: z.enum(['idle', 'loading', 'done', 'error']),
    total: z.nullable(ListTotal),
    counted: z.exactOptional(ListTotal),
    round: z.int(),
    page: Whole,
    failedPages: z.array(Whole),
    retryAfterMs: z.exactOptional(Whole),
    newcomers: z.exactOptional(Whole),
    edition: z.int(),
    gone: z.array(z.object({ releaseid: z.string(), place: Whole })),
  }),
)

export const ReleasePage = later(() => z.object({ ids: z.array(z.string()), short: z.exactOptional(z.literal(true)) }))

export const Detail = later(() =>
  z.object({
    status: z.enum(['loading', 'done', 'error']),
    release: z.nullable(ReleaseDetail),
    error: z.nullable(z.enum(['RELEASE_NOT_FOUND', 'FORBIDDEN', 'RELEASE_NOT_AVAILABLE', 'UNKNOWN'])),
  }),
)

export const SearchAsk = later(() =>
  z.object({
    askId: z.string(),
    term: z.string(),
    section: SearchSection,
    profile: z.nullable(SearchProfile),
    status: z.enum(['loading', 'done', 'error', 'offline']),
    found: z.nullable(SearchResult),
    seen: z.nullable(SearchResult),
    seenFor: z.string(),
  }),
)

export const RecentSearches = later(() => z.object({ terms: z.array(z.string()) }))
