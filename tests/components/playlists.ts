/** Playlists as the player API keeps them, behind the wire of a component test. */
import type { Song } from '#core/model/catalogue/release.ts'
import {
  type Playlist,
  PlaylistAdd,
  PlaylistCreate,
  PlaylistMove,
  PlaylistUpdate,
} from '#core/model/playlists/playlist.ts'
import { aPlaylist, aSong } from '#tests/support/story.ts'
import { type Answers, failure, pageOf } from './wire.ts'

interface Kept {
  readonly playlistid: string
  name: string
  desc: string
  pinned: boolean
  /** Ids, in order. */
  tracks: readonly string[]
}

const done = () => new Response(null, { status: 204 })

/** The first song of each of so many releases, with titles, artists and covers that differ. */
export const someTracks = (count: number): string[] => Array.from({ length: count }, (_, n) => `r${n + 1}.a`)

/** A song by its id; the part before the dot names its release. */
export const songOf = (trackid: string): Song =>
  aSong(trackid, 1, {
    releaseid: trackid.split('.')[0] ?? '',
    artist: `Artist of ${trackid}`,
    coverart: `/icon-180.png?${trackid}`,
  })

/** The playlists of one account; what a page asks for changes them, and a page that is opened later finds that. */
export class KeptPlaylists {
  /** Oldest first. */
  #kept: Kept[] = []

  make(name: string, tracks: readonly string[] = [], desc = ''): string {
    const playlistid = `playlist-${this.#kept.length + 1}`
    this.#kept.push({ playlistid, name, desc, pinned: false, tracks })
    return playlistid
  }

  find(playlistid: string): Kept | undefined {
    return this.#kept.find((one) => one.playlistid === playlistid)
  }

  named(name: string): Kept | undefined {
    return this.#kept.find((one) => one.name === name)
  }

  order(playlistid: string): readonly string[] {
    return this.find(playlistid)?.tracks ?? []
  }

  /** As another tab does it. */
  drop(playlistid: string, trackid: string): void {
    const found = this.find(playlistid)
    if (found) found.tracks = found.tracks.filter((id) => id !== trackid)
  }

  answers(): Answers {
    /** Of another's playlist the server says that there is none. */
    const own =
      (answer: (kept: Kept, body: unknown, found: RegExpExecArray) => unknown) =>
      ({ body }: { body: unknown }, found: RegExpExecArray) => {
        const kept = this.find(decodeURIComponent(found[1] ?? ''))
        return kept ? answer(kept, body, found) : failure(404, 'NOT_FOUND', 'There is no such playlist.')
      }
    const pin = (pinned: boolean) =>
      own((kept) => {
        kept.pinned = pinned
        return done()
      })
    return {
      'GET /playlists': (asked) => {
        const filter = asked.query.get('filter')?.toLowerCase() ?? ''
        const found = this.#sorted(asked.query.get('sort')).filter(({ name }) => name.toLowerCase().includes(filter))
        return { playlists: pageOf(found, asked).map(cardOf), total: found.length }
      },
      'POST /playlists': ({ body }) => {
        const { name, desc } = PlaylistCreate.parse(body)
        return Response.json({ playlistid: this.make(name, [], desc) }, { status: 201 })
      },
      'GET /playlists/:id': own(whole),
      'PUT /playlists/:id': own((kept, body) => {
        const { name, desc, description } = PlaylistUpdate.parse(body)
        Object.assign(kept, { name, desc: desc ?? description ?? kept.desc })
        return whole(kept)
      }),
      'DELETE /playlists/:id': own((kept) => {
        this.#kept = this.#kept.filter((one) => one !== kept)
        return done()
      }),
      'GET /playlists/:id/tracks': own(({ tracks }) => ({ songs: tracks.map(songOf) })),
      'POST /playlists/:id/tracks': own((kept, body) => {
        kept.tracks = [...new Set([...kept.tracks, ...PlaylistAdd.parse(body).tracks])]
        return new Response(null, { status: 201 })
      }),
      'PUT /playlists/:id/tracks/position': own((kept, body) => {
        const { trackid, referenceTrackid, position } = PlaylistMove.parse(body)
        if (![trackid, referenceTrackid].every((id) => kept.tracks.includes(id)))
          return failure(409, 'TRACK_GONE', 'The playlist has changed: one of the two tracks is no longer in it.')
        const rest = kept.tracks.filter((id) => id !== trackid)
        rest.splice(rest.indexOf(referenceTrackid) + (position === 'after' ? 1 : 0), 0, trackid)
        kept.tracks = rest
        return new Response(null, { status: 200 })
      }),
      'DELETE /playlists/:id/tracks/:trackid': own((kept, _, found) => {
        this.drop(kept.playlistid, found[2] ?? '')
        return done()
      }),
      'DELETE /playlists/:id/tracks': own((kept) => {
        kept.tracks = []
        return done()
      }),
      'POST /playlists/:id/pin': pin(true),
      'DELETE /playlists/:id/pin': pin(false),
    }
  }

  /** Newest first where no order is asked for, and among the starred and the rest. */
  #sorted(sort: string | null): Kept[] {
    const all = this.#kept.toReversed()
    if (sort === 'name') return all.sort((a, b) => a.name.localeCompare(b.name))
    return sort === '-pinned' ? all.sort((a, b) => Number(b.pinned) - Number(a.pinned)) : all
  }
}

function cardOf({ playlistid, name, desc, pinned, tracks }: Kept): Playlist {
  const covers = tracks.map((id) => songOf(id).coverart)
  return aPlaylist(playlistid, {
    name,
    desc,
    description: desc,
    pinned,
    tracks: tracks.length,
    thumbnail: covers[0] ?? '',
    thumbnails: covers.slice(0, 4),
    coverart: covers[0] ?? '',
  })
}

const whole = (kept: Kept): Playlist => ({ ...cardOf(kept), songs: kept.tracks.map(songOf) })
