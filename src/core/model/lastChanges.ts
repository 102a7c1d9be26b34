/**
 * What a person changed in the last moments of a visit, on its way to the next one: a worker that ends with its page
 * may have no time left to write it.
 */
import * as z from 'zod/mini'
import { later } from './later.ts'
import { KeptWaiting } from './playback/keptQueue.ts'

export const LastChanges = later(() =>
  z.object({
    /** Those settings that changed. */
    settings: z.optional(z.unknown()),
    /** The queue of a player, if it changed; null: it was emptied. */
    queue: z.optional(z.object({ playerid: z.string(), kept: z.unknown(), waiting: z.array(KeptWaiting) })),
  }),
)
export type LastChanges = z.infer<typeof LastChanges>

/** Reads what was left; what cannot be read is nothing. */
export function readLastChanges(text: string | null): LastChanges {
  if (text === null) return {}
  try {
    const read = z.safeParse(LastChanges, JSON.parse(text))
    return read.success ? read.data : {}
  } catch {
    return {}
  }
}
