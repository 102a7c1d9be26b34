// SHA-256 while the bytes arrive, and what the server announced.
import { createSHA256 } from 'hash-wasm'

export interface Hasher {
  update(bytes: Uint8Array): void
  /** Hex, lower case. Ends the hasher. */
  digest(): string
}

/** Makes a running SHA-256, or rejects where the browser cannot. */
export type MakeHasher = () => Promise<Hasher>

/** A running SHA-256 in WebAssembly. @throws when the browser refuses WebAssembly */
export async function createHasher(): Promise<Hasher> {
  const sha = await createSHA256()
  return { update: (bytes) => void sha.update(bytes), digest: () => sha.digest('hex') }
}

/**
 * The SHA-256 of the whole file in hex as `Repr-Digest` announces it (RFC 9530), or null. It is the same
 * for every range of a file, which `Content-Digest` is not.
 */
export function announcedSha256(header: string | null): string | null {
  const found = header?.match(/(?:^|[,\s])sha-256=:([A-Za-z0-9+/]{43}=):/i)?.[1]
  if (!found) return null
  return Array.from(atob(found), (char) => char.charCodeAt(0).toString(16).padStart(2, '0')).join('')
}
