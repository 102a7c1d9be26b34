/**
 * What can happen to playlists. Changes of a playlist's tracks are shown at once and confirmed or rolled back one
 * by one (PLAYLIST-021, PLAYLIST-022); creating, editing, deleting and adding are busy until the server answered.
 * `requestId` names the wish in what becomes of it.
 */
import * as z from 'zod/mini'
import { PLAYLIST_DESC_MAX, PLAYLIST_NAME_MAX } from '../model/constants.ts'
import { PlaylistId, QueueUuid, ReleaseId, RequestId, TrackId, Whole } from '../model/ids.ts'
import { later } from '../model/later.ts'
import { RefusalDetails, WaitDetails } from '../model/people/refusal.ts'
import { PLAYLIST_TRACKS_MAX, PlaylistCard, PlaylistTrack } from '../model/playlists/playlist.ts'
import { PlaylistChange } from '../model/playlists/playlistChange.ts'
import { defineEvent } from './define.ts'

/** A list's order and search as URL query text. */
const ListId = later(() => z.string().check(z.maxLength(1000)))
/** UTF-16 units of one character at most. */
const UNITS_MAX = 64
/** Characters are counted by the form and the server; a log is only kept from holding a book. */
const Name = later(() => z.string().check(z.minLength(1), z.maxLength(PLAYLIST_NAME_MAX * UNITS_MAX)))
const Description = later(() => z.string().check(z.maxLength(PLAYLIST_DESC_MAX * UNITS_MAX)))
const Tracks = later(() => z.array(TrackId).check(z.maxLength(PLAYLIST_TRACKS_MAX)))
/** What is added: songs by themselves, and the audio of releases (PLAYLIST-025). */
const Sources = { tracks: Tracks, releases: later(() => z.array(ReleaseId).check(z.maxLength(1000))) }
/** Why a call came to nothing; `message` is the server's own text for a person. */
const Text = later(() => z.string())
const Failure = { code: Text, message: Text }

/** Shows a list: loaded if it is not there, and anew, as far as it was loaded or as its first `pages` go. */
export const playlistListOpened = defineEvent(
  'playlist.listOpened',
  () => ({ queryId: ListId, pages: z.exactOptional(z.int().check(z.positive())) }),
  { kind: 'wish' },
)
/** The end of a list is near: its next page. */
export const playlistMoreWanted = defineEvent('playlist.moreWanted', () => ({ queryId: ListId }), { kind: 'wish' })
/** Pages `from` to `from + pages - 1` of a list. Those from 1 on replace what was there. */
export const playlistListReceived = defineEvent(
  'playlist.listReceived',
  () => ({
    queryId: ListId,
    round: Whole,
    from: z.int().check(z.positive()),
    pages: z.int().check(z.positive()),
    total: Whole,
    playlists: z.array(PlaylistCard),
  }),
  { kind: 'fact' },
)
export const playlistListFailed = defineEvent(
  'playlist.listFailed',
  () => ({ queryId: ListId, round: Whole, code: z.string(), ...WaitDetails }),
  { kind: 'fact' },
)

/** Shows a playlist: its tracks are loaded if they are not there. */
export const playlistOpened = defineEvent('playlist.opened', () => ({ playlistid: PlaylistId }), { kind: 'wish' })
/**
 * A playlist as it is now; `songs` where its tracks were asked for and are not as they are held. With an `order` of all
 * its tracks they are those of them that nobody holds as they are.
 */
export const playlistReceived = defineEvent(
  'playlist.received',
  () => ({
    playlist: PlaylistCard,
    songs: z.nullable(z.array(PlaylistTrack)),
    order: z.exactOptional(z.array(TrackId)),
  }),
  { kind: 'fact' },
)
export const playlistFailed = defineEvent(
  'playlist.failed',
  () => ({ playlistid: PlaylistId, code: z.enum(['NOT_FOUND', 'UNKNOWN']), ...WaitDetails }),
  { kind: 'fact' },
)

/** Moves, removes, brings back or clears tracks of a playlist that is shown. */
export const playlistChangeRequested = defineEvent(
  'playlist.changeRequested',
  () => ({ requestId: RequestId, playlistid: PlaylistId, change: PlaylistChange }),
  { kind: 'wish' },
)
export const playlistChangeAnswered = defineEvent(
  'playlist.changeAnswered',
  () => ({ requestId: RequestId, playlistid: PlaylistId }),
  { kind: 'fact' },
)
export const playlistChangeFailed = defineEvent(
  'playlist.changeFailed',
  () => ({ requestId: RequestId, playlistid: PlaylistId, ...Failure }),
  { kind: 'fact' },
)

