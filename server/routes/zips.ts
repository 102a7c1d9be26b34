// API-MEDIA-005, 007, 008: the zip of a release, from the wish to the bytes.
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { releaseZipName } from '#core/model/fileName.ts'
import { ReleaseId } from '#core/model/ids.ts'
import type { ZipStarted, ZipStatus } from '#core/model/media.ts'
import { AudioFormat } from '#core/model/release.ts'
import type { Context } from '../context.ts'
import { ApiProblem, badMediaToken, notFound } from '../http/apiProblem.ts'
import { attachmentNamed, sendFile } from '../http/fileAnswer.ts'
import { parse } from '../http/parse.ts'
import { openReleaseZip, RELEASE_ZIP, ReleaseZipPayload, ReleaseZipResult, releaseZipKey } from '../jobs/releaseZip.ts'
import type { ReleaseRow } from '../store/schema.ts'
import { downloadForbidden, mayOpen, mediaBearer, signedIn } from './access.ts'

const ReleasePath = z.object({ releaseid: ReleaseId })
const ZipQuery = z.object({ format: AudioFormat, bitrate: z.optional(z.string()), token: z.optional(z.string()) })
const ZipPath = z.object({ id: z.string().check(z.minLength(1), z.maxLength(4096)) })
const FileQuery = z.object({ token: z.optional(z.string().check(z.maxLength(4096))) })

/** What a media token for a zip names, so that it opens no track. */
const zipMediaID = (jobId: string) => `zip:${jobId}`

export function zipRoutes(app: FastifyInstance, context: Context): void {
  async function downloadable(request: FastifyRequest): Promise<ReleaseRow> {
    const { releaseid } = parse(ReleasePath, request.params, 'path')
    const release = await context.catalogue.releaseRow(releaseid)
    mayOpen(release)
    if (!release.candownload) throw downloadForbidden()
    return release
  }

  // API-MEDIA-005
  app.get('/audio/zipper/:releaseid', async (request, reply) => {
    await signedIn(context, request)
    const { format } = parse(ZipQuery, request.query, 'query')
    const release = await downloadable(request)
    const songs = await context.catalogue.songsWithSource(release.releaseid)
    if (!songs.some(({ song }) => song.assettype === 'audio' && song.candownload && song.formats.includes(format))) {
      throw new ApiProblem(404, 'NOTHING_TO_DOWNLOAD', `Nothing of this release is available as ${format}.`)
    }
    const job = await context.queue.start(
      RELEASE_ZIP,
      releaseZipKey(release.releaseid, format),
      { releaseid: release.releaseid, format },
      (result) => ReleaseZipResult.parse(result).revision !== release.revision,
    )
    if (job.state === 'queued') context.kickJobs()
    reply.code(job.state === 'done' ? 200 : 202)
    return { id: job.id } satisfies z.infer<typeof ZipStarted>
  })

  // API-MEDIA-007
  app.get('/audio/zipper/:releaseid/status', async (request): Promise<ZipStatus> => {
    const { playerid } = await signedIn(context, request)
    const { format } = parse(ZipQuery, request.query, 'query')
    const release = await downloadable(request)
    const job = await context.queue.find(releaseZipKey(release.releaseid, format))
    if (!job) throw new ApiProblem(404, 'NO_SUCH_JOB', 'No zip of this release was asked for.')
    if (job.state === 'failed') {
      return { status: 'failed', progress: job.progress, message: 'The zip could not be made. Try again.' }
    }
    if (job.state !== 'done') return { status: job.state, progress: job.progress }
    return {
      status: 'done',
      progress: 100,
      zipped_url: `/zips/${job.id}`,
      token: await context.tokens.mintMedia(playerid, zipMediaID(job.id)),
    }
  })

  async function send(request: FastifyRequest, reply: FastifyReply, jobId: string): Promise<void> {
    const job = await context.queue.findById(jobId)
    if (job?.kind !== RELEASE_ZIP || job.state !== 'done') throw notFound('zip')
    const { releaseid, format } = ReleaseZipPayload.parse(job.payload)
    const result = ReleaseZipResult.parse(job.result)
    const release = await context.catalogue.releaseRow(releaseid)
    mayOpen(release)
    if (!release.candownload) throw downloadForbidden()
    const songs = await context.catalogue.songsWithSource(releaseid)
    const sources = new Map(songs.map(({ song, source }) => [song.trackid, source]))
    if (result.entries.some((entry) => !sources.has(entry.trackid))) {
      throw new ApiProblem(410, 'ZIP_OUTDATED', 'The release has changed since the zip was made. Ask for it again.')
    }
    const zip = openReleaseZip(result, format, sources, context.media)
    await sendFile(request, reply, {
      bytes: result.bytes,
      contentType: 'application/zip',
      etag: `"${result.sha256}"`,
      sha256: result.sha256,
      cacheControl: 'private, no-cache',
      disposition: attachmentNamed(releaseZipName(release)),
      open: async (start, end) => Readable.from(zip.read(start, end), { objectMode: false }),
    })
  }

  // API-MEDIA-008: /zips/{job}?token=..., or /zips/{token} when only a token came.
  app.route({
    method: ['GET', 'HEAD'],
    url: '/zips/:id',
    handler: async (request, reply) => {
      const { id } = parse(ZipPath, request.params, 'path')
      const { token } = parse(FileQuery, request.query, 'query')
      if (token === undefined) {
        const media = await context.tokens.readMedia(id)
        if (!media?.mediaID.startsWith('zip:')) throw badMediaToken()
        return send(request, reply, media.mediaID.slice('zip:'.length))
      }
      await mediaBearer(context, token, zipMediaID(id))
      return send(request, reply, id)
    },
  })
}
