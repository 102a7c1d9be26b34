// What rows of playlists are.
import * as z from 'zod/mini'
import { Whole } from '../../../model/ids.ts'
import { later } from '../../../model/later.ts'
import { PlaylistChange } from '../../../model/playlists/playlistChange.ts'
import { Refusal } from './people.ts'

export { PlaylistCard, PlaylistTrack } from '../../../model/playlists/playlist.ts'

export const PlaylistList = later(() =>
  z.object({
    queryId: z.string(),
    status: z.enum(['loading', 'more', 'done', 'error']),
    total: z.nullable(Whole),
    round: z.int(),
    pages: Whole,
    ids: z.array(z.string()),
    stale: z.boolean(),
    retryAfterMs: z.exactOptional(Whole),
  }),
)

export const PlaylistDetail = later(() =>
  z.object({
    playlistid: z.string(),
    status: z.enum(['loading', 'done', 'error', 'gone']),
    error: z.nullable(z.enum(['NOT_FOUND', 'UNKNOWN'])),
    retryAfterMs: z.exactOptional(Whole),
    confirmed: z.array(z.string()),
    pending: z.array(z.object({ requestId: z.string(), change: PlaylistChange, undo: z.nullable(PlaylistChange) })),
  }),
)

export const PlaylistRequest = later(() =>
  z.extend(Refusal, {
    kind: z.enum(['create', 'update', 'delete', 'add']),
    playlistid: z.nullable(z.string()),
    status: z.enum(['busy', 'failed']),
  }),
)

export const PlaylistPin = later(() => z.object({ requestId: z.string(), before: z.boolean() }))
