// What the system says when a batch of downloads is over.
import { i18next } from '../../i18n/inside.ts'

/** The sentence for so many downloads that arrived, and so many that failed: the rows of the list, which may be of many files. */
export function batchWords(finished: number, failed: number): { title: string; body: string } {
  const t = i18next.getFixedT('en', 'downloads')
  const parts = [
    finished > 0 && t('batch.arrived', { count: finished }),
    failed > 0 && t('batch.lost', { count: failed }),
  ]
  return { title: t(finished > 0 ? 'batch.title' : 'batch.failed'), body: parts.filter(Boolean).join(', ') }
}
