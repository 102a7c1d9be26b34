/** Digests ask for the last job of their kind every few seconds, sweeps for each kind, among all that is kept of others. */
import type { Migration } from '../migration.ts'

export const kindsOfJobs: Migration = {
  name: '0025-kinds-of-jobs',
  statements: ['create index jobs_kind on jobs (kind)'],
}
