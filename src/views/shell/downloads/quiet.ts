/** What a row says while nothing of its file comes: what it waits for, and until when. */
import type { TFunction } from 'i18next'
import type { DownloadJob } from '#core/model/downloads/download.ts'
import { downloadServer } from '#projections/downloads/downloads.ts'
import { isOnline } from '#projections/session.ts'
import { SILENT_MS, speeds } from './speed.state.ts'
import { timeLeft } from './timeLeft.ts'

type Job = Readonly<Pick<DownloadJob, 'downloadID' | 'status' | 'isZipping' | 'retryAt'>>

/** What comes between the figures of a row and what it says of its line. */
const DOT = ' · '

/**
 * To be asked anew whenever the speeds are.
 * @param t of `faults` @param downloads of `downloads`, for the time
 * @param now ms since 1970
 * @returns the words; null while bytes come, or while it waits for nothing but its turn
 */
export function quietWords(
  job: Job,
  t: TFunction<'faults'>,
  downloads: TFunction<'downloads'>,
  now: number,
): string | null {
  const isLoading = job.status === 'loading'
  if (!isLoading && job.status !== 'waiting') return null
  const seconds = job.retryAt ? Math.ceil((job.retryAt - now) / 1000) : 0
  const again = seconds > 0 ? t('quiet.again', { time: timeLeft(seconds, downloads) }) : null
  if (!isLoading) return again
  const quiet = speeds.value.quiet[job.downloadID] ?? 0
  if (quiet === 0) return null
  if (!isOnline.value) return t('quiet.offline')
  if (downloadServer.value.retryAt !== null) return t('quiet.server')
  if (again !== null) return again
  return quiet >= SILENT_MS ? t('quiet.silent') : null
}

/** The figures of a row with what is said of its line behind them. */
export const withQuiet = (figures: string, quiet: string | null) => (quiet === null ? figures : figures + DOT + quiet)
