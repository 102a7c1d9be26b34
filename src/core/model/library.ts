// The lists of flagged and archived releases (API-FLAG).
import * as z from 'zod/mini'

/** Sort keys of every list of releases; `-` turns them round. `trend` alone begins with the popular ones. */
export const ReleaseSort = z.enum([
  'date', '-date', 'artist', '-artist', 'title', '-title', 'time', '-time', 'trend', '-trend',
]) // biome-ignore format: pairs
export type ReleaseSort = z.infer<typeof ReleaseSort>

/** Which of a player's lists a release stands in. */
export const LibraryList = z.enum(['flagged', 'archived'])
export type LibraryList = z.infer<typeof LibraryList>
