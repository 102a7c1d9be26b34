// API-PL: playlists. Everything is looked up by player and id, so that a foreign playlist is not there at all.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Song } from '#core/model/catalogue/release.ts'
import { PAGE_SIZE, PLAYLIST_FILTER_MAX } from '#core/model/constants.ts'
import { PlaylistId, TrackId } from '#core/model/ids.ts'
import {
  type Playlist,
  PlaylistAdd,
  PlaylistCreate,
  type PlaylistList,
  PlaylistMove,
  PlaylistUpdate,
} from '#core/model/playlists/playlist.ts'
import type { Context } from '../../context.ts'
import { ApiProblem, notFound } from '../../http/apiProblem.ts'
import { leaving } from '../../http/left.ts'
import { PACKED } from '../../http/packing.ts'
import { given, parse, queryBoolean, queryInteger, queryPage } from '../../http/parse.ts'
import {
  createPlaylists,
  PLAYLISTS_MAX,
  PlaylistGone,
  type PlaylistRow,
  TooManyPlaylists,
  TooManySongs,
} from '../../store/people/playlists.ts'
import { signedIn } from '../access.ts'
import { sendReport } from './reports.ts'

const PlaylistPath = z.object({ playlistid: PlaylistId })
/** Five thousand ids, and the same in songs as the list of a playlist holds them. */
const MANY_IDS = { bodyLimit: 1024 * 1024 }
const MANY_SONGS_MAX = 16 * 1024 * 1024
const TrackPath = z.object({ playlistid: PlaylistId, trackid: TrackId })

const SORTS = ['date', '-date', 'name', '-name', 'pinned', '-pinned'] as const
const Query = z.strictObject({
  page: queryPage,
  pagesize: z._default(queryInteger(1, 100), PAGE_SIZE),
  sort: z._default(z.enum(SORTS, 'must be date, name or pinned, with - for descending'), '-date'),
  filter: z._default(z.string().check(z.maxLength(PLAYLIST_FILTER_MAX)), ''),
  summary: z._default(queryBoolean, false),
})

const tooManySongs = () =>
  new ApiProblem(400, 'TOO_MANY_SONGS', 'These playlists hold too many songs for one answer: ask with summary=true.')

/** The client shows the words. */
const tooManyPlaylists = () =>
  new ApiProblem(
    400,
    'TOO_MANY_PLAYLISTS',
    `You have ${PLAYLISTS_MAX} playlists, as many as an account can hold. Delete one first.`,
  )

/** Of tracks that cannot all be added; where some can, which of them cannot, by their places. */
function unknownTracks(tracks: readonly string[], known: ReadonlySet<string>): ApiProblem {
  const unknown = [...tracks.entries()].filter(([, id]) => !known.has(id))
  const fields = Object.fromEntries(unknown.map(([index]) => [`tracks.${index}`, 'does not exist']))
  return new ApiProblem(400, 'UNKNOWN_TRACK', 'A track of the list does not exist.', known.size > 0 ? { fields } : {})
}