/** A new playlist, and what shall be in it; `over` is how many more songs were meant than it takes. */
export const playlistCreateRequested = defineEvent(
  'playlist.createRequested',
  () => ({ requestId: RequestId, name: Name, desc: Description, ...Sources, over: z.exactOptional(Whole) }),
  { kind: 'wish' },
)
export const playlistCreated = defineEvent(
  'playlist.created',
  () => ({ requestId: RequestId, playlist: PlaylistCard }),
  { kind: 'fact' },
)
/** What is left out stays as it is, whoever changes it meanwhile. */
export const playlistUpdateRequested = defineEvent(
  'playlist.updateRequested',
  () => ({
    requestId: RequestId,
    playlistid: PlaylistId,
    name: z.optional(Name),
    desc: z.optional(Description),
  }),
  { kind: 'wish' },
)
export const playlistUpdated = defineEvent(
  'playlist.updated',
  () => ({ requestId: RequestId, playlist: PlaylistCard }),
  { kind: 'fact' },
)
export const playlistDeleteRequested = defineEvent(
  'playlist.deleteRequested',
  () => ({ requestId: RequestId, playlistid: PlaylistId }),
  { kind: 'wish' },
)
export const playlistDeleted = defineEvent(
  'playlist.deleted',
  () => ({ requestId: RequestId, playlistid: PlaylistId }),
  { kind: 'fact' },
)
/** Adds to the end of a playlist; a track that is there already stays where it is. `over` and `overReleases` are how many more songs and releases were meant than a playlist takes. */
export const playlistAddRequested = defineEvent(
  'playlist.addRequested',
  () => ({
    requestId: RequestId,
    playlistid: PlaylistId,
    ...Sources,
    over: z.exactOptional(Whole),
    overReleases: z.exactOptional(Whole),
  }),
  { kind: 'wish' },
)
/**
 * `added` are the tracks that were not in it before; `left` is how many releases and songs were not to be had, `over` how many
 * songs it has no room for, `overReleases` how many releases nobody looked into as it was full. `songs` are what was added, where whoever holds the playlist has it otherwise as it is.
 */
export const playlistTracksAdded = defineEvent(
  'playlist.tracksAdded',
  () => ({
    requestId: RequestId,
    playlistid: PlaylistId,
    added: Tracks,
    left: z.optional(Whole),
    over: z.exactOptional(Whole),
    overReleases: z.exactOptional(Whole),
    songs: z.exactOptional(z.array(PlaylistTrack)),
  }),
  { kind: 'fact' },
)
/** Creating, editing, deleting or adding came to nothing. `kind` says which, where the wish itself was refused. */
export const playlistRequestFailed = defineEvent(
  'playlist.requestFailed',
  () => ({
    requestId: RequestId,
    kind: z.exactOptional(z.enum(['create', 'update', 'delete', 'add'])),
    ...Failure,
    ...RefusalDetails,
  }),
  { kind: 'fact' },
)
/** The person has read why and goes on. */
export const playlistRequestDismissed = defineEvent('playlist.requestDismissed', () => ({ requestId: RequestId }), {
  kind: 'wish',
})

/** Stars a playlist or takes its star. */
export const playlistPinRequested = defineEvent(
  'playlist.pinRequested',
  () => ({ requestId: RequestId, playlistid: PlaylistId, pinned: z.boolean() }),
  { kind: 'wish' },
)
export const playlistPinAnswered = defineEvent(
  'playlist.pinAnswered',
  () => ({ requestId: RequestId, playlistid: PlaylistId, pinned: z.boolean() }),
  { kind: 'fact' },
)
export const playlistPinFailed = defineEvent(
  'playlist.pinFailed',
  () => ({ requestId: RequestId, playlistid: PlaylistId, ...Failure }),
  { kind: 'fact' },
)

/**
 * Plays a playlist from the top, or from one of its tracks: it replaces queue and history (QUEUE-017).
 * `itemId` becomes the uuid of the queue item, and the prefix of its songs' uuids. `fresh`: one that is held and whose
 * page is not open is read before; left out by earlier builds, which played it as it was held. `stoodAt` as with a release.
 */
export const playlistChosen = defineEvent(
  'playlist.chosen',
  () => ({
    playlistid: PlaylistId,
    trackid: z.nullable(TrackId),
    itemId: QueueUuid,
    requestId: RequestId,
    fresh: z.exactOptional(z.literal(true)),
    stoodAt: z.exactOptional(z.number().check(z.nonnegative())),
  }),
  { kind: 'wish', heard: true },
)

/** The PDF of a playlist, in a window of its own (PLAYLIST-014, D-089). */
export const playlistPdfRequested = defineEvent(
  'playlist.pdfRequested',
  () => ({ requestId: RequestId, playlistid: PlaylistId }),
  { kind: 'wish', heard: true },
)
export const playlistPdfHanded = defineEvent(
  'playlist.pdfHanded',
  () => ({ requestId: RequestId, playlistid: PlaylistId }),
  { kind: 'fact' },
)
export const playlistPdfFailed = defineEvent(
  'playlist.pdfFailed',
  () => ({ requestId: RequestId, playlistid: PlaylistId, code: z.string() }),
  { kind: 'fact' },
)
