/**
 * Reports (API-REL-010, API-PL-013) as jobs: whoever asks for one starts its job or joins it, and waits
 * for it. What was made is kept in the database for a while, so that any server can send it.
 */
import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { ReportFormat } from '#core/model/catalogue/releaseFile.ts'
import { ApiProblem } from '../http/apiProblem.ts'
import { metadataCsv, metadataPdf } from '../reports/metadata.ts'
import { playlistPdf } from '../reports/playlistPdf.ts'
import { bothSongNames, type Catalogue } from '../store/catalogue/readCatalogue.ts'
import { createPlaylists, type PlaylistRow } from '../store/people/playlists.ts'
import type { ReleaseRow, Schema } from '../store/schema.ts'
import type { Queue } from './queue.ts'
import { HopelessJob, type JobHandler } from './runner.ts'
import { playlistRevision } from './zip.ts'

export const REPORT = 'report'
/** Reports one server draws at a time. */
export const REPORT_PARALLEL = 2
/** A person waits: tried again once, and soon. */
export const REPORT_PATIENCE = { attempts: 2, waitS: 1 }
/** A report as fresh as this is sent again; a player's changes make another one at once. */
const KEPT_MS = 10 * 60_000
/** Below the 25 s a client waits for an answer (D-128). */
const WAIT_MS = 20_000

const Payload = z.discriminatedUnion('what', [
  z.object({ what: z.literal('metadata'), releaseid: z.string(), format: ReportFormat }),
  z.object({
    what: z.literal('playlist'),
    playlistid: z.string(),
    /** As it stood when the report was asked for, as its key says; jobs of before this was kept draw it as it stands. */
    content: z.optional(z.object({ name: z.string(), description: z.string(), trackids: z.array(z.string()) })),
  }),
])
type Payload = z.infer<typeof Payload>
/** What the job leaves behind besides the bytes. */
const Made = z.object({ bytes: z.int(), at: z.number() })

/** Draws a report and keeps it. @param now ms since 1970 */
export function reportHandler(db: Kysely<Schema>, catalogue: Catalogue, now: () => number): JobHandler {
  const playlists = createPlaylists(db, catalogue)
  async function draw(payload: Payload): Promise<Buffer> {
    if (payload.what === 'playlist') {
      const { content } = payload
      if (content) {
        const tracks = await catalogue.tracksByIds(content.trackids, new Set())
        return playlistPdf(
          content,
          tracks.map(({ song }) => bothSongNames(song)),
          now(),
        )
      }
      const playlist = await playlists.byId(payload.playlistid)
      if (!playlist) throw new HopelessJob('the playlist is gone')
      return playlistPdf(playlist, await playlists.songs(playlist), now())
    }
    const row = await catalogue.releaseRow(payload.releaseid)
    if (!row) throw new HopelessJob('the release is gone')
    // For nobody in particular: a report holds nothing of the player who asks for it.
    const release = await catalogue.detail(row, '')
    return payload.format === 'csv' ? metadataCsv(release) : metadataPdf(release, now())
  }
  return async (given, progress, _signal, jobid) => {
    const content = await draw(Payload.parse(given))
    progress(90)
    await sql`insert into report_files (jobid, content) values (${jobid}, ${content})
      on conflict (jobid) do update set content = excluded.content, made_at = now()`.execute(db)
    return { bytes: content.length, at: now() }
  }
}

export interface Reports {
  /**
   * The metadata of a release.
   * @param by the player who asks
   * @param signal aborted when they have left: the report is made, and not waited for
   * @throws ApiProblem 503 with Retry-After when it cannot be had in time
   */
  metadata(release: ReleaseRow, format: ReportFormat, by: string, signal?: AbortSignal): Promise<Buffer>
  /**
   * The tracks of a playlist, as PDF.
   * @param by the player who asks
   * @param signal aborted when they have left: the report is made, and not waited for
   * @throws ApiProblem 503 with Retry-After when it cannot be had in time
   */
  playlist(playlist: PlaylistRow, by: string, signal?: AbortSignal): Promise<Buffer>
}

/**
 * @param kick tells the job runner that there is work
 * @param now ms since 1970
 */
export function createReports(options: {
  db: Kysely<Schema>
  catalogue: Catalogue
  queue: Queue
  kick(): void
  now(): number
}): Reports {
  const { db, catalogue, queue, kick, now } = options
  const playlists = createPlaylists(db, catalogue)

  async function made(key: string, payload: Payload, by: string, signal?: AbortSignal): Promise<Buffer> {
    const isStale = (result: unknown) => {
      const known = Made.safeParse(result)
      return !known.success || Math.abs(now() - known.data.at) > KEPT_MS
    }
    const started = await queue.start(REPORT, key, payload, isStale, by)
    if (started.state === 'queued') kick()
    const job = await queue.settled(started.id, WAIT_MS, undefined, signal)
    if (job?.state === 'done') {
      const kept = await db.selectFrom('report_files').where('jobid', '=', job.id).select('content').executeTakeFirst()
      if (kept) return Buffer.from(kept.content)
    }
    throw new ApiProblem(503, 'REPORT_NOT_READY', 'The report could not be made just now. Try again.', {
      retryAfter: 5,
    })
  }

  return {
    metadata: ({ releaseid, revision }, format, by, signal) =>
      made(
        `${REPORT}:metadata:${format}:${releaseid}:${revision}`,
        { what: 'metadata', releaseid, format },
        by,
        signal,
      ),
    async playlist(playlist, by, signal) {
      const { playlistid, name, description } = playlist
      const tracks = await playlists.tracks(playlist)
      const revised = [name, description, playlistRevision(tracks)]
      const revision = createHash('sha256').update(JSON.stringify(revised)).digest('hex').slice(0, 24)
      const content = { name, description, trackids: tracks.map(({ song }) => song.trackid) }
      return made(`${REPORT}:playlist:${playlistid}:${revision}`, { what: 'playlist', playlistid, content }, by, signal)
    },
  }
}
