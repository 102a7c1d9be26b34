// The receipt of what was downloaded comes with the list of downloads, not with the first screen.
import type { DownloadJob } from '#core/model/downloads/download.ts'
import { receiptCsv, receiptJson, receiptLines } from '#core/model/downloads/receipt.ts'
import { saveBytes } from '#platform/files/saveBytes.ts'
import { STEADY } from '#platform/files/saving.ts'

/** Saves what the newest batch brought as `receipt.json` and, a moment later, as `receipt.csv`: Safari keeps only the last of two at once. @returns how many lines it has */
export function saveReceipt(jobs: readonly Readonly<DownloadJob>[]): number {
  const lines = receiptLines(jobs)
  if (lines.length === 0) return 0
  const text = new TextEncoder()
  saveBytes(text.encode(receiptJson(lines)), 'receipt.json', 'application/json')
  setTimeout(() => saveBytes(text.encode(receiptCsv(lines)), 'receipt.csv', 'text/csv'), STEADY.ms)
  return lines.length
}
