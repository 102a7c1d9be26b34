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

/** What came back, and what listens to the rest of it. */
interface Answered {
  readonly response: Response
  readonly watchdog: Watchdog
}

/** A request that is under way. Whoever made it ends it, also when nobody reads its answer. */
export class Question {
  /** Ends the request and its answer: the signal it was given, or a silence. */
  readonly signal: AbortSignal
  /** Rejects as `requestFile`, or with what kept its address from being had. */
  readonly answer: Promise<Answered>
  readonly #over = new AbortController()

  constructor(
    parts: Pick<IncomingParts, 'fetch' | 'clock'>,
    job: Pick<AttemptJob, 'address' | 'asked'>,
    readonly asked: Asked,
    signal: AbortSignal,
  ) {
    this.signal = AbortSignal.any([signal, this.#over.signal])
    this.answer = this.#ask(parts, job)
    // It may fail before anybody waits for it.
    this.answer.catch(() => {})
  }

  /** Nobody reads what may still come. */
  end(): void {
    this.#over.abort()
    void this.answer.then(({ watchdog }) => watchdog.stop()).catch(() => {})
  }

  async #ask(
    { fetch, clock }: Pick<IncomingParts, 'fetch' | 'clock'>,
    job: Pick<AttemptJob, 'address' | 'asked'>,
  ): Promise<Answered> {
    const address = await job.address(this.signal)
    const watchdog = new Watchdog(clock, REQUEST_TIMEOUT_MS, (ms) =>
      this.#over.abort(new Trouble('lineSilent', `no byte for ${ms} ms`, { again: true })),
    )
    try {
      job.asked()
      const response = await requestFile(fetch, address, this.asked, this.signal)
      watchdog.touch()
      return { response, watchdog }
    } catch (error) {
      watchdog.stop()
      throw error
    }
  }
}

/**
 * Asks for what is missing and puts it where it belongs.
 * @param first was asked before the file was open; null: it is asked now
 * @returns whether the file is complete; what a second connection brings may still be missing
 * @throws Trouble when the answer does not bring all it should; the signal's reason when it aborts
 */
export async function attempt(
  parts: IncomingParts,
  job: AttemptJob,
  file: Incoming,
  buffer: ReadBuffer,
  signal: AbortSignal,
  first: Question | null = null,
): Promise<boolean> {
  if (file.meeting === file.part.size && (await file.join(signal))) return true
  const question = first ?? new Question(parts, job, file.wanted, signal)
  const { response, watchdog } = await question.answer
  try {
    await take()
  } catch (error) {
    void response.body?.cancel().catch(() => {})
    if (!(error instanceof Met)) throw error
    watchdog.stop()
    // What is missing of a second half that broke off is asked for next.
    return await file.join(signal)
  } finally {
    watchdog.stop()
  }
  return file.isWhole()

  async function take(): Promise<void> {
    // A whole file that is asked for its last byte only, to learn whether it is still the same.
    let skip = await file.answered(judge(response, question.asked, parts.clock.now()))
    if (!response.body) throw new Trouble('senselessAnswer', 'an answer without a body', { again: true })
    const body = response.body as ReadableStream<Uint8Array<ArrayBuffer>>
    await readBody(body, buffer, watchdog, question.signal, async (chunk) => {
      const fresh = skip > 0 ? chunk.subarray(skip) : chunk
      skip -= chunk.byteLength - fresh.byteLength
      const end = file.meeting
      const bytes = end === null ? fresh : fresh.subarray(0, end - file.part.size)
      if (bytes.byteLength === 0 && end !== file.part.size) return
      await file.append(bytes)
      if (end !== null && file.part.size >= end) throw new Met('the other half is on its way')
      file.dropIfPast()
      await parts.useLimit.after(bytes.byteLength, question.signal)
    })
  }
}

/** This connection has reached the byte where the other one began. */
class Met extends Error {
  override name = 'Met'
}
