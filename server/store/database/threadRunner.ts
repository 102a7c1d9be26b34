// The server's end of the database thread.
import { once } from 'node:events'
import { statfs } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { DbHello, DbReply, DbRequest, SqlAnswer, SqlRunner } from './sqlRunner.ts'
import { EmbeddedDatabaseGone, SqlError } from './sqlRunner.ts'

/** Milliseconds the thread may take to open the database (the first start runs initdb). */
const OPEN_DEADLINE_MS = 120_000
/** Milliseconds a closing database may take to write its last pages. */
const CLOSE_DEADLINE_MS = 4000
/** In how many steps a statement is waited for: a machine that slept counts as one, and the answer may lie there already. */
const STEPS = 12
/** Bytes of one file of the write-ahead log: a database that has no room for the next one hangs. */
const LOG_FILE_BYTES = 16 * 1024 * 1024

/** How long a statement may go unanswered. */
export interface Patience {
  /** Milliseconds. */
  ms: number
  /** So many times as long, unless the disk was found without room meanwhile; once when left out. */
  times?: number
}

/**
 * Starts the thread and opens the database in it.
 * @param script the bundled db.worker
 * @param folder where the database is persisted
 * @param onGone called when the thread ends without having been closed, or is ended because it does not answer
 * @param patience how long a statement may go unanswered; null for as long as it takes
 * @throws Error when the database cannot be opened
 */
export async function openThread(
  script: URL,
  folder: string,
  onGone: (reason: Error) => void,
  patience: (text: string) => Patience | null = () => null,
): Promise<SqlRunner> {
  const worker = new Worker(script, { workerData: { folder }, stdout: false, stderr: false })
  const waiting = new Map<number, { resolve(answer: SqlAnswer): void; reject(error: Error): void }>()
  let gone: Error | null = null
  let closing = false
  let next = 1

  const end = (reason: Error) => {
    if (gone) return
    gone = reason
    for (const call of waiting.values()) call.reject(reason)
    waiting.clear()
    if (!closing) onGone(reason)
  }
  worker.on('error', (error) => end(new EmbeddedDatabaseGone(`the embedded database stopped: ${error.message}`)))
  worker.on('exit', () => end(new EmbeddedDatabaseGone('the embedded database stopped')))

  const late = AbortSignal.timeout(OPEN_DEADLINE_MS)
  const [hello] = (await once(worker, 'message', { signal: late }).catch(async (error) => {
    closing = true
    await worker.terminate()
    throw gone ?? error
  })) as [DbHello]
  if (!hello.ready) {
    closing = true
    await worker.terminate()
    throw new Error(hello.message)
  }

  worker.on('message', (message: DbReply) => {
    const call = waiting.get(message.id)
    waiting.delete(message.id)
    if ('answer' in message) call?.resolve(message.answer)
    else call?.reject(new SqlError(message.error.message, message.error.code, message.error.constraint))
  })
  const call = (request: (id: number) => DbRequest): Promise<SqlAnswer> =>
    new Promise((resolve, reject) => {
      if (gone) return reject(gone)
      const id = next++
      waiting.set(id, { resolve, reject })
      worker.postMessage(request(id))
    })

  /** One that found its disk full never answers again, not even when there is room; opened anew it has all that was saved. */
  const giveUp = (ms: number) => {
    end(new EmbeddedDatabaseGone(`the embedded database has not answered for ${ms} ms: its disk is full, or it hangs`))
    void worker.terminate()
  }

  const watch = ({ ms, times = 1 }: Patience) => {
    let steps = 0
    /** In which step the disk was found without room. */
    let full: number | null = null
    return setInterval(() => {
      steps += 1
      // From then on it has as long as any other: it may have gone on since others let go of what they keep.
      const most = full === null ? STEPS * times : Math.min(full + STEPS, STEPS * times)
      if (steps >= most) giveUp(Math.round((ms / STEPS) * steps))
      // It may have room again by the time it is given up: others let go of what they keep.
      else
        void hasRoom(folder).then((room) => {
          if (!room) full ??= steps
        })
    }, ms / STEPS)
  }

  return {
    async query(text, parameters) {
      const wait = patience(text)
      const timer = wait ? watch(wait) : undefined
      try {
        return await call((id) => ({ id, text, parameters }))
      } finally {
        clearInterval(timer)
      }
    },
    async close() {
      if (closing) return
      closing = true
      const deadline = new Promise((resolve) => setTimeout(resolve, CLOSE_DEADLINE_MS).unref())
      await Promise.race([call((id) => ({ id, close: true })).catch(() => undefined), deadline])
      await worker.terminate()
    },
  }
}

/** Whether the disk of a folder has room for the database to go on. */
async function hasRoom(folder: string): Promise<boolean> {
  const disk = await statfs(folder).catch(() => null)
  return disk === null || disk.bavail * disk.bsize >= LOG_FILE_BYTES
}
