/** The rows of the events benchmark. Each runs in a process of its own, so that none inherits another's heap. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { AppEvent } from '#core/events/index.ts'
import { encodeEvents, encodeFrame } from '#core/log/codec.ts'
import { exportLines } from '#core/log/export.ts'
import { bisect } from '#core/log/finding/bisect.ts'
import { minimise } from '#core/log/finding/minimise.ts'
import { FirstPass } from '#core/log/firstPass.ts'
import { Order } from '#core/log/order.ts'
import { Timeline } from '#core/log/timeline.ts'
import { headerOf } from '#core/log/upcast.ts'
import { reduce } from '#core/reducers/root.ts'
import { type ReadonlyStore, Store } from '#core/reducers/store.ts'
import { writeUtf8 } from '#workers/engines/log/writing.ts'
import { openLog } from '../../../scripts/replay/opening/openLog.ts'
import { quiet } from '../../replay/quiet.ts'
import { runOurs, runToolkit } from './contenders.ts'
import { downloadMix, numbers } from './downloadMix.ts'
import { recordedMix } from './recordedMix.ts'

const SEGMENT = 256
const header = headerOf('bench', 'bench', 0)
const since = (started: number) => performance.now() - started

/** What a row answers: figures by name. */
export type Figures = Readonly<Record<string, number>>

export const rows: Readonly<Record<string, (count: number) => Figures | Promise<Figures>>> = {
  ours(count) {
    const events = downloadMix(count)
    const started = performance.now()
    const { told } = runOurs(events)
    return { ms: since(started), told }
  },
  toolkit(count) {
    const events = downloadMix(count)
    const started = performance.now()
    const { told } = runToolkit(events)
    return { ms: since(started), told }
  },
  /** What an event costs before it is on its way to the disk, and what the log worker does with it. */
  kept(count) {
    const events = recordedMix(count)
    const order = new Order()
    const hash = timer()
    const encode = timer()
    let frameMs = 0
    let before = ''
    for (const part of segmentsOf(events)) {
      for (const event of part) order.replay(event)
      const state = hash(() => order.hash())
      const lines = encode(() => encodeEvents(part))
      const started = performance.now()
      before = encodeFrame({ first: part[0]?.seq ?? 0, count: part.length, lines, state }, before, writeUtf8).hash
      frameMs += since(started)
    }
    return { hashMs: hash.ms, encodeMs: encode.ms, frameMs }
  },
  /** As the command does it: from the file on, unpacked and replayed as it is read. */
  async replay(count) {
    const { packed, textBytes, hashedMs } = logOf(recordedMix(count))
    const folder = mkdtempSync(join(tmpdir(), 'replay-row-'))
    const file = join(folder, 'log.jsonl.gz')
    writeFileSync(file, packed)
    globalThis.gc?.()
    const started = performance.now()
    const passed = new FirstPass()
    const log = await openLog(beside, file, undefined, undefined, [passed])
    const timeline = new Timeline(log, { passed })
    const verdict = finish(timeline.prepare())
    const ms = since(started)
    rmSync(folder, { recursive: true })
    if (log.cut || verdict.difference || log.events.length !== count) throw new Error('the log did not verify')
    const next = numbers(3)
    const seeks = Array.from({ length: 200 }, () => {
      const seq = Math.floor(next() * count)
      const begun = performance.now()
      timeline.seek(seq)
      return since(begun)
    }).sort((a, b) => a - b)
    return {
      ms,
      seekP50: seeks[100] ?? 0,
      seekP95: seeks[190] ?? 0,
      packedBytes: packed.length,
      textBytes,
      hashedMs,
    }
  },
  /** The first bad event, planted at four fifths, against replaying without looking. */
  bisect(count) {
    const events = recordedMix(count)
    const log = readOf(events)
    const planted = Math.floor(count * 0.8)
    const broken = (state: Store, event: AppEvent) => {
      reduce(state, event)
      if (event.seq === planted) state.patch('downloadServer', 'self', { retryAt: -1 })
    }
    const plain = performance.now()
    const store = new Store()
    for (const event of events) broken(store, event)
    const plainMs = since(plain)
    const timeline = new Timeline(log, { reduce: broken })
    const started = performance.now()
    const found = finish(bisect(timeline, (state) => state.single('downloadServer').retryAt === -1))
    const ms = since(started)
    if (found.seq !== planted) throw new Error(`found ${found.seq}, planted ${planted}`)
    return { ms, plainMs }
  },
  /** Down to the handful that does the damage, in a state in which much depends on much: two certain jobs failed. */
  minimise(count) {
    const events = downloadMix(count * 3)
      .filter(({ seq }) => seq > 0)
      .slice(0, count)
    const damaged = (state: Store) => ['job-5', 'job-7'].every((id) => state.get('job', id)?.status === 'failed')
    const broken = (state: Store, event: AppEvent) => {
      reduce(state, event)
      if (event.seq > count * 0.9 && damaged(state)) state.patch('downloadServer', 'self', { retryAt: -1 })
    }
    const isBad = (state: ReadonlyStore) => state.single('downloadServer').retryAt === -1
    const timeline = new Timeline(readOf(events), { reduce: broken })
    const { seq } = finish(bisect(timeline, isBad))
    const started = performance.now()
    const least = finish(minimise(timeline, seq ?? 0, isBad, broken))
    const ms = since(started)
    if (!least || least.events.length > 8) throw new Error(`${least?.events.length} events are left`)
    return { ms, left: least.events.length }
  },
}

const beside = {
  ...quiet,
  front: pathToFileURL(join(process.cwd(), 'dist', 'server', 'logFront.worker.js')),
}

function* segmentsOf(events: readonly AppEvent[]): Generator<readonly AppEvent[]> {
  for (let at = 0; at < events.length; at += SEGMENT) yield events.slice(at, at + SEGMENT)
}

function* framesOf(events: readonly AppEvent[]) {
  const order = new Order()
  for (const part of segmentsOf(events)) {
    for (const event of part) order.replay(event)
    const head = { first: part[0]?.seq ?? 0, count: part.length, lines: '', before: '', state: order.hash() }
    yield { head, lines: encodeEvents(part) }
  }
}

/** A log of these events as the product exports it, gzip. */
export const packedLog = (events: readonly AppEvent[]): Uint8Array => logOf(events).packed

function logOf(events: readonly AppEvent[]): { packed: Uint8Array; textBytes: number; hashedMs: number } {
  const started = performance.now()
  const parts: Buffer[] = []
  let lines: string[] = []
  for (const line of exportLines(header, framesOf(events))) {
    lines.push(line)
    if (lines.length < 5000) continue
    parts.push(Buffer.from(`${lines.join('\n')}\n`))
    lines = []
  }
  parts.push(Buffer.from(`${lines.join('\n')}\n`))
  const text = Buffer.concat(parts)
  const hashedMs = since(started)
  return { packed: gzipSync(text, { level: 6 }), textBytes: text.length, hashedMs }
}

function readOf(events: readonly AppEvent[]) {
  const lineOf = (seq: number) => seq + 1
  return { header, start: 0, startT: 0, base: null, events, checkpoints: [], skipped: new Map(), cut: null, lineOf }
}

function finish<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

function timer() {
  const time = <T>(work: () => T): T => {
    const started = performance.now()
    const done = work()
    time.ms += since(started)
    return done
  }
  time.ms = 0
  return time
}
