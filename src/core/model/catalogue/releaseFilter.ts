// What a release query is where it crosses a boundary: in events and in the snapshots of logs.
import * as z from 'zod/mini'
import { later } from '../later.ts'
import { FILTER_ID_MAX, GROUP_IDS_MAX, RELEASE_SORTS } from './releaseQuery.ts'

const FilterId = later(() => z.string().check(z.minLength(1), z.maxLength(FILTER_ID_MAX)))
const FilterIds = later(() => z.array(FilterId).check(z.maxLength(GROUP_IDS_MAX)))

/** An event has no field besides; a snapshot of a log may, and it is left out. */
export const ReleaseFilterFields = {
  sort: later(() => z.enum(RELEASE_SORTS)),
  genres: FilterIds,
  packages: FilterIds,
  markets: FilterIds,
  versions: FilterIds,
  releaseTypes: FilterIds,
  explicit: later(() => z.boolean()),
  shared: later(() => z.optional(z.literal(true))),
  artist: later(() => z.optional(FilterId)),
  label: later(() => z.optional(FilterId)),
}
