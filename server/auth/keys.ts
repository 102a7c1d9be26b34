// The key tokens are signed with: made at the first start, kept in the data folder, readable by its owner only.
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const KEY_BYTES = 32

/** @returns the signing key of this data folder, made now when there is none */
export function signingKey(dataDir: string): Uint8Array {
  const folder = join(dataDir, 'keys')
  const path = join(folder, 'token.key')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    // `wx`: of two servers on one folder one makes the key, the other reads it.
    writeFileSync(path, randomBytes(KEY_BYTES).toString('hex'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
  if (key.length !== KEY_BYTES) throw new Error(`${path} is damaged`)
  return key
}
