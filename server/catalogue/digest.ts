import { createHash } from 'node:crypto'

/** Of what an id is made of: 24 hex digits. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24)
}
