/**
 * `RECORD_LOGS=FOLDER npx playwright test …` keeps the event logs of every test as JSON lines: what the mix of the
 * events benchmark is drawn from (`tests/bench/events/recordedMix.ts`). Frames are read for their lines alone.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { gunzipSync, strFromU8 } from 'fflate'
import { eachFrame, type FrameAt } from '#core/log/codec.ts'

/** @param folder where to; nothing is kept without one */
export async function keepLogs(context: BrowserContext, name: string, folder = process.env.RECORD_LOGS): Promise<void> {
  if (!folder) return
  const files = await logsOf(context)
  mkdirSync(folder, { recursive: true })
  files.forEach((bytes, nth) => {
    writeFileSync(join(folder, `${name}.${nth}.jsonl`), linesOf(bytes).join('\n'))
  })
}

/** The files of all logs in a browser; none where no page of the product can say. */
export async function logsOf(context: BrowserContext): Promise<Buffer[]> {
  const page = context.pages().find((one) => one.url().startsWith('http'))
  return page ? logFiles(page).catch(() => []) : []
}

/** The whole frames of a log as it lies on the disk, and where each ends. */
export function* framesOf(bytes: Buffer): Generator<FrameAt> {
  if (bytes.length < 8) return
  const head: unknown = JSON.parse(bytes.subarray(4, 4 + bytes.readUInt32BE(0)).toString('utf8'))
  yield* eachFrame(bytes, (head as { before: string }).before)
}

/** The files of all logs in this browser, as they lie there. */
export async function logFiles(page: Page): Promise<Buffer[]> {
  return (await page.evaluate(readLogs)).map((bytes) => Buffer.from(bytes, 'base64'))
}

/** In the page: the files of all logs, as base64. */
async function readLogs(): Promise<string[]> {
  const root = await navigator.storage.getDirectory()
  const folder = await root.getDirectoryHandle('logs')
  const found: string[] = []
  for await (const handle of (folder as unknown as { values(): AsyncIterable<FileSystemFileHandle> }).values()) {
    const bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer())
    let text = ''
    for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
    found.push(btoa(text))
  }
  return found
}

/** What is in the frames of a log. */
export function linesOf(bytes: Buffer): string[] {
  const lines: string[] = []
  let at = 0
  while (at + 8 <= bytes.length) {
    const body = at + 8 + bytes.readUInt32BE(at)
    const end = body + bytes.readUInt32BE(body - 4)
    if (end > bytes.length) break
    const kept = bytes.subarray(body, end)
    lines.push(...strFromU8(kept[0] === 0x1f ? gunzipSync(kept) : kept).split('\n'))
    at = end
  }
  return lines
}
