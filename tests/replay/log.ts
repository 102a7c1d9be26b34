/** A small log made by the reducers themselves, for tests of what reads logs. */
import { gzipSync } from 'node:zlib'
import { appNavigated, appOpened } from '#core/events/app.ts'
import type { AppDraft } from '#core/events/index.ts'
import { sessionAbsent } from '#core/events/people/session.ts'
import { playerVolumeChanged } from '#core/events/player.ts'
import { encodeEvents } from '#core/log/codec.ts'
import { exportLines } from '#core/log/export.ts'
import { Order } from '#core/log/order.ts'
import { headerOf } from '#core/log/upcast.ts'

const HEADER = headerOf('log-1', 'test', 1_700_000_000_000)

const DRAFTS: readonly AppDraft[] = [
  appOpened({ startedAt: HEADER.startedAt, build: 'test', language: 'en', width: 1280, height: 800, online: true }),
  sessionAbsent({}),
  appNavigated({ path: '/', search: '' }),
  playerVolumeChanged({ volume: 40 }),
  playerVolumeChanged({ volume: 55 }),
  appNavigated({ path: '/login', search: '' }),
]

/**
 * Lines of an exported log of six events with a checkpoint after the third and the sixth.
 * @param spoil changes a line before the chain is made over it, as a defect of whoever wrote it would
 */
export function logLines(spoil = (line: string) => line): string[] {
  const order = new Order()
  const place = (draft: AppDraft, index: number) =>
    order.append(draft, { source: 'person', t: index * 100, cause: null })
  const segments = [DRAFTS.slice(0, 3), DRAFTS.slice(3)].map((drafts, nth) => {
    const lines = encodeEvents(drafts.map((draft, at) => place(draft, nth * 3 + at))).map(spoil)
    return { head: { first: nth * 3 + 1, count: 3, lines: '', before: '', state: order.hash() }, lines }
  })
  return [...exportLines(HEADER, segments)]
}

/** As the product exports it. */
export function packed(lines: readonly string[]): Uint8Array {
  return gzipSync(`${lines.join('\n')}\n`)
}
