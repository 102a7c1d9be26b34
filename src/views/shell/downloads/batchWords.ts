// What the system says when a batch of downloads is over.
import { i18next } from '../../i18n/inside.ts'

/** The sentence for so many files that arrived, and so many that failed. */
export function batchWords(finished: number, failed: number): { title: string; body: string } {
  const t = i18next.getFixedT('en', 'downloads')
  const parts = [
    finished > 0 && t('batch.arrived', { count: finished }),
    failed > 0 && t('batch.lost', { count: failed }),
  ]
  return { title: t('batch.title'), body: parts.filter(Boolean).join(', ') }
}
