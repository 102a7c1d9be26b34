// API-SEARCH: one search over everything, and the releases of one artist or label.
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import {
  PROFILE_NAME_MAX,
  SEARCH_CATEGORY_LIMIT,
  SEARCH_OVERVIEW_LIMIT,
  SEARCH_TERM_MAX,
} from '#core/model/constants.ts'
import {
  type ProfileReleases,
  type SearchHit,
  SearchProfile,
  SearchResult,
  SearchSection,
} from '#core/model/search/hits.ts'
import type { Context } from '../../context.ts'
import { leaving } from '../../http/left.ts'
import { PACKED } from '../../http/packing.ts'
import { given, parse, queryInteger, queryList } from '../../http/parse.ts'
import { search } from '../../search/search.ts'
import { withNames } from '../../store/catalogue/choices.ts'
import { bothNames, bothSongNames } from '../../store/catalogue/readCatalogue.ts'
import { listReleases, ReleaseQuery } from '../../store/catalogue/releaseList.ts'
import { signedIn } from '../access.ts'

const Query = z.strictObject({
  filter: z._default(z.string().check(z.maxLength(SEARCH_TERM_MAX)), ''),
  section: z._default(SearchSection, 'top'),
  pagesize: z.optional(queryInteger(1, SEARCH_CATEGORY_LIMIT)),
  genres: z._default(queryList, []),
  markets: z._default(queryList, []),
})
const ProfilePath = z.object({ profile: SearchProfile })
const ProfileQuery = z.strictObject({
  filter: z.string().check(z.minLength(1), z.maxLength(PROFILE_NAME_MAX)),
  pagesize: z._default(queryInteger(1, SEARCH_CATEGORY_LIMIT), SEARCH_CATEGORY_LIMIT),
})

export function searchRoutes(app: FastifyInstance, context: Context): void {
  const { db, catalogue } = context

  // API-SEARCH-001: the section that was asked for gets the page size, the others what an overview shows.
  app.get('/search', PACKED, async (request, reply): Promise<SearchResult> => {
    const signal = leaving(reply.raw)
    const { playerid } = await signedIn(context, request)
    const { filter, section, pagesize, genres, markets } = parse(Query, given(request.query), 'query')
    const size = (name: SearchSection) => {
      if (section === 'top') return pagesize ?? SEARCH_OVERVIEW_LIMIT
      return name === section ? (pagesize ?? SEARCH_CATEGORY_LIMIT) : SEARCH_OVERVIEW_LIMIT
    }
    const result = await search(db, catalogue, {
      query: filter,
      items: { tracks: size('tracks'), artists: size('artists'), labels: size('labels'), releases: size('releases') },
      genres: genres.length === 0 ? [] : await withNames(db, 'genres', genres),
      markets: markets.length === 0 ? [] : await withNames(db, 'markets', markets),
      playerid,
      signal,
    })
    const { top, tracks, releases, ...others } = SearchResult.parse(result)
    return {
      ...others,
      top: { ...top, items: top.items.map(underBoth) },
      tracks: { ...tracks, items: tracks.items.map(bothSongNames) },
      releases: { ...releases, items: releases.items.map(bothNames) },
    }
  })

  // API-SEARCH-002
  app.get('/search/releases/:profile', PACKED, async (request): Promise<ProfileReleases> => {
    const { playerid } = await signedIn(context, request)
    const { profile } = parse(ProfilePath, request.params, 'path')
    const { filter, pagesize } = parse(ProfileQuery, given(request.query), 'query')
    const query = { ...parse(ReleaseQuery, {}, 'query'), pagesize, [profile]: filter }
    const { releases, total } = await listReleases(db, query, playerid, context.now(), 'all')
    return { items: releases, total }
  })
}

/** A hit with the fields that say the same again. */
function underBoth(hit: SearchHit): SearchHit {
  if (hit.kind === 'track') return bothSongNames(hit)
  return hit.kind === 'release' ? bothNames(hit) : hit
}
