// GET changes: whether anything that concerns the caller moved since they asked last, and what came.
import type { FastifyInstance } from 'fastify'
import { type Changes, tagOf, versionsOf } from '#core/model/changes.ts'
import type { Context } from '../../context.ts'
import { unauthenticated } from '../../http/apiProblem.ts'
import { connectedSince } from '../../people/connections.ts'
import { sharesSince } from '../../store/catalogue/shares.ts'
import { bearer } from '../access.ts'

export function changesRoutes(app: FastifyInstance, context: Context): void {
  const { db, sessions } = context

  // Asked every 25 s by each page in sight: where nothing moved, the read that finds the session is all it costs.
  app.get('/changes', async (request, reply) => {
    const access = await bearer(context, request)
    const versions = access && (await sessions.versions(access.sid))
    if (!versions) throw unauthenticated()
    const tag = tagOf(versions)
    const known = versionsOf(request.headers['if-none-match'])
    reply.header('ETag', tag)
    if (known && tagOf(known) === tag) return reply.code(304).send()
    const { playerid } = access
    const isNew = (domain: 'shares' | 'connections') => known !== null && versions[domain] > known[domain]
    return {
      ...versions,
      news: {
        shares: isNew('shares') ? await sharesSince(db, playerid, known?.shares ?? 0) : [],
        connected: isNew('connections') ? await connectedSince(db, playerid, known?.connections ?? 0) : [],
      },
    } satisfies Changes
  })
}
