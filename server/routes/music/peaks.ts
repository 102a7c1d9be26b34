// The outline of a track for its waveform. Beyond the API's table: small and made once; the client keeps it itself.
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { TrackId } from '#core/model/ids.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../http/apiProblem.ts'
import { leaving } from '../../http/left.ts'
import { parse } from '../../http/parse.ts'
import { createPeaks } from '../../media/peaks.ts'
import { mayOpen, signedIn } from '../access.ts'

const TrackPath = z.object({ id: TrackId })

export function peakRoutes(app: FastifyInstance, context: Context): void {
  const peaks = createPeaks(context.mediaStore)

  app.get('/audio/:id/peaks', async (request, reply) => {
    const { playerid: by } = await signedIn(context, request)
    const { id } = parse(TrackPath, request.params, 'path')
    const track = await context.catalogue.track(id)
    if (!track) throw notFound('track')
    mayOpen(track.release)
    const etag = peaks.etag(track.source)
    if (request.headers['if-none-match'] === etag) return reply.code(304).header('ETag', etag).send()
    const values = await peaks.of(track.source, { by, signal: leaving(reply.raw) })
    if (!values) throw notFound('waveform')
    return reply.header('ETag', etag).header('Content-Type', 'application/octet-stream').send(values)
  })
}
