import { expect, test } from 'vitest'
import { headerOf } from '#core/log/upcast.ts'
import { type Kept, lastOf, startOf } from './kept.ts'

const kept: Kept = { header: { ...headerOf('a', '1', 0) }, owner: null, closedAt: null, events: 0, bytes: 0 }

test('of a log of which nothing was written, or nothing can be read, no event and no byte is whole', async () => {
  const nothing = { events: 0, end: 0, hash: startOf(kept) }
  for (const bytes of [new Uint8Array(0), new Uint8Array(40)])
    expect(await lastOf(bytes, kept, async () => {})).toEqual(nothing)
})
