/**
 * The front of a reader: cuts the bytes of a log into lines and, where its chain allows that, into whole segments that
 * are exactly what this build wrote. It makes no events, so that it can work in a thread of its own.
 */
import { strFromU8 } from 'fflate'
import * as z from 'zod/mini'
import { later } from '../../model/later.ts'
import { LogHeaderShape } from '../codec.ts'
import { hashText, hashUtf8 } from '../textHash.ts'
import { isTooDeepUtf8 } from './depth.ts'
import { Lines, textOf } from './lines.ts'

/** A hash is 16 digits; what is said of one is kept for each segment. */
const HASH_MAX = 64
export const CheckpointLine = later(() =>
  z.strictObject({
    checkpoint: z.int(),
    state: z.string().check(z.maxLength(HASH_MAX)),
    chain: z.optional(z.string().check(z.maxLength(HASH_MAX))),
  }),
)
export type CheckpointLine = z.infer<typeof CheckpointLine>

const SnapshotLine = later(() =>
  z.strictObject({ snapshot: z.int().check(z.nonnegative()), t: z.int().check(z.nonnegative()) }),
)
/** The head of a snapshot: the event after which the state was so, and when that came, ms. */
export type SnapshotLine = z.infer<typeof SnapshotLine>

/** A segment whose link in the chain is right, if the chain before it is. */
export interface WholeSegment {
  /** Its lines as one JSON array, UTF-8. */
  readonly array: Uint8Array
  /** The same as text, fit to be taken whole; null: nobody made it yet. */
  readonly text: string | null
  /** Where each of them ends, counted in bytes from behind the bracket. */
  readonly ends: Uint32Array
  /** The line behind them, and what it says. */
  readonly line: string
  readonly checkpoint: CheckpointLine
  /** The links before it and of it. */
  readonly before: string
  readonly chain: string
}

/** Who is handed what the front found, in its order. */
export interface Behind {
  segment(segment: WholeSegment): void
  line(line: string): void
  /** The log ends before its next line, for this reason. */
  cut(reason: string): void
  /** True when nothing more is to be taken. */
  readonly isCut: boolean
}

const OPEN = 0x5b
const COMMA = 0x2c
const CLOSE = 0x5d

export class LogFront {
  readonly #behind: Behind
  readonly #schemas: string
  readonly #maxBytes: number
  readonly #decodes: boolean
  readonly #lines = new Lines({
    mayBeWhole: () => this.#isOurs === true && !this.#isWithin && !this.#behind.isCut,
    takeWhole: (lines, ends, line) => this.#takeWhole(lines, ends, line),
    takeLine: (line) => this.#takeLine(line),
    endless: () => this.#behind.cut('a line that does not end'),
    isCut: () => this.#behind.isCut,
  })
  #bytes = 0
  /** Line 1 said that the log is of this vocabulary; null: no line came yet. */
  #isOurs: boolean | null = null
  /** Lines of a segment were handed over one by one, and its checkpoint did not come yet. */
  #isWithin = false
  #chain = ''

  /**
   * @param schemas digest of the vocabulary whose segments may be taken whole
   * @param maxBytes of text
   * @param decodes segments as well, for whoever has less time for that
   */
  constructor(behind: Behind, schemas: string, maxBytes: number, decodes = false) {
    this.#behind = behind
    this.#schemas = schemas
    this.#maxBytes = maxBytes
    this.#decodes = decodes
  }

  /** Bytes of text that came. */
  get bytes(): number {
    return this.#bytes
  }

  push(bytes: Uint8Array): void {
    if (this.#behind.isCut) return
    this.#bytes += bytes.length
    if (this.#bytes <= this.#maxBytes) return this.#lines.push(bytes)
    this.#lines.end(false)
    this.#behind.cut(`more than ${this.#maxBytes} bytes of text`)
  }

  /** What was found is left to whoever has it, and the memory it is in. */
  part(): void {
    this.#lines.part()
  }

  /** The file is over. @param torn why nothing more comes, when that is not its end */
  end(torn?: string): void {
    if (this.#behind.isCut) return
    this.#lines.end(torn === undefined)
    if (torn !== undefined) this.#behind.cut(torn)
  }

  /** @returns false when it has to be looked at line by line; nothing is taken then */
  #takeWhole(lines: Uint8Array, ends: readonly number[], line: string): boolean {
    const checkpoint = checkpointOf(line)
    const chain = checkpoint?.chain
    if (!checkpoint || chain === undefined) return false
    const before = this.#chain
    if (hashUtf8(`${before}\n`, lines, `\n${checkpoint.state}`) !== chain) return false
    // Looked at here, as that costs whoever waits for the events nothing.
    if (isTooDeepUtf8(lines)) return false
    const array = arrayOf(lines, ends)
    const text = this.#decodes ? wholeText(array) : null
    this.#chain = chain
    this.#behind.segment({ array, text, ends: Uint32Array.from(ends), line, checkpoint, before, chain })
    return true
  }

  #takeLine(line: string): void {
    if (this.#isOurs === null) {
      const header = z.safeParse(LogHeaderShape, jsonOf(line))
      this.#isOurs = header.success && header.data.schemas === this.#schemas
      this.#chain = hashText(line)
    } else if (line.startsWith('{"checkpoint"')) {
      this.#isWithin = false
      // What it claims is verified by whoever takes the lines: if it is wrong, nothing behind it is taken.
      this.#chain = checkpointOf(line)?.chain ?? ''
    } else if (line !== '') this.#isWithin = true
    this.#behind.line(line)
  }
}

/** The lines of a segment, one by one. */
export function* eachLine({ array, ends }: WholeSegment): Generator<string, void> {
  let begin = 1
  for (const end of ends) {
    yield textOf(array.subarray(begin, end + 1))
    begin = end + 2
  }
}

/** @returns null when the line is none */
export function checkpointOf(line: string): CheckpointLine | null {
  const checkpoint = z.safeParse(CheckpointLine, jsonOf(line))
  return checkpoint.success ? checkpoint.data : null
}

/** @returns null when the line is none */
export function snapshotOf(line: string): SnapshotLine | null {
  const snapshot = z.safeParse(SnapshotLine, jsonOf(line))
  return snapshot.success ? snapshot.data : null
}

/** @returns undefined when it is no JSON */
export function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** The lines of a segment as text; null when they have to be looked at one by one. */
export function wholeText(array: Uint8Array): string | null {
  const text = strFromU8(array)
  return mayNamePrototype(text) ? null : text
}

/** An escape of a letter or an underscore, as nobody writes one who writes a log. */
const ESCAPED = /\\u00[4-7]/

/** Whether lines may hold a field `__proto__`, with or without escapes: what they hold is not taken as it stands. */
export function mayNamePrototype(text: string): boolean {
  // Looked for by its underscores, of which a log has few.
  return text.includes('__proto__') || (text.includes('\\u00') && ESCAPED.test(text))
}

/** Lines as one JSON array, where they stand: the byte on either side is ours. */
function arrayOf(lines: Uint8Array, ends: readonly number[]): Uint8Array {
  const array = new Uint8Array(lines.buffer, lines.byteOffset - 1, lines.length + 2)
  array[0] = OPEN
  for (const end of ends) array[end + 1] = COMMA
  array[array.length - 1] = CLOSE
  return array
}
