/**
 * What earlier imports made, one small file for each release under `imported/releases`. It lets a
 * later run see that a file was only retagged, renamed or moved, and skip the audio it knows.
 */
import * as z from 'zod/mini'
import { TrackFacts } from './tags/facts.ts'
import type { Vault } from './vault.ts'

export const ReleaseRecord = z.object({
  format: z.literal(1),
  releaseid: z.string(),
  /** The group key it was last imported under. */
  key: z.string(),
  artist: z.string(),
  title: z.string(),
  /** ISO date of the first import. */
  imported: z.string(),
  /** SHA-256 of the release as it was last given to the store, hex. */
  digest: z.string(),
  /** Every file that belongs to it, second copies included; empty when it was withdrawn. */
  files: z.array(TrackFacts),
})
export type ReleaseRecord = z.infer<typeof ReleaseRecord>

const FOLDER = 'imported/releases'

/**
 * All records. A record that cannot be read is left out: its files are then read again, and the release replaced.
 * @returns isWhole: none was left out
 */
export async function readLedger(vault: Vault): Promise<{ records: ReleaseRecord[]; isWhole: boolean }> {
  const records: ReleaseRecord[] = []
  let isWhole = true
  for await (const text of vault.texts(FOLDER)) {
    const record = ReleaseRecord.safeParse(parseJson(text))
    if (record.success) records.push(record.data)
    else isWhole = false
  }
  return { records, isWhole }
}

/** Keeps a record in place of the earlier one. */
export async function writeRecord(record: ReleaseRecord, vault: Vault): Promise<void> {
  await vault.writeText(`${FOLDER}/${record.releaseid}.json`, `${JSON.stringify(record)}\n`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
