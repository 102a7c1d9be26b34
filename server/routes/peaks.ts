// The outline of a track for its waveform. Beyond the API's table: small, made once, kept by the browser for ever.
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { TrackId } from '#core/model/ids.ts'
import type { Context } from '../context.ts'
import { notFound } from '../http/apiProblem.ts'
import { parse } from '../http/parse.ts'
import { createPeaks } from '../media/peaks.ts'
import { mayOpen, signedIn } from './access.ts'

const TrackPath = z.object({ id: TrackId })

export function peakRoutes(app: FastifyInstance, context: Context): void {
  const peaks = createPeaks(context.mediaStore)

  app.get('/audio/:id/peaks', async (request, reply) => {
    await signedIn(context, request)
    const { id } = parse(TrackPath, request.params, 'path')
    const track = await context.catalogue.track(id)
    if (!track) throw notFound('track')
    mayOpen(track.release)
    const etag = peaks.etag(track.source)
    const kept = { ETag: etag, 'Cache-Control': 'private, max-age=31536000, immutable' }
    if (request.headers['if-none-match'] === etag) return reply.code(304).headers(kept).send()
    const values = await peaks.of(track.source)
    // Only now: a refusal must not be kept.
    if (!values) throw notFound('waveform')
    return reply.headers(kept).header('Content-Type', 'application/octet-stream').send(values)
  })
}
