// Password hashes: Argon2id with OWASP's parameters (19 MiB, 2 passes, 1 lane), computed off the main thread.
import { hash, verify } from '@node-rs/argon2'

// 2 is Argon2id; the package's enumeration is a const enum, which isolated modules cannot read.
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

let decoy: Promise<string> | undefined

/** @returns a PHC string with its salt. Composed and decomposed accents are the same password (NIST SP 800-63B, 3.1.1.2). */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), OPTIONS)
}

/**
 * Compares a password. Without a hash (an unknown e-mail, a player without a password) the same
 * work is done against a decoy, so the time does not tell whether the account exists.
 */
export async function checkPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password')
  const matches = await verify(stored ?? (await decoy), password.normalize('NFC')).catch(() => false)
  return stored !== null && matches
}

/** Makes the decoy ahead of the first sign-in, which would otherwise take twice as long. */
export async function warmUpPasswords(): Promise<void> {
  decoy ??= hashPassword('nobody has this password')
  await decoy
}
