// What rows of the application, its settings and its notifications are.
import * as z from 'zod/mini'
import { later } from '../../../model/later.ts'
import { PlaylistChange } from '../../../model/playlists/playlistChange.ts'
import { Undo } from './library.ts'

export { Settings } from '../../../model/settings.ts'

export const App = later(() =>
  z.object({
    startedAt: z.number(),
    online: z.boolean(),
    path: z.string(),
    failedWorker: z.nullable(z.object({ worker: z.string(), message: z.string() })),
    downloadsLost: z.exactOptional(z.literal(true)),
    logLost: z.nullable(z.enum(['quota', 'refused'])),
    canDownload: z.boolean(),
  }),
)

/** What is listed by ids alone. */
export const Order = later(() => z.object({ ids: z.array(z.string()) }))

/** What is on its way and nothing else of it. */
export const Asked = later(() => z.object({ requestId: z.string() }))

const NoticeCategory = later(() =>
  z.enum([
    'addDownloadQueue',
    'downloadFinished',
    'downloadRemoved',
    'downloadKept',
    'hasError',
    'flag',
    'unFlag',
    'archive',
    'unArchive',
    'playlistCreated',
    'playlistUpdated',
    'addedToPlaylist',
    'removedFromQueue',
    'connectionAccepted',
    'invitationAlreadyAccepted',
    'invitationNotForUser',
    'releaseShared',
    'sharedWithYou',
    'contactRequestSent',
    'settingSaved',
    'profileUpdated',
    'emailSuccessfullyLinked',
    'emailSuccessfullyUnlinked',
    'emailLinkingFailed',
    'emailUnlinkingFailed',
  ]),
)

const Said = later(() =>
  z.object({
    id: z.string(),
    category: NoticeCategory,
    notificationType: z.enum(['success', 'error', 'info']),
    subject: z.string(),
    detail: z.string(),
  }),
)

export const Notice = later(() =>
  z.extend(Said, {
    person: z.exactOptional(z.string()),
    undo: z.exactOptional(Undo),
    decision: z.exactOptional(z.string()),
    undoQueue: z.exactOptional(z.string()),
    undoPlaylist: z.exactOptional(z.object({ playlistid: z.string(), change: PlaylistChange })),
  }),
)

export const NoticeHistory = later(() =>
  z.object({
    entries: z.array(z.extend(Said, { read: z.boolean() })),
    people: z.record(z.string(), z.string()),
  }),
)
