/**
 * Words that very many tracks have. The index gives the tracks of a beginning of a word only after it has
 * gone through all of them: a third of a million for "the". Such a word is looked for in the rows instead.
 */
import { countCommonWords } from '../../catalogue/commonWords.ts'
import type { Migration } from '../migration.ts'

const SHAPE = 'trackid text, releaseid text, title text, artist text'
const GIVEN = 'x.trackid, x.releaseid, x.title, x.artist'
/** Every word of a track with a space before it, so that a pattern finds beginnings of words. */
const SPACED = `(' ' || x.words)`

/** Rows read in their order at most; as long as the index takes for a very common word. */
const ROWS_LOOKED_AT = 50_000

export const commonWords: Migration = {
  name: '0007-common-words',
  statements: [
    // The empty word stands for all tracks.
    'create table common_words (word text collate "C" primary key, tracks bigint not null)',
    // The rare words by the index, the common ones by the rows it gives. Without seqscan, as in 0005.
    `create function find_tracks_among(wanted tsquery, patterns text[], most integer) returns table (${SHAPE})
      language sql stable rows 200 set enable_seqscan = off as
      $$ select ${GIVEN} from tracks x where array_to_tsvector(string_to_array(x.words, ' ')) @@ wanted
        and ${SPACED} like all (patterns) limit most $$`,
    // Every word is common: rows in their order, of which enough will do soon. Where far fewer do than by chance,
    // the index after all; what both give is given twice. Without parallel workers, which take longer to start.
    `create function find_tracks_anywhere(wanted tsquery, patterns text[], most integer) returns table (${SHAPE})
      language plpgsql stable rows 200 set max_parallel_workers_per_gather = 0 as $$
      declare given integer;
      begin
        return query select ${GIVEN} from (select * from tracks limit ${ROWS_LOOKED_AT}) x
          where ${SPACED} like all (patterns) limit most;
        get diagnostics given = row_count;
        if given < most / 4 then return query select * from find_tracks(wanted, most); end if;
      end $$`,
  ],
  fill: countCommonWords,
}
