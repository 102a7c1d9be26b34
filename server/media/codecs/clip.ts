// The short demonstration video, carried inside the bundle: four seconds, 320 by 180, H.264 and AAC.
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { StoredFile } from '../contract.ts'
import address from './clip.mp4?inline'

/** The video's bytes. */
export function clipBytes(): Buffer {
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
}

let known: StoredFile | null = null

/** Its measure and its place under the media root. */
export function clipFile(): StoredFile {
  if (known) return known
  const bytes = clipBytes()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  known = { path: `clips/${sha256.slice(0, 16)}.mp4`, bytes: bytes.length, sha256, crc32: crc32(bytes) }
  return known
}
