/** Where visits of the gallery were left, as text that outlives a reload (GALLERY-009). */
import * as z from 'zod/mini'
import { later } from './later.ts'

const Anchor = later(() =>
  z.object({
    index: z.int().check(z.nonnegative()),
    px: z.number().check(z.nonnegative()),
    rowHeight: z.number().check(z.positive()),
  }),
)

/** A place of a visit: the list, where it was scrolled to, and the place that had the focus; which releases stood there. */
export const KeptPlace = later(() =>
  z.object({
    queryId: z.string(),
    anchor: Anchor,
    focus: z.nullable(z.int().check(z.nonnegative())),
    top: z.optional(z.string()),
    held: z.optional(z.string()),
  }),
)
export type KeptPlace = z.infer<typeof KeptPlace>

const Kept = later(() => z.array(z.tuple([z.string(), KeptPlace])))

/** Reads kept places, oldest first; nothing of a text that is none of ours. */
export function parsePlaces(text: string | null): [string, KeptPlace][] {
  if (text === null) return []
  try {
    const kept = z.safeParse(Kept, JSON.parse(text))
    return kept.success ? kept.data : []
  } catch {
    return []
  }
}
