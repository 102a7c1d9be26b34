// A day as the product exports it.
import { gzipSync } from 'node:zlib'
import { dayLines } from './day.ts'

export interface Day {
  readonly events: number
  readonly bytes: Buffer<ArrayBuffer>
}

/** @param count and wrongFrom as `dayLines` has them */
export function dayLog(count: number, wrongFrom?: number): Day {
  const text = `${dayLines(count, wrongFrom).join('\n')}\n`
  return { events: count, bytes: Buffer.from(gzipSync(text, { level: 1 })) }
}
