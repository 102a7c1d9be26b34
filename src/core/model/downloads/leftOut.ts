// What was asked for with a zip and is not in it, by name and with the reason.
import * as z from 'zod/mini'
import { later } from '../later.ts'

export const LeftOutReason = later(() =>
  z.enum([
    'format', // it cannot be had in the format
    'locked', // it may not be downloaded
    'gone', // it is no longer on the server
    'here', // it was downloaded before, and only what is new is wanted
    'double', // it is in the zip once
    'failed', // it failed, and the zip was finished without it
    'removed', // a person took it out
  ]),
)
export type LeftOutReason = z.infer<typeof LeftOutReason>

export const LeftOut = later(() => z.object({ name: z.string(), why: LeftOutReason }))
export type LeftOut = z.infer<typeof LeftOut>

/** What a song or release is called in a sentence: artist, title, version, as far as there are any. */
export function spokenName({ artist, title, version }: { artist: string; title: string; version: string }): string {
  return [artist, version === '' ? title : `${title} (${version})`].filter((part) => part !== '').join(' – ')
}
