/**
 * The state hash: two sums, each modulo 2^32, of the two halves of one hash per entity. A change
 * subtracts what the entity added and adds what it adds now, so the cost of a hash is the cost of
 * what changed. Not cryptographic: it tells two states apart, it does not resist forgery.
 *
 * Mixing: two 32-bit FNV-1a lanes with different offsets and primes, finished with the avalanche of
 * MurmurHash3 (fmix32, Austin Appleby, public domain).
 */
import { KINDS, type Kind, VOLATILE } from '../model/entities.ts'
import type { ReadonlyStore, Store, Touched } from '../reducers/store.ts'
import { PERSONAL } from './personal.ts'

/** Two 32-bit halves of a 64-bit number. */
type Halves = readonly [high: number, low: number]

/** A 64-bit hash of a text as 16 hex digits. */
export function hashText(text: string): string {
  return hex(halves(text))
}

/**
 * JSON with sorted keys, so that equal entities give equal text whatever built them.
 * @param without fields that are left out, inner ones as `claims.email`
 */
export function canonicalJson(value: unknown, without: readonly string[] = []): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`
  const record = value as Readonly<Record<string, unknown>>
  let json = ''
  for (const key of sortedKeys(record)) {
    const held = record[key]
    if (held === undefined || without.includes(key)) continue
    json += `${json === '' ? '' : ','}${quoted(key)}:${canonicalJson(held, within(key, without))}`
  }
  return `{${json}}`
}

const NONE: readonly string[] = []

function within(key: string, fields: readonly string[]): readonly string[] {
  if (fields.length === 0) return NONE
  const start = `${key}.`
  return fields.filter((field) => field.startsWith(start)).map((field) => field.slice(start.length))
}

interface Shape {
  readonly keys: readonly string[]
  readonly sorted: readonly string[]
}

/** So many keys and shapes are remembered; what has more of them than our entities do begins anew. */
const REMEMBERED = 256
const quotedKeys = new Map<string, string>()
/** The last shapes by how many keys they have: entities of a table are built alike, and sorted once. */
const shapes = new Map<number, Shape>()

function sortedKeys(record: object): readonly string[] {
  const keys = Object.keys(record)
  const known = shapes.get(keys.length)
  if (known?.keys.every((key, at) => key === keys[at])) return known.sorted
  const shape = { keys, sorted: [...keys].sort((a, b) => (a < b ? -1 : 1)) }
  if (shapes.size < REMEMBERED) shapes.set(keys.length, shape)
  return shape.sorted
}

function quoted(key: string): string {
  const known = quotedKeys.get(key)
  if (known !== undefined) return known
  const text = JSON.stringify(key)
  if (quotedKeys.size < REMEMBERED) quotedKeys.set(key, text)
  return text
}

/** Keeps the hash of one store. Feed it every touched entity; read it when a segment ends. */
export class StateHash {
  readonly #parts = new Map<string, Halves>()
  #high = 0
  #low = 0

  constructor(store: Store) {
    this.update(store, [...store.all()])
  }

  /** Folds in what these entities are now. */
  update(store: ReadonlyStore, touched: Iterable<Touched>): void {
    for (const { kind, id } of touched) {
      const key = `${kind}\n${id}`
      const before = this.#parts.get(key)
      if (before) this.#add(before, -1)
      const entity = store.get(kind, id)
      if (entity === undefined) {
        this.#parts.delete(key)
        continue
      }
      const part = halves(`${key}\n${canonicalJson(entity, leftOutOf(kind))}`)
      this.#parts.set(key, part)
      this.#add(part, 1)
    }
  }

  /** 16 hex digits. */
  toString(): string {
    return hex([this.#high, this.#low])
  }

  #add([high, low]: Halves, sign: 1 | -1): void {
    this.#high = (this.#high + sign * high) >>> 0
    this.#low = (this.#low + sign * low) >>> 0
  }
}

/** Hash of a whole state, from nothing. */
export function hashState(store: Store): string {
  return new StateHash(store).toString()
}

const LEFT_OUT = new Map<Kind, readonly string[]>(
  KINDS.map((kind) => [kind, [...(VOLATILE[kind] ?? []), ...(PERSONAL[kind] ?? [])]]),
)
const leftOutOf = (kind: Kind): readonly string[] => LEFT_OUT.get(kind) ?? []

function halves(text: string): Halves {
  let a = 0x811c9dc5
  let b = 0x9747b28c
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ code, 0x85ebca6b)
  }
  return [avalanche(a ^ text.length), avalanche(b ^ a)]
}

function avalanche(h: number): number {
  let x = h
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return (x ^ (x >>> 16)) >>> 0
}

function hex([high, low]: Halves): string {
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0')
}
