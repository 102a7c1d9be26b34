/**
 * Events in the proportions that recorded visits have (`recorded.json`: 232 logs of the browser tests, kept by
 * `RECORD_LOGS`, from the first page of the gallery on), over pools of payloads that the property tests draw. A page of
 * releases is one of forty, and one event in a thousand, as in a long visit: tests begin a visit again and again.
 * Deterministic from a seed.
 */
import fc from 'fast-check'
import { type AppDraft, type AppEvent, catalogue, definitionOf, type EventType, Source } from '#core/events/index.ts'
import '#core/events/late.ts'
import { payloads } from '#tests/support/histories.ts'
import { numbers, pageOf } from './downloadMix.ts'
import recorded from './recorded.json' with { type: 'json' }

/** How a visit begins and ends; repeated, the tables would be emptied again and again. */
const ONCE: ReadonlySet<string> = new Set([
  'app.opened', 'session.started', 'session.ended', 'session.absent', 'session.signInRequested', 'session.signOutRequested',
  'setting.restored', 'search.recentsRestored', 'recent.restored', 'profile.requested', 'profile.received', 'release.optionsReceived',
]) // biome-ignore format: one list of names
const SAMPLES = 64
const PAGE_SHARE = 0.001
/** Pages of releases before they repeat: some two and a half thousand releases. */
const PAGES = 64

/** @returns `count` kept events, with their places */
export function recordedMix(count: number, seed = 7): AppEvent[] {
  const next = numbers(seed)
  const weights = Object.entries(recorded).filter(([type]) => !ONCE.has(type) && catalogue.get(type)?.durable)
  const pages = weights.find(([type]) => type === 'release.pageReceived')
  if (pages) pages[1] = (weights.reduce((all, [, weight]) => all + weight, 0) - pages[1]) * PAGE_SHARE
  const total = weights.reduce((all, [, weight]) => all + weight, 0)
  const pools = new Map(weights.map(([type]) => [type, poolOf(type as EventType, seed)]))
  const events: AppEvent[] = []
  while (events.length < count) {
    const seq = events.length + 1
    const type = typeAt(weights, next() * total)
    const pool = pools.get(type) ?? []
    const draft = pool[Math.floor(next() * pool.length)] as AppDraft
    const source = definitionOf(draft).kind === 'wish' ? 'person' : sourceOf(type)
    const cause = seq > 3 && next() < 0.5 ? seq - 1 - Math.floor(next() * 3) : null
    events.push({ seq, t: seq * 40, source, cause, ...draft } as AppEvent)
  }
  return events
}

function typeAt(weights: readonly (readonly [string, number])[], roll: number): EventType {
  let left = roll
  for (const [type, weight] of weights) {
    left -= weight
    if (left < 0) return type as EventType
  }
  return weights[0]?.[0] as EventType
}

function poolOf(type: EventType, seed: number): AppDraft[] {
  if (type === 'release.pageReceived') return Array.from({ length: PAGES }, (_, page) => pageOf(page + 1))
  const v = catalogue.get(type)?.v ?? 1
  const samples = fc.sample(payloads[type] as fc.Arbitrary<unknown>, { seed, numRuns: SAMPLES })
  return samples.map((payload) => ({ type, v, payload }) as AppDraft)
}

function sourceOf(type: string): Source {
  const domain = type.slice(0, type.indexOf('.'))
  return (Source.options as readonly string[]).includes(domain) ? (domain as Source) : 'platform'
}
