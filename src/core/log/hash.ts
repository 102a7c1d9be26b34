/**
 * The state hash: two sums, each modulo 2^32, of the two halves of one hash per entity. A change
 * subtracts what the entity added and adds what it adds now, so the cost of a hash is the cost of
 * what changed. Not cryptographic: it tells two states apart, it does not resist forgery.
 *
 * Mixing: two 32-bit FNV-1a lanes with different offsets and primes, finished with the avalanche of
 * MurmurHash3 (fmix32, Austin Appleby, public domain).
 */
import type { LogHeader } from '../contracts/log.ts'
import { KINDS, type Kind, VOLATILE } from '../model/entities.ts'
import type { ReadonlyStore, Store, Touched } from '../reducers/store.ts'
import { NAMES, PERSONAL } from './masking/personal.ts'
import { avalanche, type Halves, hex } from './textHash.ts'

/**
 * Raised when equal states get another hash than before. A log says in its header how its states were hashed, and is
 * compared in that way. The first is known no more; the third leaves out how files are named.
 */
export const HASH_VERSION = 3
/** From this way on names of files are personal (`NAMES`). */
export const NAMES_SINCE = 3

/** How the states of a log were hashed; in none but ours of this build where a later one wrote it. */
export const hashVersionOf = ({ stateHash = 2 }: LogHeader): number => Math.min(stateHash, HASH_VERSION)

/** JSON with sorted keys, so that equal entities give equal text whatever built them. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`
  const record = value as Readonly<Record<string, unknown>>
  let json = ''
  for (const key of sortedKeys(record)) {
    const held = record[key]
    if (held === undefined) continue
    json += `${json === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(held)}`
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

/** Keeps the hash of one store. Feed it every touched entity; read it when a segment ends. */
export class StateHash {
  readonly #parts = new Map<string, Halves>()
  readonly #leftOut: ReadonlyMap<Kind, readonly string[]>
  #high = 0
  #low = 0

  /** @param version one of `hashVersionOf`. Default: that of this build */
  constructor(store: Store, version = HASH_VERSION) {
    this.#leftOut = version < NAMES_SINCE ? LEFT_OUT_BEFORE : LEFT_OUT
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
      const part = partOf(key, entity, this.#leftOut.get(kind) ?? NONE)
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

/** Hash of a whole state, from nothing. @param version as that of a `StateHash` */
export function hashState(store: Store, version = HASH_VERSION): string {
  return new StateHash(store, version).toString()
}

const LEFT_OUT = new Map<Kind, readonly string[]>(
  KINDS.map((kind) => [kind, [...(VOLATILE[kind] ?? []), ...(PERSONAL[kind] ?? [])]]),
)
const LEFT_OUT_BEFORE = new Map<Kind, readonly string[]>(
  [...LEFT_OUT].map(([kind, fields]) => [
    kind,
    fields.filter((field) => !(NAMES[kind] as typeof fields)?.includes(field)),
  ]),
)

/** The lanes while an entity is gone through. */
let one = 0
let two = 0

/** What an entity adds to the state hash: its name, then its values in the order of their sorted names. */
function partOf(key: string, entity: unknown, without: readonly string[]): Halves {
  one = 0x811c9dc5
  two = 0x9747b28c
  mixText(key)
  mixValue(entity, without)
  return [avalanche(one), avalanche(two ^ one)]
}

function mix(code: number): void {
  one = Math.imul(one ^ code, 0x01000193)
  two = Math.imul(two ^ code, 0x85ebca6b)
  two ^= two >>> 15
}

/** Its length goes first, so that two texts are never taken for another two. */
function mixText(text: string): void {
  let a = Math.imul(one ^ text.length, 0x01000193)
  let b = Math.imul(two ^ (text.length + 0x1b), 0x85ebca6b)
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ code, 0x85ebca6b)
    b ^= b >>> 15
  }
  one = a
  two = b
}

// What kind of value follows: `1`, `"1"` and `[1]` are three.
const NULL = 0x11
const FALSE = 0x12
const TRUE = 0x13
const INTEGER = 0x14
const FRACTION = 0x15
const TEXT = 0x16
const LIST = 0x17
const OBJECT = 0x18
const fraction = new Float64Array(1)
const bits = new Uint32Array(fraction.buffer)

/** JSON values alone; a field that is undefined is not there. @param without fields that are left out, inner ones as `claims.email` */
function mixValue(value: unknown, without: readonly string[]): void {
  if (typeof value === 'string') {
    mix(TEXT)
    return mixText(value)
  }
  if (typeof value === 'number') {
    // Also -0, which JSON does not know.
    if (value === (value | 0)) {
      mix(INTEGER)
      return mix(value | 0)
    }
    fraction[0] = value
    mix(FRACTION)
    mix(bits[0] as number)
    return mix(bits[1] as number)
  }
  if (typeof value === 'boolean') return mix(value ? TRUE : FALSE)
  if (value === null || value === undefined) return mix(NULL)
  if (Array.isArray(value)) {
    mix(LIST)
    mix(value.length)
    for (let at = 0; at < value.length; at++) mixValue(value[at], NONE)
    return
  }
  mix(OBJECT)
  const record = value as Readonly<Record<string, unknown>>
  const keys = sortedKeys(record)
  let count = 0
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] as string
    const held = record[key]
    if (held === undefined || (without.length > 0 && without.includes(key))) continue
    count++
    mixText(key)
    mixValue(held, without.length > 0 ? within(key, without) : NONE)
  }
  mix(count)
}
