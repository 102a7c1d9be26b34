// The tables of migrations 0003, 0007 and 0011, as kysely sees them.
import type { Generated } from 'kysely'

export interface SearchArtistsTable {
  /** Folded name. */
  artist_key: string
  artist: string
  words: string
  /** Open releases. */
  releases: number
  newest_at: Date
  /** Id of the newest release, whose cover stands for the artist. */
  newest: string
}

export interface SearchLabelsTable {
  label_key: string
  label: string
  words: string
  releases: number
  newest_at: Date
  logo: string | null
}

export interface SearchWordsTable {
  word: string
}

/** About how many tracks have a common word; the empty word stands for all tracks. */
export interface CommonWordsTable {
  word: string
  tracks: number
}

export interface PlaylistsTable {
  playlistid: string
  playerid: string
  name: string
  name_sort: string
  description: string
  pinned: Generated<boolean>
  created_at: Date
}

export interface PlaylistTracksTable {
  playlistid: string
  trackid: string
  place: number
}

export interface CommentsTable {
  id: string
  playerid: string | null
  releaseid: string
  type_id: number
  email: string
  message: string
  at: Date
}

export interface CommentClicksTable {
  releaseid: string
  clicks: number
}

export interface SharesTable {
  id: string
  releaseid: string
  playerid: string | null
  receiver: string
  message: string
  at: Date
  /** The count of the receiver's shares it came with. */
  number: Generated<number>
}

export interface DigestMailsTable {
  digest: string
  playerid: string
  at: Date
}

/** Made harmless when the release was stored. */
export interface PromoMailsTable {
  releaseid: string
  plain: string
  /** Null where it is the same as `plain`. */
  pictured: string | null
  /** Pictures from elsewhere. */
  images: number
}

/** Addresses of promotional e-mails that were used, until they end. */
export interface UsedPagesTable {
  jti: string
  expires_at: Date
}

export interface ContentSchema {
  promo_mails: PromoMailsTable
  used_pages: UsedPagesTable
  search_artists: SearchArtistsTable
  search_labels: SearchLabelsTable
  search_words: SearchWordsTable
  common_words: CommonWordsTable
  playlists: PlaylistsTable
  playlist_tracks: PlaylistTracksTable
  comments: CommentsTable
  comment_clicks: CommentClicksTable
  shares: SharesTable
  digest_mails: DigestMailsTable
}
