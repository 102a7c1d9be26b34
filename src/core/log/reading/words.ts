/**
 * What a front says to the thread that replays: so much at a time that few messages pass, and so little ahead of it that
 * the memory stays small.
 */
import { type Behind, LogFront, type WholeSegment } from './front.ts'

/** What the front's thread is to do, besides reading a file. */
export interface FrontOrder {
  /** As `LogFront` takes them. */
  readonly schemas: string
  readonly maxBytes: number
}

/** Something the front found. */
export type Found = WholeSegment | string | { readonly cut: string }

/** What the thread says: what it found, in its order. It is answered, with anything, when more is wanted. */
export interface FrontWord {
  readonly found: readonly Found[]
  /** Bytes of the file that were read. */
  readonly packed: number
  readonly isLast: boolean
  readonly failed?: { readonly message: string; readonly code: string | undefined }
}

/** So much is found before it is handed over, bytes of segments or number of lines. */
const MUCH = 1 << 22
const MANY = 2000
/** So many words may wait for the other thread. */
const AHEAD = 3

/** Stands behind the front, in its thread. */
export class Words implements Behind {
  readonly front: LogFront
  readonly #post: (word: FrontWord, passed: ArrayBuffer[]) => void
  #found: Found[] = []
  readonly #passed = new Set<ArrayBuffer>()
  #size = 0
  #ahead = 0
  #wake = () => {}
  #isCut = false

  /**
   * @param post sends it to the other thread, and hands over the buffers
   * @param decodes as `LogFront` takes it
   */
  constructor(
    { schemas, maxBytes }: FrontOrder,
    post: (word: FrontWord, passed: ArrayBuffer[]) => void,
    decodes = false,
  ) {
    this.front = new LogFront(this, schemas, maxBytes, decodes)
    this.#post = post
  }

  get isCut(): boolean {
    return this.#isCut
  }

  segment(segment: WholeSegment): void {
    this.#found.push(segment)
    this.#passed.add(segment.array.buffer as ArrayBuffer)
    this.#size += segment.array.length
  }

  line(line: string): void {
    this.#found.push(line)
    this.#size += line.length
  }

  cut(reason: string): void {
    this.#found.push({ cut: reason })
    this.#isCut = true
  }

  /** Says what was found once that is much, and waits while the other thread is behind. @param packed bytes of the file that were read */
  async keepPace(packed: number): Promise<void> {
    if (this.#size < MUCH && this.#found.length < MANY && !this.#isCut) return
    this.#say(packed, false)
    while (this.#ahead >= AHEAD)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
  }

  /** The other thread took one of them. */
  answered(): void {
    this.#ahead--
    this.#wake()
  }

  /** Nothing more comes. @param failed the file could not be read */
  end(packed: number, failed?: FrontWord['failed']): void {
    this.#say(packed, true, failed)
  }

  #say(packed: number, isLast: boolean, failed?: FrontWord['failed']): void {
    const found = this.#found
    const passed = [...this.#passed]
    this.#found = []
    this.#passed.clear()
    this.#size = 0
    this.#ahead++
    this.front.part()
    this.#post({ found, packed, isLast, ...(failed ? { failed } : {}) }, passed)
  }
}

/** Hands over what a front found in another thread. */
export function hand(found: Found, behind: Behind): void {
  if (typeof found === 'string') behind.line(found)
  else if ('cut' in found) behind.cut(found.cut)
  else behind.segment(found)
}
