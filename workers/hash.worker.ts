/**
 * Hashes whole files for the downloads worker, whose own thread the platform's digest would hold up (measured:
 * a fifth of it while files arrive as fast as they can). Composition only. The page does not watch it, as it does the
 * other workers: whoever lends it a file gives up on it after a while.
 */
import * as Comlink from 'comlink'
import type { HashWorker } from '#core/contracts/hash.ts'
import { systemClock } from './api/transport/clock.ts'
import { FileBytes } from './engines/downloads/sinks/fileBytes.ts'
import { createHasher } from './engines/downloads/verify/digest.ts'
import { readBackHashing } from './engines/downloads/verify/hashing.ts'

const files = readBackHashing({ makeHasher: createHasher })

const worker: HashWorker = {
  async ready() {},
  async digest(memory, length) {
    const hash = await crypto.subtle.digest('SHA-256', new Uint8Array(memory, 0, length))
    return Comlink.transfer({ hash, memory }, [memory])
  },
  async digestFile(file) {
    const bytes = new FileBytes(file, systemClock)
    try {
      return await files.ofPart(bytes, async () => {})
    } finally {
      bytes.stop()
    }
  },
}

Comlink.expose(worker)
