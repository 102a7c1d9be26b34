import { computed, signal } from '@preact/signals-react'
import type { DownloadJob } from '#core/model/download.ts'
import { foresee } from '#core/model/pace.ts'
import { entity, single } from './entity.ts'

export const downloadOrder = single('jobOrder')
export const downloadJob = (downloadID: string) => entity('job', downloadID)

export const downloadSettings = computed(() => entity('setting', 'self').value?.downloads)

/** Every job, in the order they start in. */
const jobs = computed(() => downloadOrder.value.ids.flatMap((id) => downloadJob(id).value ?? []))

/** Counts by status, as the header and the popover's summary say them. */
export const downloadSummary = computed(() => {
  const counts = { active: 0, waiting: 0, paused: 0, failed: 0, finished: 0 }
  for (const { status } of jobs.value) counts[status === 'loading' ? 'active' : status]++
  return { ...counts, progress: percentOf(bytesUnderWay.value) }
})

/** Bytes of the batches that are under way: what is here, what is to come (null: unknown). */
export const bytesUnderWay = computed(() => {
  const batches = new Set<string>()
  for (const { status, batch } of jobs.value) if (status === 'loading' || status === 'waiting') batches.add(batch)
  return foresee(jobs.value.filter((job) => batches.has(job.batch) && counts(job)))
})

/** What failed or stands still is not waited for. */
const counts = ({ status }: Readonly<DownloadJob>) => status !== 'failed' && status !== 'paused'

function percentOf({ received, total }: { received: number; total: number | null }): number {
  return total ? Math.floor((received / total) * 100) : 0
}

/** Whether the downloads popover is open: state of this page alone. */
export const downloadsOpen = signal(false, { name: 'downloadsOpen' })
