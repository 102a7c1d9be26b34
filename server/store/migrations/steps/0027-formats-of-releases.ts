/** What a release is had in, for the lists, where that is not both formats: nothing made a WAV of what was compressed (D-154). */
import type { Migration } from '../migration.ts'

export const formatsOfReleases: Migration = {
  name: '0027-formats-of-releases',
  statements: [
    'alter table releases add column formats text[]',
    // A song whose row says nothing of its formats has both, and so has its release.
    `update releases r set formats = '{mp3}'
      where exists (select 1 from tracks t where t.releaseid = r.releaseid and t.assettype = 'audio')
        and not exists (select 1 from tracks t where t.releaseid = r.releaseid and t.assettype = 'audio'
          and t.meta->'formats' is distinct from '["mp3"]'::jsonb)`,
  ],
}
