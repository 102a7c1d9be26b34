/**
 * What was downloaded, as a file for the person's own records: name, size, SHA-256, release, ISRC and time of
 * every finished job, as JSON and as CSV (RFC 4180).
 */
import { csvText } from '../text/csv.ts'
import { entryName } from './bundle.ts'
import type { DownloadJob } from './download.ts'
import type { LeftOut } from './leftOut.ts'

export interface ReceiptLine {
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** Hex; null when the server announced none. */
  readonly sha256: string | null
  /** Hex, of the file as saved, where tags were added to it; else null. */
  readonly taggedSha256: string | null
  readonly release: string
  readonly artist: string
  readonly title: string
  readonly isrc: string
  /** ISO 8601 in UTC; empty when not known. */
  readonly time: string
  /** Why it is not there, by `LeftOutReason`; null for a file that is. */
  readonly missing: LeftOut['why'] | null
}

type Received = Readonly<DownloadJob>
/** What a line says of a file, and of what is not there. */
export type Receivable = Readonly<
  Pick<
    DownloadJob,
    | 'type'
    | 'artist'
    | 'title'
    | 'place'
    | 'fileName'
    | 'totalBytes'
    | 'receivedBytes'
    | 'sha256'
    | 'taggedSha256'
    | 'tags'
    | 'savedAt'
  >
>

/**
 * One line for each finished job of the newest batch that has any, in their order, and for each song that was asked for
 * and is in none of them.
 */
export function receiptLines(jobs: readonly Received[]): ReceiptLine[] {
  const finished = jobs.filter((job) => job.status === 'finished')
  const newest = finished.reduce<Received | null>((last, job) => (!last || at(job) >= at(last) ? job : last), null)
  return finished
    .filter((job) => job.batch === newest?.batch)
    .flatMap((job) => [
      // A bundle is not a file of its own: its songs are named, where they lie in it.
      ...(job.type === 'bundle' ? [] : [receiptLine(job)]),
      ...(job.missing ?? []).map((one) => missingLine(job, one)),
    ])
}

const at = (job: Received) => job.savedAt ?? 0

export function receiptLine(job: Receivable): ReceiptLine {
  return {
    name: job.place ? entryName(job.place.folder, job.fileName) : job.fileName,
    size: job.totalBytes ?? job.receivedBytes,
    sha256: job.sha256,
    taggedSha256: job.taggedSha256 ?? null,
    release: job.tags?.release ?? (job.type === 'release' ? job.title : ''),
    artist: job.artist,
    title: job.title,
    isrc: job.tags?.isrc ?? '',
    time: timeOf(job),
    missing: null,
  }
}

/** What was asked for with a zip and is not in it. */
export function missingLine(job: Pick<Receivable, 'type' | 'title' | 'savedAt'>, { name, why }: LeftOut): ReceiptLine {
  const none = { size: 0, sha256: null, taggedSha256: null, artist: '', isrc: '' }
  return { ...none, name, release: job.type === 'release' ? job.title : '', title: '', time: timeOf(job), missing: why }
}

const timeOf = ({ savedAt }: Pick<Receivable, 'savedAt'>) => (savedAt === null ? '' : new Date(savedAt).toISOString())

export function receiptJson(lines: readonly ReceiptLine[]): string {
  return `${JSON.stringify({ format: 'download-receipt', version: 1, files: lines }, null, 2)}\n`
}

const COLUMNS = [
  'name',
  'size',
  'sha256',
  'taggedSha256',
  'release',
  'artist',
  'title',
  'isrc',
  'time',
  'missing',
] as const

export function receiptCsv(lines: readonly ReceiptLine[]): string {
  return csvText([COLUMNS, ...lines.map((one) => COLUMNS.map((column) => one[column]))], false)
}
