// One event out of one line of a log, of version 1 (an object) or 2 (an array).
import '../events/late.ts'
import * as z from 'zod/mini'
import {
  type AppDraft,
  type AppEvent,
  catalogue,
  type Draft,
  definitionOf,
  EventError,
  LogPositionShape,
  parseDraft,
  Source,
} from '../events/index.ts'
import { later } from '../model/later.ts'
import { upcast } from './upcast.ts'

export interface ReadEvent {
  readonly event: AppEvent
  /** Why it cannot be applied; null when it can. */
  readonly skipped: string | null
}

/** An unknown type is shown up to here. */
const TYPE_SHOWN = 80
let sources: ReadonlyMap<unknown, Source> | null = null
/** One of those this build knows, as text that is not made anew for each event. */
const sourceOf = (said: unknown): Source | undefined => {
  sources ??= new Map(Source.options.map((source) => [source, source]))
  return sources.get(said)
}

/**
 * @param value `[type, ms since before, source, how far back the cause stands or 0, payload]`
 * @param before time of the event before in its segment, ms; 0 for the first
 * @param trusted it was parsed when it was written, and is what was written
 * @param isForeign another build wrote it, which may know sources and fields that this one does not
 * @throws EventError saying what is wrong
 */
export function eventOfArray(
  value: unknown,
  seq: number,
  before: number,
  versions: Readonly<Record<string, number>> | undefined,
  trusted: boolean,
  isForeign = false,
): ReadEvent {
  if (!Array.isArray(value) || value.length !== 5) throw new EventError('an event is [type, ms, source, back, payload]')
  const type: unknown = value[0]
  const passed: unknown = value[1]
  const by: unknown = value[2]
  const back: unknown = value[3]
  const payload: unknown = value[4]
  const source = sourceOf(by)
  if (typeof type !== 'string' || !isCount(passed) || !isCount(back) || back > seq)
    throw new EventError('an event is [type, ms, source, back, payload]')
  const t = before + passed
  if (!Number.isSafeInteger(t)) throw new EventError(`time ${t} ms: no log is so long`)
  const cause = back === 0 ? null : seq - back
  if (source === undefined)
    return bySomebody(by, isForeign, { seq, t, cause }, type, ownVersion(versions, type), payload)
  const definition = catalogue.get(type)
  if (trusted && definition) {
    const event = { seq, t, source, cause, type: definition.type, v: definition.v, payload } as AppEvent
    return { event, skipped: null }
  }
  return parsed({ seq, t, source, cause }, type, ownVersion(versions, type), payload, isForeign)
}

/** What a source is called: a newer build may have one more. */
const SOURCE = /^[a-zA-Z][\w.-]{0,39}$/

/** An event that a source reported which this build does not know: what it says is nothing this build could apply. */
function bySomebody(
  by: unknown,
  isForeign: boolean,
  place: Omit<Place, 'source'>,
  type: string,
  v: number,
  payload: unknown,
): ReadEvent {
  if (!isForeign || typeof by !== 'string' || !SOURCE.test(by))
    throw new EventError(`unknown source ${JSON.stringify(by).slice(0, TYPE_SHOWN)}`)
  const event = { ...place, source: by, type: type.slice(0, TYPE_SHOWN), v, payload } as unknown as AppEvent
  return { event, skipped: `unknown source ${by}` }
}

/** @throws EventError saying what is wrong */
export function eventOfObject(value: unknown, seq: number): ReadEvent {
  const place = z.safeParse(LogPositionShape, value)
  const frame = z.safeParse(Written, value)
  if (!place.success || !frame.success) throw new EventError('an event of a log needs seq, t, source and cause')
  if (place.data.seq !== seq) throw new EventError(`sequence number ${place.data.seq} follows ${seq - 1}`)
  return parsed(place.data, frame.data.type, frame.data.v, frame.data.payload)
}

const Written = later(() => z.object({ type: z.string(), v: z.int(), payload: z.unknown() }))
type Place = z.infer<typeof LogPositionShape>

function parsed(place: Place, type: string, v: number, payload: unknown, isForeign = false): ReadEvent {
  const definition = catalogue.get(type)
  const asWritten = { ...place, type: type.slice(0, TYPE_SHOWN), v, payload } as unknown as AppEvent
  if (!definition) return { event: asWritten, skipped: 'unknown type' }
  if (v > definition.v) return { event: asWritten, skipped: `version ${v}, this build knows ${definition.v}` }
  if (!definition.durable) throw new EventError(`event ${type} is never kept`)
  const now = v === definition.v ? payload : upcast(type, v, payload, definition.v)
  if (now === null) return { event: asWritten, skipped: `version ${v}, from which no way leads to ${definition.v}` }
  const read = isForeign ? ofToday : parseDraft
  return { event: { ...place, ...read({ type, v: definition.v, payload: now }) } as AppEvent, skipped: null }
}

/**
 * As `parseDraft`, of another build: a field that is there beside those of this build is left out, as it is within what a
 * field holds.
 * @throws EventError saying what is wrong
 */
function ofToday(draft: Draft): AppDraft {
  try {
    return parseDraft(draft)
  } catch (error) {
    const read = z.safeParse(definitionOf(draft).schema, draft.payload)
    const beyond = (read.error?.issues ?? []).flatMap((issue) =>
      issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : [],
    )
    // That is no field of any build.
    if (beyond.length === 0 || beyond.includes('__proto__')) throw error
    const left = Object.entries(draft.payload as object).filter(([key]) => !beyond.includes(key))
    return parseDraft({ ...draft, payload: Object.fromEntries(left) })
  }
}

function ownVersion(versions: Readonly<Record<string, number>> | undefined, type: string): number {
  return versions && Object.hasOwn(versions, type) ? (versions[type] ?? 1) : 1
}

/**
 * The events of a segment that this very build wrote, from the arrays its lines are.
 * @param first sequence number of the first
 * @returns null when one of them is none, at no time a number can tell, or of a type this build does not know
 */
export function eventsOfArrays(values: unknown, first: number): AppEvent[] | null {
  if (!Array.isArray(values)) return null
  const events: AppEvent[] = []
  let t = 0
  for (let at = 0; at < values.length; at++) {
    const value: unknown = values[at]
    if (!Array.isArray(value) || value.length !== 5) return null
    const definition = catalogue.get(value[0] as string)
    const source = sourceOf(value[2])
    const back: unknown = value[3]
    const seq = first + at
    if (!definition || source === undefined || !isCount(value[1]) || !isCount(back) || back > seq) return null
    t += value[1]
    const cause = back === 0 ? null : seq - back
    const payload: unknown = value[4]
    events.push({ seq, t, source, cause, type: definition.type, v: definition.v, payload } as AppEvent)
  }
  return Number.isSafeInteger(t) ? events : null
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

/** A line that this build wrote as its event. @throws EventError saying what is wrong */
export function eventOfLine(line: string, seq: number, before: number): ReadEvent {
  const value: unknown = JSON.parse(line)
  return eventOfArray(value, seq, before, undefined, true)
}
