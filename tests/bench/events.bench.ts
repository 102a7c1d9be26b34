/**
 * `npm run bench -- events`: appending and reducing the event mix, ours against Redux Toolkit with slices that
 * do the same to the same state. A row is void when the two do not end on the same tables. Also: replay of the
 * encoded log, the cost of the state hash, and bytes per event.
 */
import { execFileSync } from 'node:child_process'
import { gzipSync } from 'node:zlib'
import { configureStore, Tuple } from '@reduxjs/toolkit'
import type { AppEvent } from '#core/events/index.ts'
import { encodeEvents } from '#core/log/codec.ts'
import { exportLines } from '#core/log/export.ts'
import { canonicalJson } from '#core/log/hash.ts'
import { Order } from '#core/log/order.ts'
import { parseLog } from '#core/log/read.ts'
import { replay } from '#core/log/replay.ts'
import { headerOf } from '#core/log/upcast.ts'
import { reduce } from '#core/reducers/root.ts'
import { Store } from '#core/reducers/store.ts'
import { eventMix } from './eventMix.ts'
import { type ToolkitState, toolkitReducer } from './eventsToolkit.ts'

const TABLES = ['job', 'jobOrder', 'list', 'page', 'release', 'setting'] as const

export async function run(args: readonly string[]): Promise<void> {
  const quick = args.includes('--quick')
  const counts = quick ? [20_000] : [100_000, 300_000]
  const rounds = quick ? 2 : 3
  console.log(`events, commit ${commit()}, ${rounds} rounds, node ${process.version}`)
  for (const count of counts) {
    const events = eventMix(count)
    const rows: Record<string, number[]> = { 'Redux Toolkit': [], ours: [], 'ours, with hash every 256': [] }
    let theirs = ''
    let mine = ''
    for (let round = 0; round < rounds; round++) {
      const contenders: [string, () => void][] = [
        [
          'Redux Toolkit',
          () => {
            theirs = tablesOfToolkit(runToolkit(events))
          },
        ],
        [
          'ours',
          () => {
            mine = tablesOf(runOurs(events))
          },
        ],
        [
          'ours, with hash every 256',
          () => {
            runHashed(events)
          },
        ],
      ]
      if (round % 2) contenders.reverse()
      for (const [name, work] of contenders) {
        globalThis.gc?.()
        const started = performance.now()
        work()
        rows[name]?.push(performance.now() - started)
      }
    }
    const base = median(rows['Redux Toolkit'] ?? [])
    console.log(`\n${count.toLocaleString('en')} events; tables ${theirs === mine ? 'equal' : 'DIFFER: rows are void'}`)
    for (const [name, times] of Object.entries(rows)) {
      const ms = median(times)
      console.log(
        `  ${name.padEnd(28)} ${Math.round((count / ms) * 1000)
          .toLocaleString('en')
          .padStart(
            12,
          )} events/s  ${(base / ms).toFixed(1).padStart(6)} x RTK  (${Math.min(...times).toFixed(0)}-${Math.max(...times).toFixed(0)} ms)`,
      )
    }
    await replayRow(events)
  }
}

function runOurs(events: readonly AppEvent[]): Store {
  const store = new Store()
  for (const event of events) reduce(store, event)
  return store
}

function runHashed(events: readonly AppEvent[]): string {
  const order = new Order()
  let last = ''
  events.forEach((event, index) => {
    order.replay(event)
    if (index % 256 === 255) last = order.hash()
  })
  return last
}

function runToolkit(events: readonly AppEvent[]): ToolkitState {
  const store = configureStore({
    reducer: toolkitReducer,
    middleware: () => new Tuple(),
    devTools: false,
  })
  for (const event of events) store.dispatch({ type: event.type, payload: event.payload })
  return store.getState()
}

async function replayRow(events: readonly AppEvent[]): Promise<void> {
  const kept = events.filter((event) => event.seq > 0)
  const head = { first: 1, count: kept.length, lines: '', before: '', state: '' }
  const text = [...exportLines(headerOf('bench', 'bench', 0), [{ head, lines: encodeEvents(kept) }])].join('\n')
  const started = performance.now()
  const parsed = parseLog(text)
  const parse = performance.now() - started
  const again = performance.now()
  replay(parsed)
  const apply = performance.now() - again
  const packed = gzipSync(text).length
  console.log(
    `  replay: ${kept.length.toLocaleString('en')} kept events, parse with schemas ${parse.toFixed(0)} ms, reduce ${apply.toFixed(0)} ms; ${(text.length / kept.length).toFixed(0)} B/event text, ${(packed / kept.length).toFixed(1)} B/event gzip`,
  )
}

function tablesOf(store: Store): string {
  return canonicalJson(
    Object.fromEntries(
      TABLES.map((kind) => [kind, Object.fromEntries([...store.ids(kind)].map((id) => [id, store.get(kind, id)]))]),
    ),
  )
}

function tablesOfToolkit(state: ToolkitState): string {
  return canonicalJson(Object.fromEntries(TABLES.map((kind) => [kind, state[kind]])))
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

function commit(): string {
  return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
}
