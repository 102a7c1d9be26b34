// Files that belong to a release: metadata reports and attachments.
import * as z from 'zod/mini'
import { later } from '../later.ts'

/** What a metadata report is made as (API-REL-010). */
export const ReportFormat = later(() => z.enum(['pdf', 'csv']))
export type ReportFormat = z.infer<typeof ReportFormat>

/** A file that belongs to a release: a metadata report, or the n-th attachment (from 0). */
export const ReleaseFile = later(() => z.string().check(z.regex(/^(report\.(pdf|csv)|attachment\.\d{1,4})$/)))

export const attachmentFile = (index: number): string => `attachment.${index}`

/** The place of an attachment among its release's, or null for a report. */
export function attachmentIndex(file: string): number | null {
  const found = /^attachment\.(\d+)$/.exec(file)
  return found ? Number(found[1]) : null
}

/** What a file is fetched by. `bytes` is the length the release names. */
export type WantedFile =
  | { readonly kind: 'report'; readonly releaseid: string; readonly format: ReportFormat }
  | { readonly kind: 'playlistPdf'; readonly playlistid: string }
  | { readonly kind: 'attachment'; readonly url: string; readonly bytes: number }

/** The id of a file in the table of those on their way. */
export function fileId(releaseid: string, file: string): string {
  return `${encodeURIComponent(releaseid)}/${file}`
}