export function playlistRoutes(app: FastifyInstance, context: Context): void {
  const playlists = createPlaylists(context.db, context.catalogue)

  async function own(request: FastifyRequest): Promise<PlaylistRow> {
    const { playerid } = await signedIn(context, request)
    const { playlistid } = parse(PlaylistPath, request.params, 'path')
    const playlist = await playlists.find(playlistid, playerid)
    if (!playlist) throw notFound('playlist')
    return playlist
  }
  /** What changes one that was found; another call may delete it meanwhile. */
  const changed = <T>(change: Promise<T>): Promise<T> =>
    change.catch((error: unknown) => {
      throw error instanceof PlaylistGone ? notFound('playlist') : error
    })
  const done = (reply: FastifyReply) => reply.code(204).send()

  // API-PL-001
  app.get('/playlists', PACKED, async (request): Promise<PlaylistList> => {
    const { playerid } = await signedIn(context, request)
    const { sort, ...query } = parse(Query, given(request.query), 'query')
    const key = sort.replace('-', '') as 'date' | 'name' | 'pinned'
    const asked = { ...query, sort: { key, descending: sort.startsWith('-') } }
    return playlists.list(playerid, asked).catch((error: unknown) => {
      throw error instanceof TooManySongs ? tooManySongs() : error
    })
  })

  // API-PL-002
  app.post('/playlists', async (request, reply) => {
    const { playerid } = await signedIn(context, request)
    const { name, desc } = parse(PlaylistCreate, request.body, 'body')
    await context.limits.spend('playlists', playerid, request.ip)
    const playlistid = await playlists.create(playerid, name, desc, context.now()).catch((error: unknown) => {
      throw error instanceof TooManyPlaylists ? tooManyPlaylists() : error
    })
    reply.code(201)
    return { playlistid }
  })

  // API-PL-003
  app.get(
    '/playlists/:playlistid',
    PACKED,
    async (request): Promise<Playlist> => playlists.withSongs(await own(request)),
  )

  // API-PL-004: whoever sends that much is asked who they are before it is read.
  const wholePlaylist = {
    bodyLimit: MANY_SONGS_MAX,
    onRequest: async (request: FastifyRequest) => void (await own(request)),
  }
  app.put('/playlists/:playlistid', wholePlaylist, async (request): Promise<Playlist> => {
    const playlist = await own(request)
    const { name, desc, description } = parse(PlaylistUpdate, request.body, 'body')
    return playlists.withSongs(await changed(playlists.rename(playlist, name, desc ?? description)))
  })

  // API-PL-005
  app.delete('/playlists/:playlistid', async (request, reply) => {
    await playlists.remove((await own(request)).playlistid)
    return done(reply)
  })

  // API-PL-006
  app.get('/playlists/:playlistid/tracks', PACKED, async (request): Promise<{ songs: Song[] }> => {
    return { songs: await playlists.songs(await own(request)) }
  })

  // API-PL-007
  app.post('/playlists/:playlistid/tracks', MANY_IDS, async (request, reply) => {
    const playlist = await own(request)
    const { tracks } = parse(PlaylistAdd, request.body, 'body')
    const wanted = [...new Set(tracks)]
    const known = await context.catalogue.tracksByIds(wanted, new Set())
    if (known.length < wanted.length) throw unknownTracks(tracks, new Set(known.map(({ song }) => song.trackid)))
    if (known.some(({ song }) => song.assettype !== 'audio')) {
      throw new ApiProblem(400, 'NOT_AUDIO', 'Only audio can be added to a playlist.')
    }
    if (!(await changed(playlists.add(playlist.playlistid, wanted)))) {
      throw new ApiProblem(400, 'PLAYLIST_FULL', 'The playlist cannot hold that many tracks.')
    }
    return reply.code(201).send()
  })

  // API-PL-008
  app.put('/playlists/:playlistid/tracks/position', MANY_IDS, async (request, reply) => {
    const playlist = await own(request)
    const move = parse(PlaylistMove, request.body, 'body')
    if (!(await changed(playlists.move(playlist.playlistid, move)))) {
      throw new ApiProblem(409, 'TRACK_GONE', 'The playlist has changed: one of the two tracks is no longer in it.')
    }
    return reply.code(200).send()
  })

  // API-PL-009
  app.delete('/playlists/:playlistid/tracks/:trackid', async (request, reply) => {
    const playlist = await own(request)
    await changed(playlists.drop(playlist.playlistid, parse(TrackPath, request.params, 'path').trackid))
    return done(reply)
  })

  // API-PL-010
  app.delete('/playlists/:playlistid/tracks', async (request, reply) => {
    await changed(playlists.drop((await own(request)).playlistid, null))
    return done(reply)
  })

  // API-PL-011
  app.post('/playlists/:playlistid/pin', async (request, reply) => {
    await playlists.pin((await own(request)).playlistid, true)
    return done(reply)
  })

  // API-PL-012
  app.delete('/playlists/:playlistid/pin', async (request, reply) => {
    await playlists.pin((await own(request)).playlistid, false)
    return done(reply)
  })

  // API-PL-013
  app.get('/playlists/:playlistid/pdf', async (request, reply) => {
    const signal = leaving(reply.raw)
    const playlist = await own(request)
    const report = await context.reports.playlist(playlist, playlist.playerid, signal)
    return sendReport(reply, 'pdf', playlist.name, report)
  })
}
