// Works on jobs inside the server: a few at a time, leases renewed, handed back at shutdown.
import { messageOf } from '#core/model/text/messageOf.ts'
import type { JobRow } from '../store/schema.ts'
import { LEASE_S, type Patience, type Queue } from './queue.ts'

/**
 * Does one job and answers its result (JSON).
 * @param progress tells how far it is, 0-100
 * @param signal aborted when the server stops or the job was taken away
 * @param id of the job
 */
export type JobHandler = (
  payload: unknown,
  progress: (percent: number) => void,
  signal: AbortSignal,
  id: string,
) => Promise<unknown>

/** How often the table is looked at when nothing was announced; another server may have put a job there. */
const LOOK_MS = 2000
const PROGRESS_MS = 300
/** Milliseconds that running jobs have to end by themselves when the server stops, and those that are not handed back. */
const GRACE_MS = 1500
const LONG_GRACE_MS = 3000

export interface JobRunner {
  /** Looks for work now. */
  kick(): void
  /** Stops taking jobs, ends the running ones and hands them back, where `once` says nothing else. */
  stop(): Promise<void>
}

/** Thrown by a handler when trying again cannot help. */
export class HopelessJob extends Error {
  override name = 'HopelessJob'
}

/**
 * Works on the kinds of job it has handlers for.
 * @param options.parallel jobs of these kinds one server works on at a time
 * @param options.patience how often a failing one is tried
 * @param options.once what is seen by others when it is done twice: one that is still at it when this stops is not handed
 *   to another at once, but left to its lease
 */
export function runJobs(options: {
  queue: Pick<Queue, 'take' | 'keep' | 'finish' | 'fail' | 'release'>
  handlers: Record<string, JobHandler>
  parallel: number
  patience?: Patience
  once?: boolean
  /** `tried` of a job that failed: which one, and whether it is tried no more. */
  onError(error: unknown, job: string, tried?: { id: string; isGivenUp: boolean }): void
}): JobRunner {
  const { queue, handlers, parallel, patience, once = false, onError } = options
  const kinds = Object.keys(handlers)
  const stopping = new AbortController()
  /** By the ids of their jobs, each until its handler has ended: a job never runs twice here at a time. */
  const running = new Map<string, Promise<void>>()
  let looking = false
  let lookAgain = false

  /** @param taken when its lease began at the latest, ms of this process */
  async function work(job: JobRow, taken: number): Promise<void> {
    const lost = new AbortController()
    const signal = AbortSignal.any([stopping.signal, lost.signal])
    let percent = 0
    let noted = 0
    let renewed = taken
    let beaten = taken
    let trouble: unknown
    const note = async () => {
      noted = percent
      const asked = performance.now()
      try {
        if (await queue.keep(job.id, percent)) renewed = Math.max(renewed, asked)
        else lost.abort()
      } catch (error) {
        trouble = error
      }
    }
    /** A lease nobody can renew runs out, and another server takes the job. */
    const hold = () => {
      if (signal.aborted) return
      const now = performance.now()
      // Who stood still could not ask; whether another has taken the job is known when the next beat comes.
      const stoodStill = now - beaten > LEASE_S * 500
      beaten = now
      if (stoodStill || now - renewed < LEASE_S * 1000) return void note()
      lost.abort()
      onError(new Error('the lease of a job ran out', { cause: trouble }), job.kind)
    }
    const beat = setInterval(hold, (LEASE_S * 1000) / 4)
    const progressTimer = setInterval(() => {
      if (percent !== noted) void note()
    }, PROGRESS_MS)
    try {
      const handler = handlers[job.kind]
      if (!handler) throw new Error(`no handler for ${job.kind}`)
      const result = await handler(
        job.payload,
        (value) => {
          percent = Math.min(99, Math.max(percent, Math.floor(value)))
        },
        signal,
        job.id,
      )
      await queue.finish(job.id, result)
    } catch (error) {
      if (!signal.aborted) {
        const isGivenUp = await queue
          .fail(job.id, messageOf(error), error instanceof HopelessJob ? { attempts: 1, waitS: 0 } : patience)
          .catch((e) => {
            onError(e, job.kind)
            return false
          })
        onError(error, job.kind, { id: job.id, isGivenUp })
      }
    } finally {
      clearInterval(beat)
      clearInterval(progressTimer)
    }
  }

  async function look(): Promise<void> {
    if (looking) {
      lookAgain = true
      return
    }
    looking = true
    try {
      do {
        lookAgain = false
        while (running.size < parallel && !stopping.signal.aborted) {
          const asked = performance.now()
          const job = await queue.take(kinds, patience?.attempts, [...running.keys()])
          if (!job) break
          const done = work(job, asked).finally(() => {
            running.delete(job.id)
            void look()
          })
          running.set(job.id, done)
        }
      } while (lookAgain)
    } catch (error) {
      if (!stopping.signal.aborted) onError(error, 'queue')
    } finally {
      looking = false
    }
  }

  const timer = setInterval(() => void look(), LOOK_MS)
  void look()
  return {
    kick: () => void look(),
    async stop() {
      stopping.abort()
      clearInterval(timer)
      const grace = once ? LONG_GRACE_MS : GRACE_MS
      await Promise.race([Promise.all(running.values()), new Promise((resolve) => setTimeout(resolve, grace))])
      await queue.release(kinds, once ? [...running.keys()] : [])
    },
  }
}
