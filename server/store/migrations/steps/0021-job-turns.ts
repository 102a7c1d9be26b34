/**
 * Whose job it is, and when its turn comes: who asks for two hundred zips takes turns with who asks for one
 * (jobs/queue.ts). What nobody in particular asked for has turn 0.
 */
import type { Migration } from '../migration.ts'

export const jobTurns: Migration = {
  name: '0021-job-turns',
  statements: [
    'alter table jobs add column asked_by text',
    'alter table jobs add column turn integer not null default 0',
    `create index jobs_of_asker on jobs (asked_by, kind, turn) where state in ('queued', 'working')`,
    'drop index jobs_waiting',
    `create index jobs_waiting on jobs (turn, run_after, created_at) where state in ('queued', 'working')`,
  ],
}
