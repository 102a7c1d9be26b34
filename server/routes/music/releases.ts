// API-REL: the gallery, the filter lists, one release.
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { ReleaseId } from '#core/model/ids.ts'
import type { Context } from '../../context.ts'
import { PACKED } from '../../http/packing.ts'
import { given, parse } from '../../http/parse.ts'
import { listReleases, ReleaseQuery } from '../../store/catalogue/releaseList.ts'
import { mayOpen, signedIn } from '../access.ts'

const ReleasePath = z.object({ releaseid: ReleaseId })

export function releaseRoutes(app: FastifyInstance, context: Context): void {
  // API-REL-001
  app.get('/releases', PACKED, async (request) => {
    const { playerid } = await signedIn(context, request)
    return listReleases(context.db, parse(ReleaseQuery, given(request.query), 'query'), playerid, context.now())
  })

  // API-REL-002
  app.get('/options', PACKED, async (request) => {
    await signedIn(context, request)
    return context.catalogue.options()
  })

  // API-REL-003
  app.get('/genres', PACKED, async (request) => {
    await signedIn(context, request)
    return { items: (await context.catalogue.options()).genres }
  })

  // API-REL-004
  app.get('/markets', PACKED, async (request) => {
    await signedIn(context, request)
    return { items: (await context.catalogue.options()).markets }
  })

  // API-REL-005
  app.get('/logos', async (request) => {
    await signedIn(context, request)
    return { items: await context.catalogue.logos() }
  })

  // API-REL-006
  app.get('/releases/:releaseid', async (request) => {
    const { playerid } = await signedIn(context, request)
    const { releaseid } = parse(ReleasePath, request.params, 'path')
    const release = await context.catalogue.releaseRow(releaseid)
    mayOpen(release)
    return context.catalogue.detail(release, playerid)
  })
}
