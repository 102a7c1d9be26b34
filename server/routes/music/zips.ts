// API-MEDIA-005 to 008: the zip of a release or a playlist, from the wish to the bytes.
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { ZipStarted, ZipStatus } from '#core/model/catalogue/media.ts'
import { AudioFormat } from '#core/model/catalogue/release.ts'
import { API_BASE } from '#core/model/constants.ts'
import { PlaylistId, ReleaseId } from '#core/model/ids.ts'
import { releaseZipName, safeFileName } from '#core/model/text/fileName.ts'
import type { Access } from '../../auth/tokens.ts'
import type { Context } from '../../context.ts'
import { ApiProblem, notFound } from '../../http/apiProblem.ts'
import { attachmentNamed, DOWNLOADED, sendFile } from '../../http/fileAnswer.ts'
import { leaving } from '../../http/left.ts'
import { parse, queryBoolean } from '../../http/parse.ts'
import {
  isOutdated,
  openZip,
  PLAYLIST_ZIP,
  PlaylistZipPayload,
  playlistZipKey,
  RELEASE_ZIP,
  ReleaseZipPayload,
  releaseZipKey,
  ZipChanged,
  ZipResult,
  zippable,
} from '../../jobs/zip.ts'
import type { TrackAccess } from '../../store/catalogue/readCatalogue.ts'
import { createPlaylists, type PlaylistRow } from '../../store/people/playlists.ts'
import type { JobRow, ReleaseRow } from '../../store/schema.ts'
import { downloadForbidden, mayOpen, mediaBearer, signedIn } from '../access.ts'

const ReleasePath = z.object({ releaseid: ReleaseId })
const PlaylistPath = z.object({ playlistid: PlaylistId })
const ZipQuery = z.object({
  format: AudioFormat,
  bitrate: z.optional(z.string()),
  /** A playlist and a receipt lie in it. */
  lists: z._default(queryBoolean, false),
  token: z.optional(z.string().check(z.maxLength(4096))),
})
const ZipPath = z.object({ id: z.string().check(z.minLength(1), z.maxLength(4096)) })
const FileQuery = z.object({ token: z.optional(z.string().check(z.maxLength(4096))) })

/**
 * The archive once its first song gives bytes (the second piece; the first is the archive's own), so that
 * a song that cannot be read is a refusal and not a cut body.
 */
async function begun(pieces: AsyncGenerator<Buffer>): Promise<Readable> {
  const first: Buffer[] = []
  for (let n = 0; n < 2; n++) {
    const next = await pieces.next()
    if (next.done) break
    first.push(next.value)
  }
  async function* all() {
    try {
      yield* first
      yield* pieces
    } finally {
      await pieces.return(undefined)
    }
  }
  return Readable.from(all(), { objectMode: false }).once('close', () => void pieces.return(undefined))
}

const outdated = () =>
  new ApiProblem(410, 'ZIP_OUTDATED', 'What is in the zip has changed since it was made. Ask for it again.')

/** What a media token for a zip names, before the job, so that it opens no track. */
const ZIP = 'zip:'

