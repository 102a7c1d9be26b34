// The bytes of a log's file as they come, unpacked if its first bytes say that it is packed.
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Gunzip } from 'fflate'
import { isPacked } from '#core/log/codec.ts'

/** Read and unpacked at once, bytes. */
const STEP = 1 << 20
/** Of a damaged file, where nothing that is whole may be lost, bytes of the file. */
const SMALL_STEP = 1 << 12

/** @returns whether more is wanted. @param packed how many bytes of the file were read */
type Take = (bytes: Uint8Array, packed: number) => boolean | Promise<boolean>

/**
 * Reads a file to its end, or for as long as it is wanted.
 * @returns why nothing more comes; undefined at its end, and when it was enough
 * @throws Error of the file system
 */
export async function readChunks(file: string, take: Take): Promise<string | undefined> {
  let packed = 0
  let given = 0
  const bytes = async function* () {
    for await (const chunk of createReadStream(file, { highWaterMark: STEP })) {
      packed += (chunk as Buffer).length
      yield chunk as Buffer
    }
  }
  try {
    for await (const chunk of await unpacked(bytes())) {
      given += chunk.length
      if (!(await take(chunk, packed))) break
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (!code.startsWith('Z_')) throw error
    // A stream that ends with an error drops what it had unpacked.
    if (!(await takeRest(file, given, take))) return undefined
    return code === 'Z_BUF_ERROR'
      ? 'the packed file ends here, before its end'
      : 'the packed file is spoilt from here on'
  }
  return undefined
}

async function unpacked(chunks: AsyncGenerator<Buffer>): Promise<AsyncIterable<Uint8Array>> {
  const first = await chunks.next()
  const head: Buffer = first.done ? Buffer.alloc(0) : first.value
  const all = async function* () {
    yield head
    yield* chunks
  }
  if (!isPacked(head)) return all()
  const unpacking = createGunzip({ chunkSize: STEP })
  const source = Readable.from(all(), { objectMode: false })
  source.on('error', (error) => unpacking.destroy(error))
  return source.pipe(unpacking) as AsyncIterable<Uint8Array>
}

/**
 * Takes what is whole of a damaged file.
 * @param given so many bytes of its text were taken before
 * @returns whether more was wanted
 */
async function takeRest(file: string, given: number, take: Take): Promise<boolean> {
  let known = given
  let packed = 0
  let came: Uint8Array[] = []
  const gunzip = new Gunzip((bytes) => {
    if (bytes.length > known) came.push(bytes.subarray(known))
    known = Math.max(0, known - bytes.length)
  })
  for await (const chunk of createReadStream(file, { highWaterMark: SMALL_STEP })) {
    packed += (chunk as Buffer).length
    const isSpoilt = fails(() => gunzip.push(chunk as Buffer))
    const parts = came
    came = []
    for (const part of parts) if (!(await take(part, packed))) return false
    if (isSpoilt) break
  }
  return true
}

function fails(work: () => void): boolean {
  try {
    work()
    return false
  } catch {
    return true
  }
}
