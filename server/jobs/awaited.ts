/**
 * Whoever waits for jobs of the queue: one look at the table for all of them, however many they are. What this process
 * did itself is looked at right then; what other servers do, a few times a second.
 */
import { type Kysely, sql } from 'kysely'
import type { JobRow, Schema } from '../store/schema.ts'

/** Milliseconds between two looks at all jobs somebody waits for. */
const LOOK_MS = 240

/** What whoever waits is told of a job: its payload and result may be large, and are read once it is done. */
export type AwaitedJob = Pick<JobRow, 'id' | 'state' | 'progress' | 'run_after' | 'turn'>

interface Waiter {
  id: string
  /** ms of this process, after which it waits no longer. */
  until: number
  /** Nothing was told yet, or something happened since. */
  isDue: boolean
  hear(job: AwaitedJob | undefined): void
  fail(error: unknown): void
}

export function createAwaited(db: Kysely<Schema>) {
  const waiting = new Set<Waiter>()
  /** Whether the table is being asked; what comes meanwhile goes into the next question. */
  let asking = false
  /** Whether the next look at all is set. */
  let isSet = false

  async function look(): Promise<void> {
    if (asking) return
    asking = true
    for (;;) {
      const due = [...waiting].filter(({ isDue }) => isDue)
      if (due.length === 0) break
      for (const waiter of due) waiter.isDue = false
      const ids = [...new Set(due.map(({ id }) => id))]
      try {
        const found = await sql<AwaitedJob>`select id, state, progress, run_after, turn from jobs
          where id = any(${ids}::text[])`.execute(db)
        const jobs = new Map(found.rows.map((job) => [job.id, job]))
        for (const waiter of due) if (waiting.has(waiter)) tell(waiter, jobs.get(waiter.id))
      } catch (error) {
        for (const waiter of due) waiter.fail(error)
      }
    }
    asking = false
    if (waiting.size > 0 && !isSet) setTimeout(lookAtAll, LOOK_MS)
    isSet ||= waiting.size > 0
  }

  function lookAtAll(): void {
    isSet = false
    for (const waiter of waiting) waiter.isDue = true
    void look()
  }

  function tell(waiter: Waiter, job: AwaitedJob | undefined): void {
    try {
      waiter.hear(job)
    } catch (error) {
      waiter.fail(error)
    }
  }

  return {
    /** Something happened to this job here: whoever waits for it is told. */
    touched(id: string): void {
      for (const waiter of waiting) if (waiter.id === id) waiter.isDue = true
      void look()
    },

    /**
     * Waits until a job is done or given up, whichever server works on it.
     * @param patienceMs milliseconds to wait at most
     * @param onLook hears how the job stands at each look
     * @param signal ends the waiting, and not the job
     * @returns the job as it was last seen; undefined when it is gone
     * @throws the reason of the signal, and what the database throws
     */
    settled(
      id: string,
      patienceMs: number,
      onLook?: (job: AwaitedJob) => void,
      signal?: AbortSignal,
    ): Promise<AwaitedJob | undefined> {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const over = () => {
          waiting.delete(waiter)
          signal?.removeEventListener('abort', leave)
        }
        const leave = () => waiter.fail(signal?.reason)
        const waiter: Waiter = {
          id,
          until: performance.now() + patienceMs,
          isDue: true,
          hear(job) {
            if (job) onLook?.(job)
            if (job && job.state !== 'done' && job.state !== 'failed' && performance.now() < waiter.until) return
            over()
            resolve(job)
          },
          fail(error) {
            over()
            reject(error)
          },
        }
        signal?.addEventListener('abort', leave)
        waiting.add(waiter)
        void look()
      })
    },
  }
}
