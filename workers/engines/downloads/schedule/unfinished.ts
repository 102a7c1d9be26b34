/**
 * The jobs something may still be done for, in the order they start in. The list keeps what is finished until somebody
 * clears it, ten thousand rows and more, and none of that is walked for each thing that happens to one job.
 */
import type { DownloadJob } from '#core/model/downloads/download.ts'

type Job = Readonly<DownloadJob>

export interface UnfinishedParts {
  /** Ids of all jobs as they stand: another array where one came, went or was moved. */
  order(): readonly string[]
  get(id: string): Job | undefined
}

export class Unfinished {
  #order: readonly string[] | null = null
  #ids: string[] = []
  #known = new Set<string>()

  constructor(readonly parts: UnfinishedParts) {}

  /** A job was changed. */
  changed(id: string): void {
    const isDone = this.parts.get(id)?.status === 'finished'
    // One that finishes is left out when it is come by; one that begins anew has lost its place.
    if (!isDone && !this.#known.has(id)) this.#order = null
  }

  jobs(): Job[] {
    const order = this.parts.order()
    const jobs = (this.#order === order ? this.#ids : order).flatMap((id) => {
      const job = this.parts.get(id)
      return job === undefined || job.status === 'finished' ? [] : job
    })
    if (this.#order !== order || jobs.length < this.#ids.length) {
      this.#ids = jobs.map(({ downloadID }) => downloadID)
      this.#known = new Set(this.#ids)
    }
    this.#order = order
    return jobs
  }
}
