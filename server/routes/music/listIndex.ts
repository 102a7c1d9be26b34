// The light index of the lists of releases (H-124), by the queries of API-REL-001 and API-FLAG-007, 008.
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { PACKED } from '../../http/packing.ts'
import { given, parse } from '../../http/parse.ts'
import { indexReleases, LibraryIndexQuery, ReleaseIndexQuery } from '../../store/catalogue/listIndex.ts'
import { signedIn } from '../access.ts'

export function listIndexRoutes(app: FastifyInstance, context: Context): void {
  const lists = [
    ['releases', ReleaseIndexQuery, 'active'],
    ['flagged', LibraryIndexQuery, 'flagged'],
    ['archived', LibraryIndexQuery, 'archived'],
  ] as const
  for (const [list, Query, scope] of lists) {
    app.get(`/index/${list}`, PACKED, async (request) => {
      const { playerid } = await signedIn(context, request)
      return indexReleases(context.db, parse(Query, given(request.query), 'query'), playerid, context.now(), scope)
    })
  }
}
