// One request for what a file still lacks.
import { REQUEST_TIMEOUT_MS } from '#core/model/constants.ts'
import { Trouble } from '../trouble/trouble.ts'
import { type Asked, judge } from './answer.ts'
import type { Incoming, IncomingJob, IncomingParts } from './incoming.ts'
import { type ReadBuffer, readBody, Watchdog } from './reading.ts'
import { requestFile } from './request.ts'

export interface AttemptJob extends IncomingJob {
  /** The file is asked for. Called with each request. */
  asked(): void
}

/**
 * Asks for what is missing and puts it where it belongs.
 * @returns whether the file is complete; what a second connection brings may still be missing
 * @throws Trouble when the answer does not bring all it should; the signal's reason when it aborts
 */
export async function attempt(
  parts: IncomingParts,
  job: AttemptJob,
  file: Incoming,
  buffer: ReadBuffer,
  signal: AbortSignal,
): Promise<boolean> {
  if (file.meeting === file.part.size && (await file.join(signal))) return true
  const address = await job.address(signal)
  const stalled = new AbortController()
  const both = AbortSignal.any([signal, stalled.signal])
  const watchdog = new Watchdog(parts.clock, REQUEST_TIMEOUT_MS, (ms) =>
    stalled.abort(new Trouble('lineSilent', `no byte for ${ms} ms`, { again: true })),
  )
  try {
    const asked = file.wanted
    job.asked()
    const response = await requestFile(parts.fetch, address, asked, both)
    watchdog.touch()
    try {
      await take(response, asked)
    } catch (error) {
      void response.body?.cancel().catch(() => {})
      if (!(error instanceof Met)) throw error
      watchdog.stop()
      // What is missing of a second half that broke off is asked for next.
      return await file.join(signal)
    }
  } finally {
    watchdog.stop()
  }
  return file.isWhole()

  async function take(response: Response, asked: Asked): Promise<void> {
    // A whole file that is asked for its last byte only, to learn whether it is still the same.
    let skip = await file.answered(judge(response, asked, parts.clock.now()))
    if (!response.body) throw new Trouble('senselessAnswer', 'an answer without a body', { again: true })
    const body = response.body as ReadableStream<Uint8Array<ArrayBuffer>>
    await readBody(body, buffer, watchdog, both, async (chunk) => {
      const fresh = skip > 0 ? chunk.subarray(skip) : chunk
      skip -= chunk.byteLength - fresh.byteLength
      const end = file.meeting
      const bytes = end === null ? fresh : fresh.subarray(0, end - file.part.size)
      if (bytes.byteLength === 0 && end !== file.part.size) return
      await file.append(bytes)
      if (end !== null && file.part.size >= end) throw new Met('the other half is on its way')
      file.dropIfPast()
      await parts.useLimit.after(bytes.byteLength, both)
    })
  }
}

/** This connection has reached the byte where the other one began. */
class Met extends Error {
  override name = 'Met'
}
