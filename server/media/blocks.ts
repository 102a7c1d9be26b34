/**
 * The SHA-256 of every block of a file, so that whoever fetches it can hold each block against it as it comes, and fetch
 * a bad one alone. Kept under the file's own digest.
 */
import { createHash } from 'node:crypto'
import { BLOCK_BYTES, SHA256_BYTES } from '#core/model/catalogue/media.ts'
import type { Asker, MediaFile } from './contract.ts'
import { createKept } from './kept.ts'
import type { ObjectStore } from './objects/objectStore.ts'
import { MediaError } from './protocol.ts'

type Hashed = Pick<MediaFile, 'bytes' | 'sha256' | 'open'>

export interface Blocks {
  /**
   * The digests of its blocks behind each other, SHA256_BYTES each. The file must be held until this settles.
   * @param asker who wants them: players take turns
   * @throws MediaError when the file cannot be read, or is not as long as it says
   */
  of(file: Hashed, asker?: Asker): Promise<Buffer>
}

export function createBlocks(store: ObjectStore): Blocks {
  const kept = createKept(store)
  return {
    of: (file, asker) =>
      kept(`blocks/${file.sha256}`, Math.ceil(file.bytes / BLOCK_BYTES) * SHA256_BYTES, () => digestsOf(file), asker),
  }
}

async function digestsOf({ bytes, open }: Hashed): Promise<Buffer> {
  const digests: Buffer[] = []
  let hash = createHash('sha256')
  let read = 0
  const cut = () => {
    digests.push(hash.digest())
    hash = createHash('sha256')
  }
  if (bytes > 0)
    for await (const piece of (await open(0, bytes - 1)) as AsyncIterable<Buffer>) {
      for (let at = 0; at < piece.length; ) {
        const end = Math.min(piece.length, at + BLOCK_BYTES - (read % BLOCK_BYTES))
        hash.update(piece.subarray(at, end))
        read += end - at
        at = end
        if (read % BLOCK_BYTES === 0) cut()
      }
    }
  if (read % BLOCK_BYTES > 0) cut()
  if (read !== bytes) throw new MediaError('TRUNCATED', `${read} bytes where ${bytes} were announced`)
  return Buffer.concat(digests)
}
