/**
 * A few threads and a queue in order of urgency, and of what is as urgent players in turns. Threads start with the first task and end when idle,
 * so a server that serves only cached files runs none.
 */
import { Worker } from 'node:worker_threads'
import { type Digest, MediaError, type TaskMessage, type ThreadMessage, type ThreadTask } from '../protocol.ts'
import { type InLine, turnOf } from './turns.ts'

/** 0 somebody is listening or looking, 1 somebody waits for a file, 2 work ahead of time. */
export type Urgency = 0 | 1 | 2

/** Milliseconds without work after which a thread ends, and its memory with it. */
const IDLE_MS = 5000

interface Entry extends InLine {
  id: number
  task: ThreadTask
  urgency: Urgency
  onBytes: (bytes: number) => void
  resolve: (digest: Digest) => void
  reject: (error: Error) => void
}

interface Thread {
  worker: Worker
  entry: Entry | null
  idle: NodeJS.Timeout | null
}

export interface ThreadJob {
  finished: Promise<Digest>
  /** Moves it forward in the queue when somebody more impatient joins, or one whose turn is sooner. */
  hurry(urgency: Urgency, by?: string | null): void
  /** Takes it out of the queue, and `finished` fails; false where it was begun or is over: then it goes on. */
  drop(): boolean
}

export class Threads {
  private readonly threads = new Set<Thread>()
  private queue: Entry[] = []
  /** The turn of what was begun last, of each urgency. */
  private readonly now: Record<Urgency, number> = { 0: 0, 1: 0, 2: 0 }
  private ids = 0
  private closed = false

  /**
   * @param limit most threads at once
   * @param keepOneFree one thread stays free for urgency 0 when there are two or more
   */
  constructor(
    private readonly limit: number,
    private readonly workerUrl: URL,
    private readonly keepOneFree: boolean,
  ) {}

  /** @param by the player it is done for: players take turns (H-355); null for the server itself, which goes first */
  run(
    task: ThreadTask,
    urgency: Urgency,
    onBytes: (bytes: number) => void = () => {},
    by: string | null = null,
  ): ThreadJob {
    const { promise, resolve, reject } = promiseParts<Digest>()
    const turn = this.turnOf(by, urgency)
    const entry: Entry = { id: ++this.ids, task, urgency, by, turn, onBytes, resolve, reject }
    if (this.closed) reject(new MediaError('CLOSED', 'the media threads have ended'))
    else {
      this.queue.push(entry)
      this.advance()
    }
    return {
      finished: promise,
      hurry: (more, joined = null) => {
        const soon = this.turnOf(joined, more)
        if (more < entry.urgency || (more === entry.urgency && soon < entry.turn))
          Object.assign(entry, { urgency: more, by: joined, turn: soon })
        this.advance()
      },
      drop: () => {
        if (!this.queue.includes(entry)) return false
        this.queue = this.queue.filter((other) => other !== entry)
        reject(new MediaError('DROPPED', 'nobody waits for it any more'))
        return true
      },
    }
  }

  async close(): Promise<void> {
    this.closed = true
    const waiting = [...this.queue, ...[...this.threads].flatMap((thread) => (thread.entry ? [thread.entry] : []))]
    this.queue = []
    const workers = [...this.threads].map((thread) => {
      thread.entry = null
      if (thread.idle) clearTimeout(thread.idle)
      return thread.worker
    })
    this.threads.clear()
    await Promise.all(workers.map((worker) => worker.terminate()))
    for (const entry of waiting) entry.reject(new MediaError('CLOSED', 'the media threads have ended'))
  }

  private turnOf(by: string | null, urgency: Urgency): number {
    const peers = this.queue.filter((entry) => entry.urgency === urgency)
    return turnOf(by, peers, this.now[urgency])
  }

  private advance(): void {
    for (;;) {
      const next = this.queue.reduce<Entry | null>((best, e) => (best && !isSooner(e, best) ? best : e), null)
      if (!next) return
      const busy = [...this.threads].filter((thread) => thread.entry).length
      const most = this.keepOneFree && next.urgency > 0 ? Math.max(1, this.limit - 1) : this.limit
      if (busy >= most) return
      const thread = [...this.threads].find((t) => !t.entry) ?? this.hire()
      this.queue = this.queue.filter((entry) => entry !== next)
      this.now[next.urgency] = Math.max(this.now[next.urgency], next.turn)
      if (thread.idle) clearTimeout(thread.idle)
      thread.idle = null
      thread.entry = next
      thread.worker.ref()
      thread.worker.postMessage({ id: next.id, task: next.task } satisfies TaskMessage)
    }
  }

  private hire(): Thread {
    const worker = new Worker(this.workerUrl)
    const thread: Thread = { worker, entry: null, idle: null }
    this.threads.add(thread)
    worker.on('message', (message: ThreadMessage) => this.hear(thread, message))
    worker.on('error', (error) => this.lose(thread, error))
    worker.on('exit', () => this.lose(thread, new MediaError('THREAD_ENDED', 'a media thread ended unexpectedly')))
    return thread
  }

  private hear(thread: Thread, message: ThreadMessage): void {
    const entry = thread.entry
    if (!entry || entry.id !== message.id) return
    if (message.kind === 'progress') {
      entry.onBytes(message.bytes)
      return
    }
    thread.entry = null
    if (message.kind === 'done') entry.resolve(message.digest)
    else entry.reject(new MediaError(message.code, message.message))
    this.advance()
    if (!thread.entry) {
      thread.worker.unref()
      thread.idle = setTimeout(() => {
        this.threads.delete(thread)
        void thread.worker.terminate()
      }, IDLE_MS)
      thread.idle.unref()
    }
  }

  private lose(thread: Thread, error: Error): void {
    if (!this.threads.delete(thread)) return
    if (thread.idle) clearTimeout(thread.idle)
    thread.entry?.reject(error)
    thread.entry = null
    if (!this.closed) this.advance()
  }
}

/** Of what is alike, what came first stays first. */
const isSooner = (one: Entry, other: Entry): boolean =>
  one.urgency === other.urgency ? one.turn < other.turn : one.urgency < other.urgency

function promiseParts<T>(): { promise: Promise<T>; resolve: (value: T) => void; reject: (error: Error) => void } {
  let resolve: (value: T) => void = () => {}
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  // Whoever is interested awaits it; a task that failed with nobody waiting must not end the process.
  promise.catch(() => {})
  return { promise, resolve, reject }
}

/** The worker of this build: `media.worker.js` beside the file that runs. */
export const defaultWorkerUrl = (): URL => new URL(`./${'media.worker'}.js`, import.meta.url)
