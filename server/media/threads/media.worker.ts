// Entry of a media thread (worker_threads): one task at a time, progress while it runs, one answer at its end.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort } from 'node:worker_threads'
import { messageOf } from '#core/model/text/messageOf.ts'
import { MediaError, type TaskMessage, type ThreadMessage } from '../protocol.ts'
import { makeFile } from './render.ts'

const port = parentPort
if (!port) throw new Error('media.worker runs in a worker thread only')

/** Progress messages are at least this far apart, in bytes and in milliseconds. */
const REPORT_BYTES = 65_536
const REPORT_MS = 15

setFlagsFromString('--expose-gc')
/**
 * A song leaves some 40 MB of sound behind that lies outside the heap, where the collector does not see it
 * coming: without this call two threads hold the songs of their last three tasks.
 */
const collect: () => void = runInNewContext('gc')
/** A small cover leaves a thousandth of that behind: to collect after each of thousands took longer than to draw them. */
const COVERS_A_TIME = 32
const SMALL_PX = 300
let covers = 0

function collectAfter(task: TaskMessage['task']): void {
  const isSmall = task.kind === 'cover' && task.size <= SMALL_PX
  if (!isSmall || ++covers % COVERS_A_TIME === 0) collect()
}

const say = (message: ThreadMessage) => port.postMessage(message)

port.on('message', ({ id, task }: TaskMessage) => {
  let [reported, at] = [0, 0]
  const onBytes = (bytes: number) => {
    const now = performance.now()
    if (bytes - reported < REPORT_BYTES || (reported > 0 && now - at < REPORT_MS)) return
    reported = bytes
    at = now
    say({ id, kind: 'progress', bytes })
  }
  makeFile(task, onBytes)
    .finally(() => collectAfter(task))
    .then(
      (digest) => say({ id, kind: 'done', digest }),
      (error: unknown) => {
        const code =
          error instanceof MediaError ? error.code : String((error as NodeJS.ErrnoException)?.code ?? 'FAILED')
        say({ id, kind: 'failed', code, message: messageOf(error) })
      },
    )
})
