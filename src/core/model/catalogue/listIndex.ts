/**
 * The light index of a list: of every release, in the order of the list's pages, the words a card shows and the colour
 * of its cover. Far smaller than cards, so that a fast fling shows what it passes before the pages are there.
 */
import * as z from 'zod/mini'
import { ReleaseId } from '../ids.ts'
import { later } from '../later.ts'
import { CoverColour, ListTotal } from './release.ts'

/** Rows of one part at most. */
export const INDEX_ROWS_MAX = 2000

/** A part of the index, and how many releases the whole list has: id, title, artist and colour of each. */
export const ListIndexPart = later(() =>
  z.object({
    total: ListTotal,
    rows: z.array(z.tuple([ReleaseId, z.string(), z.string(), z.nullable(CoverColour)])),
  }),
)
export type ListIndexPart = z.infer<typeof ListIndexPart>
