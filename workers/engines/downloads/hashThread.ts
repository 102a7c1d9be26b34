/**
 * The platform's digest on a thread of its own. Until that thread works, and once it does not, files are hashed
 * where they are asked for.
 */
import type { HashWorker } from '#core/contracts/hash.ts'
import type { Clock, Timer } from '../../api/clock.ts'
import { type Digest, platformDigest } from './hashing.ts'
import { Trouble } from './trouble.ts'

/** 64 MB take a tenth of a second; a thread that says nothing for so long is gone, ms. */
export const SILENCE_MS = 30_000

/**
 * @param start begins the thread; called once, by the first `prepare`. It may throw where threads cannot begin threads.
 * @returns a digest that rejects with Trouble `storage` when the thread went silent with a file: its bytes lie on the
 * disk, and who asks again is answered here
 */
export function hashThread(start: () => HashWorker, clock: Clock): { prepare: () => void; digest: Digest } {
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

  async function digest(bytes: Uint8Array<ArrayBuffer>): ReturnType<Digest> {
    if (thread === null) return platformDigest(bytes)
    let timer: Timer | undefined
    const silent = new Promise<never>((_, reject) => {
      timer = clock.setTimer(() => {
        thread = null
        reject(new Trouble('storage', `the thread that hashes said nothing for ${SILENCE_MS} ms`))
      }, SILENCE_MS)
    })
    try {
      return await Promise.race([thread.digest(bytes.buffer, bytes.byteLength), silent])
    } finally {
      if (timer !== undefined) clock.clearTimer(timer)
    }
  }

  return { prepare, digest }
}
