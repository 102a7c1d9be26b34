/**
 * Reads a log from a file as a stream, packed or not. Whatever stops it keeps what was whole before: a torn or spoilt
 * file, text without end, more than this process can hold. Where the command is built, a thread of its own unpacks, cuts
 * and verifies beside the one that replays.
 */
import { on } from 'node:events'
import { stat } from 'node:fs/promises'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Worker } from 'node:worker_threads'
import { LogReader } from '#core/log/read.ts'
import type { Follower, ReadLimits, ReadLog } from '#core/log/reading/log.ts'
import { MAX_BYTES } from '#core/log/reading/waiting.ts'
import { type FrontWord, hand } from '#core/log/reading/words.ts'
import { schemasDigest } from '#core/log/upcast.ts'
import { count } from '../print.ts'
import { type Io, Progress } from '../running.ts'
import { readChunks } from './chunks.ts'
import type { FileOrder } from './logFront.worker.ts'

/** Share of the memory Node may use that a log may take; the states of a replay need some as well. */
const MEMORY_SHARE = 0.6

/**
 * @param most bytes of memory a log may take. Default: most of what Node may use
 * @param followers are told what is read
 * @throws EventError when it is no log at all: `line 1: …`
 * @throws Stopped when somebody wants that
 * @throws Error of the file system
 */
export async function openLog(
  io: Io,
  file: string,
  limits?: ReadLimits,
  most = getHeapStatistics().heap_size_limit * MEMORY_SHARE,
  followers: readonly Follower[] = [],
): Promise<ReadLog> {
  const reader = new LogReader(limits, ...followers)
  const { size } = await stat(file)
  const progress = new Progress(io, `reading ${file}`)
  let full: string | undefined
  /** @returns whether more is wanted */
  const goesOn = (packed: number): boolean => {
    if (reader.isCut) return false
    if (isFull(most)) {
      full = `more than this process can hold (${count(reader.events)} events; NODE_OPTIONS=--max-old-space-size=8192 allows more)`
      return false
    }
    progress.at(`${count(reader.events)} events, ${Math.floor((packed / Math.max(1, size)) * 100)} %`)
    return true
  }
  if (io.front) {
    const order: FileOrder = { file, schemas: schemasDigest(), maxBytes: limits?.maxBytes ?? MAX_BYTES }
    await readBeside(io.front, order, reader, goesOn)
    progress.end()
    if (full !== undefined) reader.cut(full)
    return reader.log()
  }
  const torn = await readChunks(file, (bytes, packed) => {
    reader.push(bytes)
    return goesOn(packed)
  })
  progress.end()
  return reader.end(full ?? torn)
}

/** Reads to the end, or for as long as it is wanted, what another thread finds in the file. */
async function readBeside(
  script: URL,
  order: FileOrder,
  reader: LogReader,
  goesOn: (packed: number) => boolean,
): Promise<void> {
  const thread = new Worker(script, { workerData: order, execArgv: [] })
  try {
    for await (const [word] of on(thread, 'message', { close: ['exit'] })) {
      const { found, packed, isLast, failed } = word as FrontWord
      if (failed) throw Object.assign(new Error(failed.message), { code: failed.code })
      for (const one of found) hand(one, reader)
      if (!goesOn(packed) || isLast) return
      thread.postMessage(null)
    }
    throw new Error('the thread that reads the log ended before the log')
  } finally {
    await thread.terminate()
  }
}

/** Whether so many bytes are really in use: what nobody holds any more is collected before that is said. */
function isFull(most: number): boolean {
  if (getHeapStatistics().used_heap_size <= most) return false
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return getHeapStatistics().used_heap_size > most
}
