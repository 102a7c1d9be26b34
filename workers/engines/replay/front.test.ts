// A log that is read by a thread beside the one that replays it is the one that is read without it.
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, it, vi } from 'vitest'
import type { FrontWord } from '#core/log/reading/words.ts'
import { schemasDigest } from '#core/log/upcast.ts'
import { dayLog } from '#tests/support/dayLog.ts'
import { Front, frontThread, type Heard, type ToFront } from './front.ts'
import { type Reading, readFile } from './reading.ts'
import { Stopped } from './turns.ts'

const packed = new Uint8Array(dayLog(6000).bytes)
const text = gunzipSync(packed).toString()
const lines = text.split('\n')
const spoilt = packed.slice()
spoilt.fill(0xff, packed.length / 2, packed.length / 2 + 40)

/** Both its ends, with real ports between them: what is passed on is gone where it was. */
function joined(): { front: Front; words: () => number } {
  const { port1, port2 } = new MessageChannel()
  let words = 0
  const front = new Front((message) => port1.postMessage(message))
  port1.onmessage = ({ data }: MessageEvent<Heard>) => {
    words++
    front.hear(data)
  }
  const take = frontThread((heard) => port2.postMessage(heard, heard.passed))
  port2.onmessage = ({ data }: MessageEvent<ToFront>) => take(data)
  for (const port of [port1, port2] as unknown as { unref(): void }[]) port.unref()
  return { front, words: () => words }
}

const reading = (fields: Partial<Reading> = {}): Reading => ({
  turns: { now: () => performance.now(), rest: () => new Promise((resolve) => setImmediate(resolve)) },
  isOver: () => false,
  told: () => {},
  followers: [],
  ...fields,
})

/** What was read, and what somebody who followed was told. */
async function readBy(front: Front | null, bytes: Uint8Array<ArrayBuffer> | string) {
  const followed: number[] = []
  const follower = {
    events: (events: readonly { seq: number }[]) => void followed.push(...events.map(({ seq }) => seq)),
  }
  const log = await readFile(new Blob([bytes]), reading({ followers: [follower] }), front)
  const { header, start, cut, checkpoints, skipped } = log
  return { header, start, cut, checkpoints, skipped, events: [...log.events], line: log.lineOf(300), followed }
}

const swapped = (number: number, by: (line: string) => string) =>
  lines.map((line, at) => (at === number - 1 ? by(line) : line)).join('\n')

it.each<[string, Uint8Array<ArrayBuffer> | string]>([
  ['packed', packed],
  ['plain', text],
  ['whose end is missing', packed.slice(0, packed.length - 30)],
  ['that is spoilt within its packing', spoilt],
  ['of which a payload was changed', swapped(700, (line) => line.replace(/\d/, '7'))],
  ['of which an event is no JSON', swapped(900, () => 'nonsense')],
  ['with a name that is none in one of its payloads', swapped(500, (line) => line.replace(/\{/, '{"__proto__":{},'))],
  ['of an unknown vocabulary', swapped(1, (line) => line.replace(/"schemas":"./, '"schemas":"x'))],
])('a log %s is read as without it', async (_, bytes) => {
  const { front } = joined()
  expect(await readBy(front, bytes)).toEqual(await readBy(null, bytes))
})

it('says at the end how much of the file was read: all of it', async () => {
  const file = new Blob([packed])
  const words: FrontWord[] = []
  const take = frontThread(({ word }) => {
    words.push(word)
    take({ round: 1, more: true })
  })
  take({ schemas: schemasDigest(), maxBytes: 1 << 30, file, round: 1 })
  await vi.waitFor(() => expect(words.at(-1)?.isLast).toBe(true), 10_000)
  expect(words.at(-1)?.packed).toBe(file.size)
})

it('what is no log is refused in the same words', async () => {
  const { front } = joined()
  for (const bytes of ['{"a":1}\n', '', new Uint8Array(gzipSync('no'))])
    await expect(readBy(front, bytes)).rejects.toThrow('line 1')
})

it('is told to stop with who asked, and reads the next file', async () => {
  const { front, words } = joined()
  // Ten words at least, of which three come ahead.
  const long = `${lines[0]?.replace(/"schemas":"./, '"schemas":"x')}\n${'["session.absent",0,"session",0,{}]\n'.repeat(20_000)}`
  await expect(readFile(new Blob([long]), reading({ isOver: () => true }), front)).rejects.toThrow(Stopped)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(words()).toBeLessThan(6)
  expect((await readBy(front, packed)).events).toHaveLength(6000)
})

it('fails with whoever reads when the thread does', async () => {
  const failing = new Front(() =>
    queueMicrotask(() =>
      failing.hear({
        round: 1,
        word: { found: [], packed: 0, isLast: true, failed: { message: 'gone', code: undefined } },
        passed: [],
      }),
    ),
  )
  await expect(readBy(failing, packed)).rejects.toThrow('gone')
})

it('a file that is opened before the first word of another came ends the wait for it', async () => {
  const front = new Front(() => {})
  const first = readFile(new Blob([packed]), reading(), front)
  void readFile(new Blob([packed]), reading(), front).catch(() => {})
  await expect(first).rejects.toThrow('stopped')
})
