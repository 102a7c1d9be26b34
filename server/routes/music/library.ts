// API-FLAG: flags and archive of a player. Every call may be repeated: the second changes nothing.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { ReleaseId, TrackId } from '#core/model/ids.ts'
import type { Context } from '../../context.ts'
import { ApiProblem, notFound } from '../../http/apiProblem.ts'
import { PACKED } from '../../http/packing.ts'
import { given, parse } from '../../http/parse.ts'
import { LibraryQuery, listReleases } from '../../store/catalogue/releaseList.ts'
import { createMarks } from '../../store/people/marks.ts'
import type { ReleaseRow } from '../../store/schema.ts'
import { mayOpen, signedIn } from '../access.ts'

const ReleasePath = z.object({ releaseid: ReleaseId })
const TrackPath = z.object({ releaseid: ReleaseId, trackid: TrackId })

export function libraryRoutes(app: FastifyInstance, context: Context): void {
  const marks = createMarks(context.db)
  const done = (reply: FastifyReply) => reply.code(204).send()

  /** A mark may be taken off a release that can no longer be opened, but not off one that never was. */
  async function known(releaseid: string): Promise<ReleaseRow> {
    const release = await context.catalogue.releaseRow(releaseid)
    if (!release) throw new ApiProblem(404, 'RELEASE_NOT_FOUND', 'There is no such release.')
    return release
  }

  const archived = () =>
    new ApiProblem(409, 'RELEASE_ARCHIVED', 'An archived release cannot be flagged. Restore it first.')

  async function trackOf(request: FastifyRequest): Promise<{ releaseid: string; trackid: string }> {
    const path = parse(TrackPath, request.params, 'path')
    await known(path.releaseid)
    const track = await context.catalogue.track(path.trackid)
    if (track?.song.releaseid !== path.releaseid) throw notFound('track')
    return path
  }

  // API-FLAG-001
  app.post('/releases/:releaseid/flag', async (request, reply) => {
    const { playerid } = await signedIn(context, request)
    const { releaseid } = parse(ReleasePath, request.params, 'path')
    mayOpen(await context.catalogue.releaseRow(releaseid))
    if (!(await marks.flagRelease(playerid, releaseid))) throw archived()
    return done(reply)
  })

  // API-FLAG-002
  app.delete('/releases/:releaseid/flag', async (request, reply) => {
    const { playerid } = await signedIn(context, request)
    const { releaseid } = parse(ReleasePath, request.params, 'path')
    await known(releaseid)
    await marks.unflagRelease(playerid, releaseid)
    return done(reply)
  })

  // API-FLAG-003
  app.post('/releases/:releaseid/tracks/:trackid/flag', async (request, reply) => {
    const { playerid } = await signedIn(context, request)
    const { releaseid, trackid } = await trackOf(request)
    mayOpen(await context.catalogue.releaseRow(releaseid))
    if (!(await marks.flagTrack(playerid, releaseid, trackid))) throw archived()
    return done(reply)
  })

  // API-FLAG-004
  app.delete('/releases/:releaseid/tracks/:trackid/flag', async (request, reply) => {
    const { playerid } = await signedIn(context, request)
    const { releaseid, trackid } = await trackOf(request)
    await marks.unflagTrack(playerid, releaseid, trackid)
    return done(reply)
  })

  // API-FLAG-005
  app.post('/releases/:releaseid/archive', async (request, reply) => {
    const { playerid } = await signedIn(context, request)
    const { releaseid } = parse(ReleasePath, request.params, 'path')
    mayOpen(await context.catalogue.releaseRow(releaseid))
    await marks.archive(playerid, releaseid)
    return done(reply)
  })

  // API-FLAG-006
  app.delete('/releases/:releaseid/archive', async (request, reply) => {
    const { playerid } = await signedIn(context, request)
    const { releaseid } = parse(ReleasePath, request.params, 'path')
    await known(releaseid)
    await marks.restore(playerid, releaseid)
    return done(reply)
  })

  // API-FLAG-007, 008
  for (const scope of ['flagged', 'archived'] as const) {
    app.get(`/${scope}`, PACKED, async (request) => {
      const { playerid } = await signedIn(context, request)
      const query = parse(LibraryQuery, given(request.query), 'query')
      return listReleases(context.db, query, playerid, context.now(), scope)
    })
  }

  // API-FLAG-009
  app.delete('/flagged', async (request, reply) => {
    await marks.clearFlags((await signedIn(context, request)).playerid)
    return done(reply)
  })

  // API-FLAG-010
  app.delete('/archived', async (request, reply) => {
    await marks.restoreAll((await signedIn(context, request)).playerid)
    return done(reply)
  })
}
