/** What is kept for each job while something may still be said, tried or fetched for it, and let go when it is over. */
import type { JobStatus } from '#core/model/downloads/download.ts'
import type { Framed } from '../tags/pieces.ts'
import type { Addresses } from '../transfer/addresses.ts'
import { Chances } from '../trouble/chances.ts'

export class PerJob {
  /** Seq of the wish that what happens to a job follows from. */
  readonly causes = new Map<string, number>()
  /** What stands around the bytes of a file that was tagged. */
  readonly frames = new Map<string, Framed>()
  readonly chances = new Chances()

  /** @param isRead whether the file of a job may still be asked for */
  constructor(
    readonly addresses: Pick<Addresses, 'forget'>,
    readonly isRead: (id: string) => boolean,
  ) {}

  /** A job changed. What failed or stands still is kept, for it may go on. @param status undefined: there is none any more */
  changed(id: string, status: JobStatus | undefined): void {
    if (status !== undefined && status !== 'finished') return
    this.causes.delete(id)
    this.chances.forget(id)
    this.addresses.forget(id)
    if (!this.isRead(id)) this.frames.delete(id)
  }

  /** Nobody reads the file of this job any more. */
  swept(id: string): void {
    this.frames.delete(id)
  }

  clear(): void {
    this.causes.clear()
    this.frames.clear()
    this.chances.clear()
  }
}
