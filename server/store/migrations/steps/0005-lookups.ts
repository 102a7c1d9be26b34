/**
 * Look-ups that give whole rows: with keys alone the planner joined them back to the table, and for
 * some sizes read all of it.
 */
import type { Migration } from '../migration.ts'

const COLUMNS = {
  tracks: ['trackid', 'releaseid', 'title', 'artist'],
  releases: ['releaseid', 'title', 'words', 'trend'],
  search_artists: ['artist_key', 'artist', 'words', 'releases', 'newest'],
  search_labels: ['label_key', 'label', 'words', 'releases', 'logo'],
}
const TYPES: Record<string, string> = { trend: 'double precision', releases: 'integer' }

const lookUps = Object.entries(COLUMNS).flatMap(([table, columns]) => {
  const shape = columns.map((name) => `${name} ${TYPES[name] ?? 'text'}`).join(', ')
  const given = columns.map((name) => `x.${name}`).join(', ')
  return [
    `drop function find_${table}(tsquery, integer)`,
    // Without seqscan, because the planner cannot know how common the words are.
    `create function find_${table}(wanted tsquery, most integer) returns table (${shape})
      language sql stable rows 200 set enable_seqscan = off as
      $$ select ${given} from ${table} x where array_to_tsvector(string_to_array(x.words, ' ')) @@ wanted limit most $$`,
  ]
})

export const lookups: Migration = { name: '0005-lookups', statements: lookUps }
