import type { DownloadJob } from '#core/model/downloads/download.ts'

const MB = 1_000_000

/** The job at a place, from 0, of a visit before: 100 are done, 3 lost their line, 2 found no room, and the rest was on its way when the page was left. */
export function earlierVisit(n: number): Partial<DownloadJob> {
  const totalBytes = 10 * MB
  if (n < 100) return { status: 'finished', reason: null, receivedBytes: totalBytes, progress: 100, totalBytes }
  if (n >= 200 && n < 203) return { status: 'failed', reason: 'network', receivedBytes: 4 * MB, totalBytes }
  if (n >= 210 && n < 212) return { status: 'failed', reason: 'quota', receivedBytes: 0, totalBytes }
  if (n === 100) return { status: 'loading', reason: null, receivedBytes: 4 * MB, progress: 40, totalBytes }
  return { status: 'waiting', reason: null }
}
