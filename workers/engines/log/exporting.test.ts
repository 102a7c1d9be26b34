import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { gzipLines } from './exporting.ts'

test('lines are packed a quarter of a million characters in each task, and few of them in one', async () => {
  const packed = async (count: number, length: number) => {
    let rests = 0
    const lines = Array.from({ length: count }, (_, n) => `${n}`.padStart(length, '.'))
    const bytes = await gzipLines(lines, async () => void rests++)
    expect(gunzipSync(bytes).toString('utf8')).toBe(lines.map((line) => `${line}\n`).join(''))
    return rests
  }
  // Three of these are as much as goes in one task.
  expect([await packed(2, 100_000), await packed(7, 100_000), await packed(500, 10)]).toEqual([0, 2, 0])
})
