/**
 * Reads a log from a file as a stream, packed or not. Whatever stops it keeps what was whole before: a torn or spoilt
 * file, text without end, more than this process can hold.
 */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createGunzip } from 'node:zlib'
import { type Follower, LogReader, type ReadLimits, type ReadLog } from '#core/log/read.ts'
import { count } from './print.ts'
import { type Io, Progress } from './running.ts'

/** Share of the memory Node may use that a log may take; the states of a replay need some as well. */
const MEMORY_SHARE = 0.6
/** Read and unpacked at once, bytes. */
const STEP = 1 << 20
const SMALL_STEP = 1 << 10
const SPOILT = 'the packed file is spoilt from here on'
const GZIP = [0x1f, 0x8b]

/**
 * @param most bytes of memory a log may take. Default: most of what Node may use
 * @param following makes those who are told what is read; a spoilt file is read a second time, and they are made anew
 * @throws EventError when it is no log at all: `line 1: …`
 * @throws Stopped when somebody wants that
 * @throws Error of the file system
 */
export async function openLog(
  io: Io,
  file: string,
  limits?: ReadLimits,
  most = getHeapStatistics().heap_size_limit * MEMORY_SHARE,
  following: () => readonly Follower[] = () => [],
): Promise<ReadLog> {
  let reader = new LogReader(limits, ...following())
  let torn = await readFile(io, file, reader, most, STEP)
  if (torn === SPOILT) {
    // What is unpacked comes in steps, and the one in which it is spoilt does not come: once more, in small ones.
    reader = new LogReader(limits, ...following())
    torn = await readFile(io, file, reader, most, SMALL_STEP)
  }
  return reader.end(torn)
}

/** @returns why nothing more comes; undefined at its end */
async function readFile(
  io: Io,
  file: string,
  reader: LogReader,
  most: number,
  step: number,
): Promise<string | undefined> {
  const { size } = await stat(file)
  const progress = new Progress(io, `reading ${file}`)
  let torn: string | undefined
  let packed = 0
  const bytes = async function* () {
    for await (const chunk of createReadStream(file, { highWaterMark: STEP })) {
      packed += (chunk as Buffer).length
      yield chunk as Buffer
    }
  }
  try {
    for await (const chunk of await unpacked(bytes(), step)) {
      reader.push(chunk)
      if (reader.isCut) break
      if (isFull(most)) {
        torn = `more than this process can hold (${count(reader.events)} events; NODE_OPTIONS=--max-old-space-size=8192 allows more)`
        break
      }
      progress.at(`${count(reader.events)} events, ${Math.floor((packed / Math.max(1, size)) * 100)} %`)
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (!code.startsWith('Z_')) throw error
    torn = code === 'Z_BUF_ERROR' ? 'the packed file ends here, before its end' : SPOILT
  }
  progress.end()
  return torn
}

/** Whether so many bytes are really in use: what nobody holds any more is collected before that is said. */
function isFull(most: number): boolean {
  if (getHeapStatistics().used_heap_size <= most) return false
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return getHeapStatistics().used_heap_size > most
}

/** What a file holds, unpacked if its first bytes say that it is packed. */
async function unpacked(chunks: AsyncGenerator<Buffer>, step: number): Promise<AsyncIterable<Uint8Array>> {
  const first = await chunks.next()
  const head: Buffer = first.done ? Buffer.alloc(0) : first.value
  const all = async function* () {
    yield head
    yield* chunks
  }
  if (!GZIP.every((byte, at) => head[at] === byte)) return all()
  const unpacking = createGunzip({ chunkSize: step })
  const source = Readable.from(all(), { objectMode: false })
  source.on('error', (error) => unpacking.destroy(error))
  return source.pipe(unpacking) as AsyncIterable<Uint8Array>
}
