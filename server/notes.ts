/**
 * What a server says of itself for the commands beside it (approve, import, backup), which are run without its switches:
 * in the data folder, or in the database that several servers share. The last that was started has the word.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { Config } from './config.ts'
import { placeName } from './media/objects/s3/address.ts'
import { StartProblem } from './problem.ts'
import { readMeta, writeMeta } from './store/meta.ts'
import type { Schema } from './store/schema.ts'
import { readText } from './wholeFile.ts'

const FILE = 'server.json'
const Notes = z.object({
  /** Where players reach it: the base of links in mails. */
  origin: z.string(),
  /** Whether it hands mails to a mail server. */
  delivers: z.boolean(),
  /** The S3-compatible store its media lie in, without credentials; null for its data folder. */
  media: z.nullable(z.string()),
})
export type Notes = z.infer<typeof Notes>

type Place = Pick<Config, 'dataDir' | 'databaseUrl'>

/** What a configuration means for the notes, apart from where it is reached. */
export const mediaOf = ({ mediaStore }: Pick<Config, 'mediaStore'>) =>
  mediaStore === null ? null : placeName(mediaStore)

/** Notes what holds for the server that was just started. */
export async function note(config: Config, db: Kysely<Schema>, origin: string): Promise<void> {
  const text = JSON.stringify({ origin, delivers: config.smtpUrl !== null, media: mediaOf(config) } satisfies Notes)
  if (config.databaseUrl !== null) return writeMeta(db, 'server', text)
  const path = join(config.dataDir, FILE)
  writeFileSync(`${path}.new`, text)
  renameSync(`${path}.new`, path)
}

/** The notes beside an embedded database; null where no server of this version was started. */
export const readNotes = (dataDir: string): Notes | null => parse(readText(join(dataDir, FILE)))

/** The notes of whichever server the store belongs to. @param db is asked where servers share it */
export async function readNotesOf({ dataDir, databaseUrl }: Place, db: Kysely<Schema>): Promise<Notes | null> {
  return databaseUrl === null ? readNotes(dataDir) : parse(await readMeta(db, 'server'))
}

/** Bucket and prefix of a store's name: its host may have one name within a network and another outside. */
const withinStore = (place: string) => place.slice(place.indexOf('/', 's3://'.length))

/**
 * Imported music has to lie where the server looks for it.
 * @returns what to say before going on; null for nothing
 * @throws StartProblem with the switch that is missing, or is too much
 */
export function checkMediaPlace(config: Pick<Config, 'mediaStore'>, notes: Notes | null): string | null {
  const mine = mediaOf(config)
  if (notes === null || notes.media === mine) return null
  if (notes.media !== null && mine !== null && withinStore(notes.media) === withinStore(mine)) {
    return `The server keeps its media in ${notes.media}, and MEDIA_URL names ${mine}: players get what is imported only where both hosts are the same store.`
  }
  throw new StartProblem(
    notes.media === null
      ? `The server keeps its media in its data folder, and MEDIA_URL names ${mine}. Leave MEDIA_URL out, or start the server with it first. Nothing was imported.`
      : `The server keeps its media in ${notes.media}${mine === null ? '' : `, and MEDIA_URL names ${mine}`}. Set MEDIA_URL as the server has it. Nothing was imported.`,
  )
}

function parse(text: string | null): Notes | null {
  if (text === null) return null
  try {
    return Notes.parse(JSON.parse(text))
  } catch {
    return null
  }
}
