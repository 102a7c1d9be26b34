// The thread that reads a log for the command, as built: whatever the file, the log is the one that is read without it.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import type { ReadLimits, ReadLog } from '#core/log/reading/log.ts'
import { quiet } from '#tests/replay/quiet.ts'
import { dayLog } from '#tests/support/dayLog.ts'
import { openLog } from '../../scripts/replay/opening/openLog.ts'

const front = pathToFileURL(join(process.cwd(), 'dist', 'server', 'logFront.worker.js'))
const folder = mkdtempSync(join(tmpdir(), 'log-front-'))
afterAll(() => rmSync(folder, { recursive: true }))

const beside = { ...quiet, front }

const packed = dayLog(6000).bytes
const text = gunzipSync(packed).toString()
const lines = text.split('\n')
const spoilt = Buffer.from(packed)
const middle = Math.floor(packed.length / 2)
spoilt.fill(0xff, middle, middle + 40)

let files = 0
function fileOf(bytes: Uint8Array | string): string {
  const file = join(folder, String(files++))
  writeFileSync(file, bytes)
  return file
}

/** What was read, and what somebody who followed was told. */
async function readBy(which: typeof quiet, file: string, limits?: ReadLimits, most?: number) {
  const told: unknown[] = []
  const follower = {
    events: (events: readonly { seq: number }[]) => void told.push(...events.map(({ seq }) => seq)),
    checkpoint: (checkpoint: unknown) => void told.push(checkpoint),
  }
  const log: ReadLog = await openLog(which, file, limits, most, [follower])
  const { header, start, cut, checkpoints, skipped } = log
  return { header, start, cut, checkpoints, skipped, events: [...log.events], line: log.lineOf(300), told }
}

const swapped = (number: number, by: (line: string) => string) =>
  lines.map((line, at) => (at === number - 1 ? by(line) : line)).join('\n')

it('is there', () => expect(existsSync(front)).toBe(true))

it.each<[string, Uint8Array | string, ReadLimits?]>([
  ['packed', packed],
  ['plain', text],
  ['whose end is missing', packed.subarray(0, packed.length - 30)],
  ['that ends within a line', text.slice(0, Math.floor(text.length * 0.7))],
  ['that is spoilt within its packing', spoilt],
  ['that is followed by something else', Buffer.concat([packed, Buffer.from('beside')])],
  ['of which a payload was changed', swapped(700, (line) => line.replace(/\d/, '7'))],
  ['of which an event is no JSON', swapped(900, () => 'nonsense')],
  ['of an unknown vocabulary', swapped(1, (line) => line.replace(/"schemas":"./, '"schemas":"x'))],
  ['of which a line is empty', swapped(1, (line) => `${line}\n`)],
  ['of more text than is read', text, { maxBytes: 1_100_000 }],
  ['of more events than are read', text, { maxEvents: 1000 }],
  ['whose line does not end', `${text}${'x'.repeat(70_000_000)}`],
  ['of an earlier build', readFileSync('tests/replay/log-5f66b7e.jsonl.gz')],
])(
  'a log %s is read as without it',
  async (_, bytes, limits) => {
    const file = fileOf(bytes)
    expect(await readBy(beside, file, limits)).toEqual(await readBy(quiet, file, limits))
    // Seventy megabytes on one line take their time on a busy machine.
  },
  60_000,
)

it('what is no log is refused in the same words, and so is a file that is not there', async () => {
  for (const file of [fileOf('{"a":1}\n'), fileOf(''), fileOf(gzipSync('no')), folder, join(folder, 'nothing')]) {
    const without = await readBy(quiet, file).catch((error: NodeJS.ErrnoException) => error)
    const withIt = await readBy(beside, file).catch((error: NodeJS.ErrnoException) => error)
    expect(without).toBeInstanceOf(Error)
    expect([(withIt as Error).message, (withIt as NodeJS.ErrnoException).code]).toEqual([
      (without as Error).message,
      (without as NodeJS.ErrnoException).code,
    ])
  }
})

it('is left when somebody stops it, and when the memory is full', async () => {
  const long = fileOf(
    gzipSync(
      `${lines[0]?.replace(/"schemas":"./, '"schemas":"x')}\n${'["session.absent",0,"session",0,{}]\n'.repeat(100_000)}`,
    ),
  )
  let looks = 0
  await expect(openLog({ ...beside, isStopped: () => ++looks > 2 }, long)).rejects.toThrow('stopped while reading')
  const { cut } = await openLog(beside, long, {}, 1)
  expect(cut?.reason).toMatch(/^more than this process can hold/)
  // A hundred thousand lines, twice, on a busy machine.
}, 60_000)
