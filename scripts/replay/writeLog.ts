// A log made here, as a file like those the product exports; nobody vouches for its states, so it has no checkpoints.
import { writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { encodeEvent, type Frame, SEGMENT_START } from '#core/log/codec.ts'
import { exportLines } from '#core/log/export.ts'
import { hashState } from '#core/log/hash.ts'
import { maskedSettings } from '#core/log/masking/settings.ts'
import type { ReadLog } from '#core/log/reading/log.ts'
import { snapshotLines } from '#core/log/snapshots/snapshot.ts'
import { headerOf } from '#core/log/upcast.ts'

/** @throws Error of the file system, also when the file is there */
export async function writeLog(file: string, log: ReadLog, isMasked: boolean): Promise<void> {
  await writeFile(file, gzipSync(`${linesOf(log, isMasked).join('\n')}\n`), { flag: 'wx' })
}

/** @param isMasked what names people is replaced, as in what the product exports */
export function linesOf({ header, base, start, startT, events }: ReadLog, isMasked: boolean): readonly string[] {
  const frames: Frame[] = base
    ? [frameOf(start, snapshotLines(base), { state: hashState(base), snapshot: startT })]
    : []
  const lines: string[] = []
  let before = SEGMENT_START
  for (const event of events) {
    lines.push(encodeEvent(event, before))
    before = event
  }
  frames.push(frameOf(start, lines, { state: '' }))
  // Its events are those of this build, whatever they were when they were recorded.
  const { masked, settings } = header
  const said = {
    ...(masked && { masked }),
    ...(settings && { settings: isMasked ? maskedSettings(settings) : settings }),
  }
  const own = { ...headerOf(header.logId, header.build, header.startedAt), ...said }
  return [...exportLines(own, frames, !isMasked)].slice(0, -1)
}

const frameOf = (start: number, lines: readonly string[], said: Pick<Frame['head'], 'state' | 'snapshot'>): Frame => ({
  head: { first: start + 1, count: lines.length, lines: '', before: '', ...said },
  lines,
})
