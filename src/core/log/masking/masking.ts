/**
 * Masks what names people in the lines of a log that leaves this device. The same text has the same mask within one
 * log, so that a replay can still tell whether two are equal; what stands behind a mask is nowhere.
 */
import '../../events/late.ts'
import { catalogue } from '../../events/index.ts'
import { maskSnapshotLine } from './entities.ts'

/** What masks the lines of one log. */
export interface Masking {
  /** A line that is an event. */
  event(line: string): string
  /** A line of a snapshot. */
  entity(line: string): string
}

export function createMasking(): Masking {
  const masks = new Map<string, string>()
  const maskOf = (text: string): string => {
    if (text === '') return text
    const known = masks.get(text) ?? `masked-${masks.size + 1}`
    masks.set(text, known)
    return known
  }
  const event = (line: string) => {
    const type = typeOf(line)
    const personal = catalogue.get(type)?.personal
    if (!personal) return line
    const read = JSON.parse(line) as { payload?: unknown } | unknown[]
    const payload = Array.isArray(read) ? read[4] : read.payload
    for (const path of personal) mask(payload, path.split('.'), maskOf)
    return JSON.stringify(read)
  }
  return { event, entity: (line) => maskSnapshotLine(line, maskOf) }
}

/** A line of version 2 begins with its type; the others are read for it. */
function typeOf(line: string): string {
  if (line.startsWith('["')) return line.slice(2, line.indexOf('"', 2))
  return (JSON.parse(line) as { type?: string }).type ?? ''
}

function mask(holder: unknown, [name, ...rest]: readonly string[], maskOf: (text: string) => string): void {
  if (name === undefined || typeof holder !== 'object' || holder === null) return
  if (Array.isArray(holder)) {
    for (const one of holder) mask(one, [name, ...rest], maskOf)
    return
  }
  const record = holder as Record<string, unknown>
  const held = record[name]
  if (rest.length > 0) mask(held, rest, maskOf)
  else if (Array.isArray(held)) record[name] = held.map((one) => (typeof one === 'string' ? maskOf(one) : one))
  else if (typeof held === 'string') record[name] = maskOf(held)
}
