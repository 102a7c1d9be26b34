/**
 * When the bytes of a file are hashed: while they arrive, or read back from the part once they are there. The
 * platform's digest uses the processor's SHA instructions (about six times the rate of WebAssembly, measured), but
 * wants a whole file in one buffer: it takes the files up to a bound, one at a time, through one buffer that is
 * kept for the next.
 */
import { BYTES_PER_MB } from '#core/model/constants.ts'
import { Semaphore } from '../../semaphore.ts'
import type { Bytes } from '../sinks/fileBytes.ts'
import { folderTrouble } from '../sinks/folder/folderFile.ts'
import { fill } from '../sinks/pieces.ts'
import { Silent, type Timers, unlessSilent } from '../trouble/silence.ts'
import type { DigestBlock } from './blocks.ts'
import type { Hasher, MakeHasher } from './digest.ts'

export interface Hashing {
  /** SHA-256 of one block of a file that arrives; null where the browser has none. */
  readonly block: DigestBlock | null
  /** A hash that sees a file's bytes as they arrive; null when they shall be read back at the end. @param total bytes; null: unknown */
  running(total: number | null): Promise<Hasher | null>
  /**
   * SHA-256 of the whole part in hex.
   * @param breathe lets other work of the thread run; called between pieces
   * @throws Trouble `storage` or `folder` when the part cannot be read; what `breathe` throws
   */
  ofPart(part: Bytes, breathe: () => Promise<void>): Promise<string>
}

const PIECE_BYTES = BYTES_PER_MB
/** Files up to here are hashed at once: twice this much memory at most, as the platform copies what it is given. */
const AT_ONCE_BYTES = 64 * BYTES_PER_MB
/** The platform hashes such a file in a tenth of a second: after so long it never will, ms. */
const DIGEST_SILENCE_MS = 30_000
/** A buffer this idle is given back, ms. */
const IDLE_MS = 10_000

/** Hashes while the bytes arrive; what a resume left out is read back piece by piece. */
export function runningHashing(makeHasher: MakeHasher, digest: Digest = platformDigest): Omit<Hashing, 'block'> {
  return {
    running: () => makeHasher().catch(() => null),
    async ofPart(part, breathe) {
      const hasher = await makeHasher().catch(() => null)
      // Where WebAssembly is refused the platform's digest is all there is.
      if (hasher === null) return hex((await digest((await part.read(0, part.size)) as Uint8Array<ArrayBuffer>)).hash)
      for (let at = 0; at < part.size; at += PIECE_BYTES) {
        hasher.update(await part.read(at, PIECE_BYTES))
        await breathe()
      }
      return hasher.digest()
    },
  }
}

/** SHA-256 of bytes at the beginning of their memory, which may be lent elsewhere meanwhile and comes back. */
export type Digest = (bytes: Uint8Array<ArrayBuffer>) => Promise<{ hash: ArrayBuffer; memory: ArrayBuffer }>

/** The platform copies what it is given before it answers (Web Cryptography, 14.3.5). */
const platformBlock: DigestBlock | null = globalThis.crypto?.subtle
  ? (bytes) => crypto.subtle.digest('SHA-256', bytes)
  : null

export const platformDigest: Digest = async (bytes) => ({
  hash: await crypto.subtle.digest('SHA-256', bytes),
  memory: bytes.buffer,
})

export interface ReadBackParts {
  readonly makeHasher: MakeHasher
  readonly digest?: Digest
  /** Default: the platform's */
  readonly digestBlock?: DigestBlock | null
  /** Hashes a file elsewhere, hex; null when there is nobody who could. */
  readonly digestFile?: (file: Blob) => Promise<string> | null
  /** Called when a file begins to arrive that will be hashed at once. */
  readonly prepare?: () => void
  readonly limit?: number
  /** Default: the global timer. */
  readonly setTimer?: (run: () => void, ms: number) => unknown
  /** Ends what nobody answers. Default: the global timer. */
  readonly clock?: Timers
}

/** Hashes files up to `limit` at once, read back into one buffer; longer ones while they arrive. */
export function readBackHashing(parts: ReadBackParts): Hashing {
  const {
    makeHasher,
    digest = platformDigest,
    digestBlock = platformBlock,
    digestFile,
    prepare,
    limit = AT_ONCE_BYTES,
    setTimer = setTimeout,
    clock = { setTimer: (run, ms) => setTimeout(run, ms), clearTimer: (timer) => clearTimeout(timer) },
  } = parts
  const pieces = runningHashing(makeHasher, digest)
  const turns = new Semaphore(1)
  let buffer = new ArrayBuffer(0)
  let used = 0

  /** A buffer of at least so many bytes, the one of before where it fits. It is this file's until it is kept again. */
  function room(bytes: number): ArrayBuffer {
    const mine = buffer.byteLength < bytes ? new ArrayBuffer(bytes) : buffer
    buffer = new ArrayBuffer(0)
    return mine
  }

  function keep(memory: ArrayBuffer): void {
    buffer = memory
    used += 1
    const mine = used
    setTimer(() => {
      if (mine === used) buffer = new ArrayBuffer(0)
    }, IDLE_MS)
  }

  /** Reads a part into one buffer and hashes it there. */
  async function atOnce(part: Bytes, breathe: () => Promise<void>, digest: Digest): Promise<string> {
    await breathe()
    const bytes = new Uint8Array(room(part.size), 0, part.size)
    await fill((at, into) => part.readInto(at, into), 0, bytes)
    const { hash, memory } = await digest(bytes)
    keep(memory)
    return hex(hash)
  }

  /** In this thread, by the platform. */
  const here: Digest = (bytes) => unlessSilent(clock, DIGEST_SILENCE_MS, 'the platform', platformDigest(bytes))

  return {
    block: digestBlock && ((bytes) => unlessSilent(clock, DIGEST_SILENCE_MS, 'the platform', digestBlock(bytes))),
    async running(total) {
      if (total === null || total > limit) return pieces.running(total)
      prepare?.()
      return null
    },
    async ofPart(part, breathe) {
      const asked = part.file && digestFile?.(part.file)
      const elsewhere = asked && (await heard(asked.catch(inFolder)))
      if (elsewhere) return elsewhere
      if (part.size > limit) return pieces.ofPart(part, breathe)
      return turns.take(async () => (await heard(atOnce(part, breathe, digest))) ?? atOnce(part, breathe, here))
    },
  }
}

/** What who was asked answers; null when that is nothing. The file itself may be right. */
async function heard(asked: Promise<string>): Promise<string | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Silent) return null
    throw error
  }
}

function inFolder(cause: unknown): never {
  throw folderTrouble(cause)
}

function hex(digest: ArrayBuffer): string {
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
