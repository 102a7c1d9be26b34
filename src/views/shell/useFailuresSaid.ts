/** Downloads that fail are red in the list and on its button: whoever does not see it is told (H-381). */
import { effect } from '@preact/signals-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadSummary } from '#projections/downloads/downloads.ts'
import { say } from '../kit/said.ts'

/** So long what fails is gathered, ms: with the folder or the connection everything that loads fails. */
export const GATHERED_MS = 1000

const underWay = ({ active, waiting }: { active: number; waiting: number }) => active + waiting

/** Says how many failed. */
export function useFailuresSaid(): void {
  const { t } = useTranslation('notices')
  useEffect(() => {
    let before = downloadSummary.peek()
    let count = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const tell = () => {
      say(t('downloadsFailed', { count }))
      count = 0
      timer = undefined
    }
    const stop = effect(() => {
      const now = downloadSummary.value
      // What failed in an earlier visit comes as it is, and was under way nowhere here.
      const more = Math.min(now.failed - before.failed, underWay(before) - underWay(now))
      if (more > 0) {
        count += more
        timer ??= setTimeout(tell, GATHERED_MS)
      }
      before = now
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [t])
}
