/**
 * Reading rows in their order begins at the first one: PostgreSQL lets a scan of a large table join another
 * one where that is just now, and the same search found other tracks each time.
 */
import type { Migration } from '../migration.ts'

export const steadyRows: Migration = {
  name: '0008-steady-rows',
  statements: ['alter function find_tracks_anywhere(tsquery, text[], integer) set synchronize_seqscans = off'],
}
