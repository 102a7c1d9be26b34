// Where a song is heard from when many are heard one after the other: a share of its length.
import * as z from 'zod/mini'
import { later } from '../later.ts'

/** 0 is its start; the end itself is no place to hear anything. */
export const Hook = later(() => z.number().check(z.gte(0), z.lt(1)))
export type Hook = z.infer<typeof Hook>

/** What the keys 1 to 4 stand for. */
export const HOOKS = [0, 0.25, 0.5, 0.75] as const

/** Behind the intro, where most songs have shown what they are. */
export const HOOK_DEFAULT: Hook = 0.25

/** The second of a song a hook stands for. @param duration of the song in seconds; of one without, its start */
export function secondsOf(hook: Hook, duration: number): number {
  return Number.isFinite(duration) ? Math.max(0, duration) * hook : 0
}
