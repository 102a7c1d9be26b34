// A large body of a known length, read into one piece of memory and never copied.
import { ApiError } from './apiError.ts'

/**
 * @param bytes how long it must be
 * @param heard called when something of it came
 * @throws ApiError MALFORMED when it is longer or shorter: no more is read than was promised
 */
export async function wholeBody(response: Response, bytes: number, heard: () => void): Promise<ArrayBuffer> {
  const memory = new Uint8Array(bytes)
  const reader = response.body?.getReader()
  let at = 0
  for (;;) {
    const piece = await reader?.read()
    if (!piece || piece.done) break
    heard()
    if (at + piece.value.length > bytes) {
      void reader?.cancel().catch(() => {})
      throw wrongLength()
    }
    memory.set(piece.value, at)
    at += piece.value.length
  }
  if (at < bytes) throw wrongLength()
  return memory.buffer
}

const wrongLength = () =>
  new ApiError({ status: 0, code: 'MALFORMED', message: 'the file has another length than told' })
