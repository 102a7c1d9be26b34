/**
 * The platform's digest on a thread of its own. Until that thread works, and once it does not, files are hashed
 * where they are asked for.
 */
import type { HashWorker } from '#core/contracts/hash.ts'
import type { Clock } from '../../../api/transport/clock.ts'
import { holding } from '../../held.ts'
import { Silent, unlessSilent } from '../trouble/silence.ts'
import { type Digest, platformDigest, type ReadBackParts } from './hashing.ts'

/** 64 MB take a tenth of a second: a thread that says nothing for so long is gone, ms. Whole files may take longer. */
export const SILENCE_MS = 30_000

/** A disk that reads more slowly than this counts as gone. */
const SLOW_BYTES_PER_MS = 5000

export type HashThread = Required<Pick<ReadBackParts, 'prepare' | 'digest' | 'digestFile'>>

/**
 * @param start begins the thread; called once, by the first `prepare`. It may throw where threads cannot begin threads.
 * @returns digests that reject with Silent when the thread said nothing: the file's bytes lie on the disk, and who asks
 * again is answered here
 */
export function hashThread(start: () => HashWorker, clock: Clock): HashThread {
  let begun = false
  let thread: HashWorker | null = null

  function prepare(): void {
    if (begun) return
    begun = true
    try {
      const started = start()
      void started.ready().then(
        () => {
          thread = started
        },
        () => {},
      )
    } catch {
      // This browser's workers have none of their own.
    }
  }

  /** What the thread answers, unless it says nothing for `ms`. */
  async function answered<T>(from: HashWorker, ms: number, work: Promise<T>): Promise<T> {
    try {
      return await holding(from, unlessSilent(clock, ms, 'the thread that hashes', work))
    } catch (error) {
      if (error instanceof Silent) thread = null
      throw error
    }
  }

  async function digest(bytes: Uint8Array<ArrayBuffer>): ReturnType<Digest> {
    if (thread === null) return platformDigest(bytes)
    return answered(thread, SILENCE_MS, thread.digest(bytes.buffer, bytes.byteLength))
  }

  function digestFile(file: Blob): Promise<string> | null {
    if (thread === null) return null
    return answered(thread, SILENCE_MS + file.size / SLOW_BYTES_PER_MS, thread.digestFile(file))
  }

  return { prepare, digest, digestFile }
}
