/**
 * Holds the bytes of a part against everything that was announced. Nothing is handed to the browser that did
 * not pass here.
 */

import type { Part } from '../sinks/sink.ts'
import { Trouble } from '../trouble/trouble.ts'
import type { BlocksVerdict } from './blocks.ts'
import { type Container, checkContainer } from './container.ts'
import type { Hasher } from './digest.ts'
import type { Hashing } from './hashing.ts'

/** A part whose last byte came, with what was announced of it. */
interface Whole {
  readonly part: Part
  /** Bytes, and the digest in hex; null where nothing was announced. */
  readonly file: { readonly total: number | null; readonly sha256: string | null }
  /** Took the bytes as they came. */
  readonly hasher: Pick<Hasher, 'digest'> | null
  /** What its blocks showed while they came; where nothing, it is checked as a whole. */
  readonly blocks: BlocksVerdict
}

/**
 * @param breathe lets other work of the thread run; called between pieces
 * @returns the SHA-256 in hex when the server announced one, else null
 * @throws Trouble `length`, `digest`, `format` or `empty`: the bytes are of no use
 * @throws Trouble `storage` when they cannot be read; what `breathe` throws when the job was cancelled
 */
export async function verify(
  fetched: Whole,
  kind: Container,
  hashing: Hashing,
  breathe: () => Promise<void>,
): Promise<string | null> {
  const { part, file } = fetched
  if (file.total !== null && part.size !== file.total)
    throw new Trouble('wrongLength', `${part.size} bytes of ${file.total}`)
  // Where the digest of the whole is known it has the last word: the list of blocks may be what is wrong.
  if (fetched.blocks === 'wrong' && file.sha256 === null)
    throw new Trouble('wrongBytes', 'blocks of it are not those the server has')
  const isProved = fetched.blocks === 'right'
  const sha256 =
    file.sha256 === null || isProved ? file.sha256 : (fetched.hasher?.digest() ?? (await hashing.ofPart(part, breathe)))
  if (sha256 !== file.sha256) throw new Trouble('wrongBytes', `SHA-256 ${sha256}, announced ${file.sha256}`)
  // A WAV and a zip show their own end; nothing else tells a whole MP3 from a cut one.
  if (file.total === null && sha256 === null && kind === 'mp3')
    throw new Trouble('lengthUnknown', 'neither length nor digest was announced')
  const known = sha256 !== null || isProved ? 'bytes' : file.total === null ? 'nothing' : 'length'
  await checkContainer(kind, part.size, (at, length) => part.read(at, length), known)
  return sha256
}