export function zipRoutes(app: FastifyInstance, context: Context): void {
  const playlists = createPlaylists(context.db, context.catalogue)

  async function downloadable(request: FastifyRequest): Promise<ReleaseRow> {
    const { releaseid } = parse(ReleasePath, request.params, 'path')
    const release = await context.catalogue.releaseRow(releaseid)
    mayOpen(release)
    if (!release.candownload) throw downloadForbidden()
    return release
  }

  async function ownPlaylist(request: FastifyRequest): Promise<{ playlist: PlaylistRow; access: Access }> {
    const access = await signedIn(context, request)
    const { playlistid } = parse(PlaylistPath, request.params, 'path')
    const playlist = await playlists.find(playlistid, access.playerid)
    if (!playlist) throw notFound('playlist')
    return { playlist, access }
  }

  function started(reply: FastifyReply, job: JobRow): z.infer<typeof ZipStarted> {
    if (job.state === 'queued') context.kickJobs()
    reply.code(job.state === 'done' ? 200 : 202)
    return { id: job.id }
  }

  const nothing = (what: string, format: AudioFormat) =>
    new ApiProblem(404, 'NOTHING_TO_DOWNLOAD', `Nothing of this ${what} is available as ${format}.`)

  // API-MEDIA-005
  app.get('/audio/zipper/:releaseid', async (request, reply) => {
    const { playerid } = await signedIn(context, request)
    const { format, lists } = parse(ZipQuery, request.query, 'query')
    const release = await downloadable(request)
    const songs = await context.catalogue.songsWithSource(release.releaseid)
    if (!songs.some((entry) => zippable(entry, format))) throw nothing('release', format)
    const job = await context.queue.start(
      RELEASE_ZIP,
      releaseZipKey(release.releaseid, format, lists),
      { releaseid: release.releaseid, format, lists },
      (result) => {
        const made = ZipResult.parse(result)
        return made.revision !== release.revision || isOutdated(made)
      },
      playerid,
    )
    return started(reply, job)
  })

  // API-MEDIA-006
  app.get('/playlists/:playlistid/zipper', async (request, reply) => {
    const { playlist, access } = await ownPlaylist(request)
    const tracks = await playlists.tracks(playlist)
    const { format, lists } = parse(ZipQuery, request.query, 'query')
    if (!tracks.some((entry) => zippable(entry, format))) throw nothing('playlist', format)
    const { playlistid, name } = playlist
    const job = await context.queue.start(
      PLAYLIST_ZIP,
      playlistZipKey(playlist, tracks, format, lists),
      { playlistid, format, lists, name, trackids: tracks.map(({ song }) => song.trackid) },
      (result) => isOutdated(ZipResult.parse(result)),
      access.playerid,
    )
    return started(reply, job)
  })

  // API-MEDIA-007: of the job that was started, or of the one that would be.
  app.get('/audio/zipper/:releaseid/status', async (request): Promise<ZipStatus> => {
    const access = await signedIn(context, request)
    const { format, lists, token } = parse(ZipQuery, request.query, 'query')
    const release = await downloadable(request)
    const job =
      token === undefined
        ? await context.queue.find(releaseZipKey(release.releaseid, format, lists))
        : await context.queue.findById(token)
    const payload = job?.kind === RELEASE_ZIP ? ReleaseZipPayload.parse(job.payload) : null
    if (!job || payload?.releaseid !== release.releaseid || payload.format !== format)
      throw new ApiProblem(404, 'NO_SUCH_JOB', 'No zip of this release was asked for.')
    return statusOf(job, access)
  })

  // API-MEDIA-007: of the job that was started, also when the playlist has changed since.
  app.get('/playlists/:playlistid/zipper/status', async (request): Promise<ZipStatus> => {
    const { playlist, access } = await ownPlaylist(request)
    const { format, lists, token } = parse(ZipQuery, request.query, 'query')
    // Asked again and again: the songs are read only where they are what names the job.
    const job =
      token === undefined
        ? await context.queue.find(playlistZipKey(playlist, await playlists.tracks(playlist), format, lists))
        : await context.queue.findById(token)
    const payload = job?.kind === PLAYLIST_ZIP ? PlaylistZipPayload.parse(job.payload) : null
    if (!job || payload?.playlistid !== playlist.playlistid || payload.format !== format) {
      throw new ApiProblem(404, 'NO_SUCH_JOB', 'No zip of this playlist was asked for.')
    }
    return statusOf(job, access)
  })

  async function statusOf(job: JobRow, access: Access): Promise<ZipStatus> {
    if (job.state === 'failed') {
      return { status: 'failed', progress: job.progress, message: 'The zip could not be made. Try again.' }
    }
    if (job.state !== 'done') return { status: job.state, progress: job.progress }
    const token = await context.tokens.mintMedia(access, `${ZIP}${job.id}`)
    return { status: 'done', progress: 100, zipped_url: `${API_BASE}/zips/${token}`, token }
  }

  async function send(request: FastifyRequest, reply: FastifyReply, jobId: string, by: string): Promise<void> {
    const job = await context.queue.findById(jobId)
    if (job?.state !== 'done') throw notFound('zip')
    const { name, format, tracks } = await contentOf(job)
    const result = ZipResult.parse(job.result)
    const songs = new Map(tracks.map((track) => [track.song.trackid, track]))
    if (result.entries.some((entry) => !songs.has(entry.trackid)) || isOutdated(result)) {
      throw outdated()
    }
    const zip = openZip(result, format, songs, context.songFiles, { by, signal: leaving(reply.raw) })
    await sendFile(request, reply, context.log, {
      bytes: result.bytes,
      contentType: 'application/zip',
      etag: `"${result.sha256}"`,
      sha256: result.sha256,
      cacheControl: DOWNLOADED,
      disposition: attachmentNamed(name),
      open: (start, end) =>
        begun(zip.read(start, end)).catch(async (error: unknown) => {
          if (!(error instanceof ZipChanged)) throw error
          await context.queue.spoil(jobId, error.message)
          throw outdated()
        }),
    })
  }

  /** Name and tracks of a zip, with the rights as they are now. */
  async function contentOf(job: JobRow): Promise<{ name: string; format: AudioFormat; tracks: TrackAccess[] }> {
    if (job.kind === RELEASE_ZIP) {
      const { releaseid, format } = ReleaseZipPayload.parse(job.payload)
      const release = await context.catalogue.releaseRow(releaseid)
      mayOpen(release)
      if (!release.candownload) throw downloadForbidden()
      const tracks = (await context.catalogue.songsWithSource(releaseid)).filter((entry) => zippable(entry, format))
      return { name: releaseZipName(release), format, tracks }
    }
    if (job.kind !== PLAYLIST_ZIP) throw notFound('zip')
    const { playlistid, format, trackids } = PlaylistZipPayload.parse(job.payload)
    const playlist = await playlists.byId(playlistid)
    if (!playlist) throw notFound('playlist')
    const tracks = (await context.catalogue.tracksByIds(trackids, new Set())).filter((entry) => zippable(entry, format))
    return { name: safeFileName(playlist.name, 'zip'), format, tracks }
  }

  // API-MEDIA-008: /zips/{token}, whether or not the token comes in the query too; /zips/{job}?token=... was answered before.
  app.route({
    method: ['GET', 'HEAD'],
    url: '/zips/:id',
    handler: async (request, reply) => {
      const { id } = parse(ZipPath, request.params, 'path')
      const { token } = parse(FileQuery, request.query, 'query')
      const isToken = token === undefined || token === id
      const { mediaID, playerid } = await mediaBearer(context, isToken ? id : token, (of) =>
        isToken ? of.startsWith(ZIP) : of === `${ZIP}${id}`,
      )
      return send(request, reply, mediaID.slice(ZIP.length), playerid)
    },
  })
}
