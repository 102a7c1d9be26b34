/** A small log made by the reducers themselves, for tests of what reads logs. */
import { gzipSync } from 'node:zlib'
import { appNavigated, appOpened } from '#core/events/app.ts'
import type { AppDraft, AppEvent } from '#core/events/index.ts'
import { sessionAbsent } from '#core/events/people/session.ts'
import { playerVolumeChanged } from '#core/events/player.ts'
import { encodeEvent, encodeHeader } from '#core/log/codec.ts'
import { Order } from '#core/log/order.ts'

const HEADER = { format: 'evlog', version: 1, logId: 'log-1', build: 'test', startedAt: 1_700_000_000_000 } as const

const DRAFTS: readonly AppDraft[] = [
  appOpened({ startedAt: HEADER.startedAt, build: 'test', language: 'en', width: 1280, height: 800, online: true }),
  sessionAbsent({}),
  appNavigated({ path: '/', search: '' }),
  playerVolumeChanged({ volume: 40 }),
  playerVolumeChanged({ volume: 55 }),
  appNavigated({ path: '/login', search: '' }),
]

/** Lines of an exported log of six events with a checkpoint after the third and the sixth. */
export function logLines(): string[] {
  const order = new Order()
  const lines = [encodeHeader(HEADER)]
  for (const [index, draft] of DRAFTS.entries()) {
    const event: AppEvent = order.append(draft, { source: 'person', t: index * 100, cause: null })
    lines.push(encodeEvent(event))
    if (index % 3 === 2) lines.push(JSON.stringify({ checkpoint: event.seq, state: order.hash() }))
  }
  return lines
}

/** As the product exports it. */
export function packed(lines: readonly string[]): Uint8Array {
  return gzipSync(`${lines.join('\n')}\n`)
}
