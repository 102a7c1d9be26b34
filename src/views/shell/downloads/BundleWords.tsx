import { computed } from '@preact/signals-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { trimBundle } from '#actions/downloads.ts'
import type { DownloadJob } from '#core/model/download.ts'
import { readableBytes } from '#core/model/formats.ts'
import { type BundleStanding, bundleStanding, downloadJob } from '#projections/downloads.ts'
import { Button } from '../../parts/Button.tsx'
import { useSignalValue } from '../../parts/useSignalValue.ts'
import * as css from './Downloads.css.ts'

/** How far a bundle's songs are, 0-100; null while nothing says how long they are. */
export function bundlePercent({ received, total }: Pick<BundleStanding, 'received' | 'total'>): number | null {
  return total === null ? null : total === 0 ? 0 : Math.floor((received / total) * 100)
}

/** What is said of a bundle while it is under way: its songs and bytes. */
export function useBundleWords(id: string) {
  const { t } = useTranslation('downloads')
  return useMemo(() => {
    const held = downloadJob(id)
    const standing = bundleStanding(id)
    return computed(() => {
      const job = held.value
      const { songs, held: here, failed, received, total } = standing.value
      if (!job) return ''
      if (job.isZipping) return t('status.preparing', { percent: Math.floor(job.zippingProgress) })
      if (job.status === 'failed' && job.reason === 'parts')
        return t('status.failed', { reason: t('bundle.failed', { count: failed, songs }) })
      if (job.progress === 100) return t('status.saving')
      const files = t('bundle.files', { count: songs, here })
      const percent = bundlePercent({ received, total })
      return percent === null || total === null
        ? files
        : `${files} · ${t('status.percent', { percent, size: readableBytes(total) })}`
    })
  }, [id, t])
}

/** Under the words: what is missing, and the way on without it. */
export function BundleMore({ job, id }: { job: Readonly<DownloadJob>; id: string }) {
  const { t } = useTranslation('downloads')
  const standing = useMemo(() => bundleStanding(id), [id])
  const canTrim = useSignalValue(
    useMemo(
      () => computed(() => standing.value.failed > 0 && standing.value.failed < standing.value.songs),
      [standing],
    ),
  )
  return (
    <>
      {job.status === 'finished' && (job.leftOut ?? 0) > 0 && (
        <div className={css.next}>{t('bundle.leftOut', { count: job.leftOut ?? 0 })}</div>
      )}
      {job.status === 'failed' && canTrim && (
        <Button variant="link" size={32} className={css.way} onClick={() => trimBundle(id)}>
          {t('bundle.trim')}
        </Button>
      )}
    </>
  )
}
