// A large body of a known length, read into one piece of memory and never copied.
import { ApiError } from './apiError.ts'

/**
 * @param bytes how long it must be
 * @param heard called when something of it came
 * @throws ApiError MALFORMED when it is longer or shorter: no more is read than was promised; also where no memory holds it
 */
export async function wholeBody(response: Response, bytes: number, heard: () => void): Promise<ArrayBuffer> {
  const reader = response.body?.getReader()
  const stop = () => void reader?.cancel().catch(() => {})
  const memory = memoryOf(bytes, stop)
  let at = 0
  for (;;) {
    const piece = await reader?.read()
    if (!piece || piece.done) break
    heard()
    if (at + piece.value.length > bytes) {
      stop()
      throw wrongLength()
    }
    memory.set(piece.value, at)
    at += piece.value.length
  }
  if (at < bytes) throw wrongLength()
  return memory.buffer
}

/** The length is what a server says, and may be any: that there is no room for it is no matter of the connection. */
function memoryOf(bytes: number, stop: () => void): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(bytes)
  } catch {
    stop()
    throw malformed('no memory holds a file of this length')
  }
}

const malformed = (message: string) => new ApiError({ status: 0, code: 'MALFORMED', message })

const wrongLength = () => malformed('the file has another length than told')
