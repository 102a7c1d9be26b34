/**
 * Reads a log from a file as a stream, packed or not. Whatever stops it keeps what was whole before: a torn or spoilt
 * file, text without end, more than this process can hold.
 */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { getHeapStatistics } from 'node:v8'
import { createGunzip } from 'node:zlib'
import { LogReader, type ReadLimits, type ReadLog } from '#core/log/read.ts'
import { count } from './print.ts'
import { type Io, Progress } from './running.ts'

/** Share of the memory Node may use that a log may take; the states of a replay need some as well. */
const MEMORY_SHARE = 0.6
const GZIP = [0x1f, 0x8b]

/**
 * @throws EventError when it is no log at all: `line 1: …`
 * @throws Stopped when somebody wants that
 * @throws Error of the file system
 */
export async function openLog(io: Io, file: string, limits?: ReadLimits): Promise<ReadLog> {
  const { size } = await stat(file)
  const reader = new LogReader(limits)
  const progress = new Progress(io, `reading ${file}`)
  const most = getHeapStatistics().heap_size_limit * MEMORY_SHARE
  let torn: string | undefined
  let packed = 0
  const bytes = async function* () {
    for await (const chunk of createReadStream(file)) {
      packed += (chunk as Buffer).length
      yield chunk as Buffer
    }
  }
  try {
    for await (const chunk of await unpacked(bytes())) {
      reader.push(chunk)
      if (reader.isCut) break
      if (process.memoryUsage().heapUsed > most) {
        torn = `more than this process can hold (${count(reader.events)} events; NODE_OPTIONS=--max-old-space-size=8192 allows more)`
        break
      }
      progress.at(`${count(reader.events)} events, ${Math.floor((packed / Math.max(1, size)) * 100)} %`)
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (!code.startsWith('Z_')) throw error
    torn =
      code === 'Z_BUF_ERROR' ? 'the packed file ends here, before its end' : 'the packed file is spoilt from here on'
  }
  progress.end()
  return reader.end(torn)
}

/** What a file holds, unpacked if its first bytes say that it is packed. */
async function unpacked(chunks: AsyncGenerator<Buffer>): Promise<AsyncIterable<Uint8Array>> {
  const first = await chunks.next()
  const head: Buffer = first.done ? Buffer.alloc(0) : first.value
  const all = async function* () {
    yield head
    yield* chunks
  }
  if (!GZIP.every((byte, at) => head[at] === byte)) return all()
  const unpacking = createGunzip()
  const source = Readable.from(all(), { objectMode: false })
  source.on('error', (error) => unpacking.destroy(error))
  return source.pipe(unpacking) as AsyncIterable<Uint8Array>
}
