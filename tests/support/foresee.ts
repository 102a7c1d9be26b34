// What the tally keeps as a running sum, made one job after the other: to hold it to.
import type { DownloadJob } from '#core/model/downloads/download.ts'
import type { Foreseen } from '#core/model/downloads/pace.ts'

type Sized = Pick<DownloadJob, 'status' | 'type' | 'format' | 'receivedBytes' | 'totalBytes'>

/**
 * What these jobs come to. A job that has not begun counts as the mean of those of its kind whose length is
 * known, or of all of them.
 */
export function foresee(jobs: Iterable<Readonly<Sized>>): Foreseen {
  const kinds = new Map<string, { known: number; count: number; unknown: number }>()
  let received = 0
  let known = 0
  let count = 0
  for (const job of jobs) {
    received += job.receivedBytes
    const key = `${job.type} ${job.format}`
    const kind = kinds.get(key) ?? { known: 0, count: 0, unknown: 0 }
    kinds.set(key, kind)
    if (job.totalBytes === null) {
      // An answer that named no length: nobody knows when it ends.
      if (job.status === 'loading' && job.receivedBytes > 0) return { received, total: null }
      kind.unknown += 1
      continue
    }
    kind.known += job.totalBytes
    kind.count += 1
    known += job.totalBytes
    count += 1
  }
  if (count === 0) return { received, total: null }
  let total = known
  for (const kind of kinds.values()) total += kind.unknown * (kind.count > 0 ? kind.known / kind.count : known / count)
  return { received, total: Math.max(received, Math.round(total)) }
}
