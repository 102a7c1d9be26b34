import { computed } from '@preact/signals-react'
import { ChevronDown } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { trimBundle } from '#actions/downloads.ts'
import type { DownloadJob } from '#core/model/downloads/download.ts'
import { readableBytes } from '#core/model/text/formats.ts'
import { bundleStanding, downloadJob } from '#projections/downloads/downloads.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { cx } from '../../theme/cx.ts'
import * as css from './Downloads.css.ts'
import { quietWords, withQuiet } from './quiet.ts'
import { speeds } from './speed.state.ts'

/** What is said of a bundle while it is under way: its songs, and how much of it is here of what was foreseen. */
export function useBundleWords(id: string) {
  const { t } = useTranslation('downloads')
  const { t: faults } = useTranslation('faults')
  return useMemo(() => {
    const held = downloadJob(id)
    const standing = bundleStanding(id)
    return computed(() => {
      const job = held.value
      const { songs, held: here, failed, foreseen, percent } = standing.value
      if (!job) return ''
      // It counts down with the speeds.
      const quiet = () => (speeds.value ? quietWords(job, faults, t, Date.now()) : null)
      if (job.isZipping) {
        const words = t('status.preparing', { percent: Math.floor(job.zippingProgress) })
        return job.retryAt ? withQuiet(words, quiet()) : words
      }
      if (job.status === 'failed' && job.reason === 'parts')
        return t('status.failed', { reason: t('bundle.failed', { count: failed, songs }) })
      if (job.progress === 100) return t('status.saving')
      const files = t('bundle.files', { count: songs, here })
      if (percent === null) return withQuiet(files, quiet())
      // A total that grows with each song that says its length is none.
      const figure =
        foreseen === null
          ? t('status.percentAlone', { percent })
          : t('status.percentAbout', { percent, size: readableBytes(foreseen) })
      return withQuiet(`${files} · ${figure}`, quiet())
    })
  }, [id, t, faults])
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
      {(job.leftOut ?? 0) > 0 && <LeftOutSongs job={job} />}
      {job.status === 'failed' && job.reason === 'parts' && canTrim && (
        <Button variant="link" size={32} className={css.way} onClick={() => trimBundle(id)}>
          {t('bundle.trim')}
        </Button>
      )}
    </>
  )
}

/** How many songs are not in it, and, opened, which and why. */
function LeftOutSongs({ job }: { job: Readonly<DownloadJob> }) {
  const { t } = useTranslation('downloads')
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  const words = t('bundle.leftOut', { count: job.leftOut ?? 0 })
  const missing = job.missing ?? []
  if (missing.length === 0) return <div className={css.next}>{words}</div>
  return (
    <>
      <button
        type="button"
        className={cx(css.next, css.leftOut)}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
      >
        {words}
        <ChevronDown size={14} className={cx(css.chevron, isOpen && css.turned)} aria-hidden="true" />
      </button>
      <ul id={listId} className={css.missing} hidden={!isOpen} aria-label={words}>
        {missing.map(({ name, why }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name, and none is ever put between them
          <li key={n}>
            <bdi>{name}</bdi>: {t(`bundle.why.${why}`, { format: job.format.toUpperCase() })}
          </li>
        ))}
      </ul>
    </>
  )
}
