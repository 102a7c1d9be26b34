/**
 * Playlists, comments, shares, digests, and what the search looks things up in. The words of a
 * release or track are empty unless the release is open: what may not be seen cannot be found.
 */
import { fillSearch } from '../../catalogue/searchIndex.ts'
import type { Migration } from '../migration.ts'

/** The words of a row as a set of lexemes: no dictionary, no stemming, the same on both databases. */
const LEXEMES = `array_to_tsvector(string_to_array(words, ' '))`

/** A bounded look into an index. Without seqscan, because the planner cannot know how common the words are. */
const lookUp = (table: string, key: string) =>
  `create function find_${table}(wanted tsquery, most integer) returns setof text
    language sql stable set enable_seqscan = off as
    $$ select ${key} from ${table} where array_to_tsvector(string_to_array(words, ' ')) @@ wanted limit most $$`

export const content: Migration = {
  name: '0003-content',
  statements: [
    `alter table releases add column title_words text collate "C" not null default '',
      add column words text not null default '', add column label_keys text[] not null default '{}'`,
    `alter table tracks add column title_words text collate "C" not null default '',
      add column words text not null default ''`,
    `create table search_artists (
      artist_key text collate "C" primary key,
      artist text not null,
      words text not null,
      releases integer not null,
      newest_at timestamptz not null,
      newest text not null
    )`,
    `create table search_labels (
      label_key text collate "C" primary key,
      label text not null,
      words text not null,
      releases integer not null,
      newest_at timestamptz not null,
      logo text
    )`,
    'create table search_words (word text collate "C" primary key)',
    'create index search_words_like on search_words using gin (word gin_trgm_ops)',
    `create index search_artists_words on search_artists using gin (${LEXEMES})`,
    `create index search_labels_words on search_labels using gin (${LEXEMES})`,
    `create index releases_words on releases using gin (${LEXEMES})`,
    `create index tracks_words on tracks using gin (${LEXEMES})`,
    `create index releases_title_words on releases (title_words) where title_words <> ''`,
    `create index tracks_title_words on tracks (title_words) where title_words <> ''`,
    'create index releases_label_keys on releases using gin (label_keys)',
    lookUp('tracks', 'trackid'),
    lookUp('releases', 'releaseid'),
    lookUp('search_artists', 'artist_key'),
    lookUp('search_labels', 'label_key'),
    // A slip of the finger leaves a fifth of a short word's trigrams; what is really near is told apart afterwards.
    `create function similar_words(wanted text, most integer) returns setof text
      language sql stable set pg_trgm.similarity_threshold = 0.2 as
      $$ select word from search_words where word % wanted order by similarity(word, wanted) desc, word limit most $$`,

    `create table playlists (
      playlistid text primary key,
      playerid text not null references players on delete cascade,
      name text not null,
      name_sort text collate "C" not null,
      description text not null,
      pinned boolean not null default false,
      created_at timestamptz not null
    )`,
    'create index playlists_player on playlists (playerid, created_at)',
    // No reference to tracks: an import that replaces a release writes its tracks anew.
    `create table playlist_tracks (
      playlistid text not null references playlists on delete cascade,
      trackid text not null,
      place integer not null,
      primary key (playlistid, trackid)
    )`,
    'create index playlist_tracks_place on playlist_tracks (playlistid, place)',
    'create index playlist_tracks_track on playlist_tracks (trackid)',

    `create table comments (
      id text primary key,
      playerid text references players on delete set null,
      releaseid text not null references releases on delete cascade,
      type_id integer not null,
      email text not null,
      message text not null,
      at timestamptz not null
    )`,
    'create index comments_release on comments (releaseid, at)',
    'create index comments_player on comments (playerid)',
    `create table comment_clicks (
      releaseid text primary key references releases on delete cascade,
      clicks bigint not null
    )`,
    `create table shares (
      id text primary key,
      releaseid text not null references releases on delete cascade,
      playerid text references players on delete set null,
      receiver text not null references players on delete cascade,
      message text not null,
      at timestamptz not null
    )`,
    'create index shares_release on shares (releaseid, at)',
    'create index shares_player on shares (playerid)',
    'create index shares_receiver on shares (receiver)',
    `create table digest_mails (
      digest text not null,
      playerid text not null references players on delete cascade,
      at timestamptz not null,
      primary key (digest, playerid)
    )`,
    'create index digest_mails_player on digest_mails (playerid)',
    'create index flags_release on flags (releaseid)',
    'create index archived_release on archived (releaseid)',
    'create index releases_created on releases (created_at)',
  ],
  fill: fillSearch,
}
