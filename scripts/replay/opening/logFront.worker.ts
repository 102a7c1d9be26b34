// The thread that reads a log's file, unpacks it, cuts it and verifies its chain, beside the one that replays it.
import { parentPort, workerData } from 'node:worker_threads'
import { type Behind, LogFront, type WholeSegment } from '#core/log/reading/front.ts'
import { readChunks } from './chunks.ts'

/** What the thread is to read. */
export interface FrontOrder {
  readonly file: string
  readonly schemas: string
  readonly maxBytes: number
}

/** Something the front found. */
export type Found = WholeSegment | string | { readonly cut: string }

/** What the thread says: what it found, in its order. */
export interface FrontWord {
  readonly found: readonly Found[]
  /** Bytes of the file that were read. */
  readonly packed: number
  readonly isLast: boolean
  readonly failed?: { readonly message: string; readonly code: string | undefined }
}

/** So much is found before it is handed over, bytes of segments or number of lines. */
const MUCH = 1 << 20
const MANY = 2000
/** So many words may wait for the other thread. */
const AHEAD = 6

const port = parentPort
if (!port) throw new Error('this is a thread')
const { file, schemas, maxBytes } = workerData as FrontOrder

let found: Found[] = []
let passed: ArrayBuffer[] = []
let size = 0
let ahead = 0
let wake = () => {}
port.on('message', () => {
  ahead--
  wake()
})

const behind: Behind & { isCut: boolean } = {
  isCut: false,
  segment(segment) {
    found.push(segment)
    passed.push(segment.array.buffer as ArrayBuffer, segment.ends.buffer as ArrayBuffer)
    size += segment.array.length
  },
  line(line) {
    found.push(line)
  },
  cut(reason) {
    found.push({ cut: reason })
    behind.isCut = true
  },
}
const front = new LogFront(behind, schemas, maxBytes)

let packedSoFar = 0
function say(isLast: boolean, failed?: FrontWord['failed']): void {
  port?.postMessage({ found, packed: packedSoFar, isLast, ...(failed ? { failed } : {}) } satisfies FrontWord, passed)
  found = []
  passed = []
  size = 0
  ahead++
}

try {
  const torn = await readChunks(file, async (bytes, packed) => {
    packedSoFar = packed
    front.push(bytes)
    if (size < MUCH && found.length < MANY && !behind.isCut) return true
    say(false)
    while (ahead >= AHEAD)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    return !behind.isCut
  })
  front.end(torn)
  say(true)
} catch (error) {
  const { message, code } = error as NodeJS.ErrnoException
  say(true, { message, code })
}
port.close()
