/**
 * Masks what names people in the lines of a log that leaves this device. The same text has the same mask within one
 * log, so that a replay can still tell whether two are equal; what stands behind a mask is nowhere.
 */
import '../events/late.ts'
import { catalogue } from '../events/index.ts'

/** @returns what masks one line after the other, of one log */
export function createMasking(): (line: string) => string {
  const masks = new Map<string, string>()
  const maskOf = (text: string): string => {
    if (text === '') return text
    const known = masks.get(text) ?? `masked-${masks.size + 1}`
    masks.set(text, known)
    return known
  }
  return (line) => {
    const type = typeOf(line)
    const personal = catalogue.get(type)?.personal
    if (!personal) return line
    const event = JSON.parse(line) as { payload?: unknown } | unknown[]
    const payload = Array.isArray(event) ? event[4] : event.payload
    for (const path of personal) mask(payload, path.split('.'), maskOf)
    return JSON.stringify(event)
  }
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
