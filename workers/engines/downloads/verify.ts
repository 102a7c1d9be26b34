/**
 * Holds the bytes of a part against everything that was announced. Nothing is handed to the browser that did
 * not pass here.
 */
import { type Container, checkContainer } from './container.ts'
import type { MakeHasher } from './digest.ts'
import type { Part } from './sinks/sink.ts'
import type { Fetched } from './transfer.ts'
import { Trouble } from './trouble.ts'

const PIECE_BYTES = 1_048_576

/**
 * @param breathe lets other work of the thread run; called between pieces
 * @returns the SHA-256 in hex when the server announced one, else null
 * @throws Trouble `length`, `digest`, `format` or `empty`: the bytes are of no use
 * @throws Trouble `storage` when they cannot be read; what `breathe` throws when the job was cancelled
 */
export async function verify(
  fetched: Fetched,
  kind: Container,
  makeHasher: MakeHasher,
  breathe: () => Promise<void>,
): Promise<string | null> {
  const { part, file } = fetched
  if (file.total !== null && part.size !== file.total)
    throw new Trouble('length', `${part.size} bytes of ${file.total}`)
  const sha256 = file.sha256 === null ? null : await sha256Of(fetched, makeHasher, breathe)
  if (sha256 !== file.sha256) throw new Trouble('digest', `SHA-256 ${sha256}, announced ${file.sha256}`)
  // A WAV and a zip show their own end; nothing else tells a whole MP3 from a cut one.
  if (file.total === null && sha256 === null && kind === 'mp3')
    throw new Trouble('length', 'neither length nor digest was announced')
  await checkContainer(kind, part.size, (at, length) => part.read(at, length), sha256 !== null)
  return sha256
}

async function sha256Of(
  { part, hasher }: Fetched,
  makeHasher: MakeHasher,
  breathe: () => Promise<void>,
): Promise<string> {
  if (hasher) return hasher.digest()
  const again = await makeHasher().catch(() => null)
  if (again === null) return sha256AtOnce(part)
  for (let at = 0; at < part.size; at += PIECE_BYTES) {
    again.update(await part.read(at, PIECE_BYTES))
    await breathe()
  }
  return again.digest()
}

/** Where WebAssembly is refused: the platform's digest, which wants the whole file in memory. */
async function sha256AtOnce(part: Part): Promise<string> {
  const bytes = (await part.read(0, part.size)) as Uint8Array<ArrayBuffer>
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
