// API-MEDIA: tokens, streams and downloads of single songs and videos.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { BLOCK_BYTES, type FileBlocks } from '#core/model/catalogue/media.ts'
import { AudioFormat, type Song } from '#core/model/catalogue/release.ts'
import { TrackId } from '#core/model/ids.ts'
import { songFileName } from '#core/model/text/fileName.ts'
import type { Context } from '../../context.ts'
import { ApiProblem, notFound } from '../../http/apiProblem.ts'
import { attachmentNamed, DOWNLOADED, sendFile } from '../../http/fileAnswer.ts'
import { leaving } from '../../http/left.ts'
import { parse } from '../../http/parse.ts'
import { createBlocks } from '../../media/blocks.ts'
import type { Asker, MediaFile, MediaFormat } from '../../media/contract.ts'
import type { TrackAccess } from '../../store/catalogue/readCatalogue.ts'
import { downloadForbidden, mayOpen, mediaBearer, signedIn } from '../access.ts'

const TrackPath = z.object({ id: TrackId })
const Token = z.optional(z.string().check(z.maxLength(4096)))
const StreamQuery = z.object({ token: Token })
const BlocksQuery = z.object({ format: AudioFormat })
const DownloadQuery = z.object({ token: Token, format: AudioFormat, bitrate: z.optional(z.string()) })

export function mediaRoutes(app: FastifyInstance, context: Context): void {
  const blocks = createBlocks(context.mediaStore)

  async function trackOf(request: FastifyRequest): Promise<TrackAccess> {
    const { id } = parse(TrackPath, request.params, 'path')
    const track = await context.catalogue.track(id)
    if (!track) throw notFound('track')
    mayOpen(track.release)
    return track
  }

  /** The file of a track that may be downloaded; its `done` is the caller's to call. */
  async function fileOf(
    request: FastifyRequest,
    reply: FastifyReply,
    format: MediaFormat,
    by: string,
  ): Promise<{ song: Song; file: MediaFile; asker: Asker }> {
    const track = await trackOf(request)
    const { song, source } = track
    if (!song.candownload) throw downloadForbidden()
    const known = song.formats.includes(format) ? await context.media.describe(song.trackid, source, format) : null
    if (!known) throw new ApiProblem(404, 'FORMAT_NOT_AVAILABLE', `This item is not available as ${format}.`)
    const asker = { by, signal: leaving(reply.raw) }
    return { song, file: await context.songFiles.ensure(track, format, undefined, 'download', asker), asker }
  }

  async function download(
    request: FastifyRequest,
    reply: FastifyReply,
    format: MediaFormat,
    by: string,
  ): Promise<void> {
    const { song, file } = await fileOf(request, reply, format, by)
    await sendFile(request, reply, context.log, {
      bytes: file.bytes,
      contentType: file.contentType,
      etag: file.etag,
      sha256: file.sha256,
      cacheControl: DOWNLOADED,
      disposition: attachmentNamed(songFileName(song, format)),
      open: (start, end) => file.open(start, end),
      done: () => file.done(),
    })
  }

  async function blocksOf(
    request: FastifyRequest,
    reply: FastifyReply,
    formatOf: (request: FastifyRequest) => MediaFormat,
  ): Promise<{ data: FileBlocks }> {
    const { playerid } = await signedIn(context, request)
    const format = formatOf(request)
    const { file, asker } = await fileOf(request, reply, format, playerid)
    try {
      const { etag, bytes } = file
      const sha256 = (await blocks.of(file, asker)).toString('base64')
      return { data: { etag, bytes, blockbytes: BLOCK_BYTES, sha256 } }
    } finally {
      file.done()
    }
  }

  // API-MEDIA-001
  app.get('/audio/:id/token', async (request) => {
    const access = await signedIn(context, request)
    const { song } = await trackOf(request)
    return { data: { token: await context.tokens.mintMedia(access, song.trackid) } }
  })

  // API-MEDIA-002
  app.route({
    method: ['GET', 'HEAD'],
    url: '/audio/:id/stream.mp3',
    handler: async (request, reply) => {
      const { id } = parse(TrackPath, request.params, 'path')
      const { token } = parse(StreamQuery, request.query, 'query')
      const { playerid: by } = await mediaBearer(context, token, (of) => of === id)
      const asker = { by, signal: leaving(reply.raw) }
      const { song, source } = await trackOf(request)
      const file = await context.media.describe(song.trackid, source, 'mp3')
      if (!file) throw notFound('stream')
      await sendFile(request, reply, context.log, {
        ...file,
        cacheControl: DOWNLOADED,
        open: (start, end) => context.media.stream(song.trackid, source, 'mp3', start, end, asker),
      })
    },
  })

  // API-MEDIA-003
  app.route({
    method: ['GET', 'HEAD'],
    url: '/audio/:id/download',
    handler: async (request, reply) => {
      const { id } = parse(TrackPath, request.params, 'path')
      const query = parse(DownloadQuery, request.query, 'query')
      const { playerid } = await mediaBearer(context, query.token, (of) => of === id)
      await download(request, reply, query.format, playerid)
    },
  })

  // API-MEDIA-004
  app.route({
    method: ['GET', 'HEAD'],
    url: '/video/:id/download',
    handler: async (request, reply) => {
      const { id } = parse(TrackPath, request.params, 'path')
      const { token } = parse(StreamQuery, request.query, 'query')
      const { playerid } = await mediaBearer(context, token, (of) => of === id)
      await download(request, reply, 'mp4', playerid)
    },
  })

  // Beyond the API's table: what the blocks of a file are (server/README.md).
  app.get('/audio/:id/blocks', (request, reply) =>
    blocksOf(request, reply, ({ query }) => parse(BlocksQuery, query, 'query').format),
  )
  app.get('/video/:id/blocks', (request, reply) => blocksOf(request, reply, () => 'mp4'))
}
