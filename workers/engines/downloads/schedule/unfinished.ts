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
  /** As they stood when the list last changed, each as it is now; undefined where one has finished since. */
  #jobs: (Job | undefined)[] = []
  #places = new Map<string, number>()

  constructor(readonly parts: UnfinishedParts) {}

  /** A job was changed. Of thousands that wait it alone is read. */
  changed(id: string): void {
    const job = this.#unfinished(id)
    const place = this.#places.get(id)
    if (place !== undefined) this.#jobs[place] = job
    // One that begins anew has lost its place.
    if (job === undefined) this.#places.delete(id)
    else if (place === undefined) this.#order = null
  }

  jobs(): Job[] {
    const order = this.parts.order()
    if (this.#order !== order) {
      const jobs = order.flatMap((id) => this.#unfinished(id) ?? [])
      this.#jobs = jobs
      this.#places = new Map(jobs.map(({ downloadID }, place) => [downloadID, place]))
      this.#order = order
    }
    return this.#jobs.filter((job) => job !== undefined)
  }

  #unfinished(id: string): Job | undefined {
    const job = this.parts.get(id)
    return job?.status === 'finished' ? undefined : job
  }
}
