// What it means to do something with one release of a selection: the events a press on it would have made.
import { downloadRequested } from '#core/events/downloads.ts'
import type { AppDraft } from '#core/events/index.ts'
import { libraryMarksRequested } from '#core/events/library.ts'
import { playlistAddRequested } from '#core/events/playlists.ts'
import { queueReleaseAdded } from '#core/events/queue.ts'
import type { ReleaseCard } from '#core/model/catalogue/release.ts'
import type { Gather } from '#core/model/downloads/bundleWish.ts'
import { spokenName } from '#core/model/downloads/leftOut.ts'
import { bundleRequest, releaseRequest } from '#core/model/downloads/requests.ts'
import type { Mark } from '#core/model/library/library.ts'
import type { SelectionAction } from '#core/model/library/selection.ts'
import { PLAYLIST_TRACKS_MAX } from '#core/model/playlists/playlist.ts'

const MARK = {
  flag: 'flagged',
  unflag: 'unflagged',
  archive: 'archived',
  restore: 'restored',
} as const satisfies Partial<Record<SelectionAction, Mark>>

export interface Drafts {
  readonly drafts: readonly AppDraft[]
  /** Releases there was nothing to do with: stream-only, without audio, already in that state. */
  readonly skipped: number
}

/**
 * @param mint a fresh id for every job or queue item
 * @param playlistid where `playlist` puts the songs
 * @param over how many releases more were meant than it takes
 */
export function draftsFor(
  action: SelectionAction,
  releases: readonly Readonly<ReleaseCard>[],
  mint: () => string,
  playlistid?: string,
  over = 0,
): Drafts {
  const able = releases.filter((release) => isAble(action, release))
  const skipped = releases.length - able.length
  if (able.length === 0) return { drafts: [], skipped }
  switch (action) {
    case 'wav':
    case 'mp3':
      return {
        drafts: [downloadRequested({ requests: able.map((one) => releaseRequest(one, action, mint())) })],
        skipped,
      }
    case 'queue':
      return {
        drafts: able.map(({ releaseid }) => queueReleaseAdded({ releaseid, itemId: mint(), place: 'bottom' })),
        skipped,
      }
    case 'playlist': {
      if (playlistid === undefined) return { drafts: [], skipped: releases.length }
      const wanted = able.map(({ releaseid }) => releaseid)
      return {
        drafts: [
          playlistAddRequested({
            requestId: mint(),
            playlistid,
            tracks: [],
            releases: wanted,
            ...(over > 0 ? { overReleases: over } : {}),
          }),
        ],
        skipped,
      }
    }
    case 'flag':
    case 'unflag':
    case 'archive':
    case 'restore': {
      const mark = MARK[action]
      const changes = able.map(({ releaseid }) => ({ releaseid, trackid: null, marks: [mark] as Mark[] }))
      return { drafts: [libraryMarksRequested({ requestId: mint(), changes })], skipped }
    }
  }
}

/**
 * Of releases that go into a playlist those of which it may have room: with the songs of these alone it would be full,
 * whatever is in it already. Whoever adds them need not look into the others.
 */
export function fittingIn(releases: readonly Readonly<ReleaseCard>[]): readonly Readonly<ReleaseCard>[] {
  let songs = 0
  const end = releases.findIndex((release) => {
    if (isAble('playlist', release)) songs += release.trackcount
    return songs >= PLAYLIST_TRACKS_MAX
  })
  return end < 0 ? releases : releases.slice(0, end + 1)
}

/** All releases of a selection as one download: one zip, or its songs as single files. */
export function gatherDraft(
  action: SelectionAction,
  releases: readonly Readonly<ReleaseCard>[],
  gather: { readonly as: Gather; readonly title: string },
  mint: () => string,
): Drafts {
  const able = releases.filter((release) => release.candownload)
  const skipped = releases.length - able.length
  const [first] = able
  if (!first || (action !== 'wav' && action !== 'mp3')) return { drafts: [], skipped }
  const sources = able.map((release) => {
    const { releaseid: id, duration } = release
    return { type: 'release' as const, id, duration, title: spokenName({ ...release, version: '' }) }
  })
  const request = bundleRequest({ as: gather.as, sources }, gather.title, first.thumbnail, action, mint())
  return { drafts: [downloadRequested({ requests: [request] })], skipped }
}

function isAble(action: SelectionAction, release: Readonly<ReleaseCard>): boolean {
  switch (action) {
    case 'wav':
    case 'mp3':
      return release.candownload
    case 'queue':
    case 'playlist':
      return release.duration > 0
    case 'flag':
      return !release.flagged && !release.archived
    case 'archive':
      return !release.archived
    case 'unflag':
      return release.flagged || release.flaggedtrackcount > 0
    case 'restore':
      return release.archived
  }
}
