/**
 * Old events in the words of today. Nothing that was written is rewritten: whoever reads a log passes each event
 * through here, one version up at a time. An event that changes its version needs its step here (`upcast.test.ts`).
 */
import type { LogHeader } from '../contracts/log.ts'
import { catalogue } from '../events/index.ts'
import '../events/late.ts'
import { SHAPES } from '../events/shapes.ts'
import { HASH_VERSION } from './hash.ts'
import { hashText } from './textHash.ts'

type Payload = Readonly<Record<string, unknown>>
/** `[n - 1]` makes a payload of version n one of version n + 1. Never mutates what it is given. */
type Steps = readonly ((payload: Payload) => Payload)[]

export const UPCASTS: ReadonlyMap<string, Steps> = new Map([
  [
    'release.optionsReceived',
    [(payload: Payload) => ({ ...payload, genres: [], packages: [], markets: [], versions: [], releaseTypes: [] })],
  ],
])

/**
 * A payload of an older version as one of this build's.
 * @param type one of the catalogue
 * @returns null when there is no way up from there
 */
export function upcast(type: string, v: number, payload: unknown, to: number, steps = UPCASTS.get(type)): unknown {
  let held = payload
  for (let version = v; version < to; version++) {
    const step = steps?.[version - 1]
    if (!step || typeof held !== 'object' || held === null) return null
    held = step(held as Payload)
  }
  return held
}

let digest = ''

/**
 * Digest of the vocabulary of this build: types, their versions and shapes, and how a state is hashed. A log that names it
 * was written with the same; any other is parsed, event by event.
 * @param shapes digest of the shapes. Default: those of this build
 */
export function schemasDigest(shapes = SHAPES): string {
  if (digest && shapes === SHAPES) return digest
  const made = hashText(
    [...catalogue.values()]
      .map(({ type, v }) => `${type} ${v}`)
      .sort((a, b) => (a < b ? -1 : 1))
      .concat(`shapes ${shapes}`, `state hash ${HASH_VERSION}`)
      .join('\n'),
  )
  if (shapes === SHAPES) digest = made
  return made
}

/** The head of a log that begins now. @param startedAt wall clock, ms */
export function headerOf(logId: string, build: string, startedAt: number): LogHeader {
  const beyond = [...catalogue.values()].filter(({ v }) => v !== 1)
  const versions = Object.fromEntries(beyond.map(({ type, v }) => [type, v]))
  return {
    format: 'evlog',
    version: 2,
    logId,
    build,
    startedAt,
    schemas: schemasDigest(),
    versions,
    stateHash: HASH_VERSION,
  }
}
