/**
 * Masks what names people in the lines of a log that leaves this device. The same text has the same mask within one
 * log, so that a replay can still tell whether two are equal; what stands behind a mask is nowhere.
 */
import '../../events/late.ts'
import { catalogue } from '../../events/index.ts'
import { HASH_VERSION, NAMES_SINCE } from '../hash.ts'
import { maskSnapshotLine, maskUnknown } from './entities.ts'
import { NAMING } from './personal.ts'

/** What masks the lines of one log. */
export interface Masking {
  /** A line that is an event. */
  event(line: string): string
  /** A line of a snapshot. */
  entity(line: string): string
}

/**
 * What this build does not know may name people anywhere: of an event of another type or a newer version, and of an
 * entity of another table, every text is masked. Whoever reads it here skips such an event all the same.
 * @param versions those of the log's header, for lines that do not name their own
 * @param stateHash how its states were hashed: what that way did not leave out stays, or the log could not be verified
 */
export function createMasking(versions: Readonly<Record<string, number>> = {}, stateHash = HASH_VERSION): Masking {
  const masks = new Map<string, string>()
  const maskOf = (text: string): string => {
    if (text === '') return text
    const known = masks.get(text) ?? `masked-${masks.size + 1}`
    masks.set(text, known)
    return known
  }
  const event = (line: string) => {
    const { type, v } = named(line, versions)
    const definition = catalogue.get(type)
    if (definition === undefined || v > definition.v) return allMasked(line, maskOf)
    const { personal } = definition
    if (!personal || (stateHash < NAMES_SINCE && NAMING.test(type))) return line
    const read = JSON.parse(line) as { payload?: unknown } | unknown[]
    const payload = Array.isArray(read) ? read[4] : read.payload
    for (const path of personal) mask(payload, path.split('.'), maskOf)
    return JSON.stringify(read)
  }
  return { event, entity: (line) => maskSnapshotLine(line, maskOf, stateHash) }
}

/** A line of version 2 begins with its type, and the header says of which version it is; the others are read for both. */
function named(line: string, versions: Readonly<Record<string, number>>): { type: string; v: number } {
  if (line.startsWith('["')) {
    const end = line.indexOf('"', 2)
    // No type of ours holds a sign that has to be escaped; one that nobody knows may.
    const type = line.slice(2, end).includes('\\') ? String((JSON.parse(line) as unknown[])[0]) : line.slice(2, end)
    return { type, v: Object.hasOwn(versions, type) ? (versions[type] ?? 1) : 1 }
  }
  const { type = '', v = 1 } = JSON.parse(line) as { type?: string; v?: number }
  return { type, v }
}

/** Place and type of an event stay. */
function allMasked(line: string, maskOf: (text: string) => string): string {
  const read = JSON.parse(line) as { payload?: unknown } | unknown[]
  if (Array.isArray(read)) read[4] = maskUnknown(read[4], maskOf)
  else read.payload = maskUnknown(read.payload, maskOf)
  return JSON.stringify(read)
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
