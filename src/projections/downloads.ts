import { computed, signal } from '@preact/signals-react'
import { entity, single } from './entity.ts'

export const downloadOrder = single('jobOrder')
export const downloadJob = (downloadID: string) => entity('job', downloadID)

/** What the header and the popover's summary say. `progress` is 0-100 over the jobs that have a length. */
export const downloadSummary = computed(() => {
  let active = 0
  let waiting = 0
  let failed = 0
  let finished = 0
  let received = 0
  let total = 0
  for (const id of downloadOrder.value.ids) {
    const job = downloadJob(id).value
    if (!job) continue
    if (job.status === 'loading') active++
    else if (job.status === 'waiting') waiting++
    else if (job.status === 'failed') failed++
    else finished++
    if (job.status === 'loading' && job.totalBytes) {
      received += job.receivedBytes
      total += job.totalBytes
    }
  }
  return { active, waiting, failed, finished, progress: total > 0 ? Math.floor((received / total) * 100) : 0 }
})

/** Whether the downloads popover is open: state of this page alone. */
export const downloadsOpen = signal(false, { name: 'downloadsOpen' })
