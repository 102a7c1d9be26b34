/** The thread that reads, unpacks, cuts and verifies a log beside the one that replays it: both its ends. */
import { type FrontOrder, type FrontWord, Words } from '#core/log/reading/words.ts'
import { messageOf } from '#core/model/text/messageOf.ts'
import { Stopped } from './turns.ts'
import { type Sink, unpack } from './unpacking.ts'

/** What the thread is sent: a file to read, with a number of its own; or an answer to a word about it. */
export type ToFront =
  | (FrontOrder & { readonly file: Blob; readonly round: number })
  | { readonly round: number; readonly more: boolean }

/** What the thread says of a file. */
export interface Heard {
  readonly round: number
  readonly word: FrontWord
  /** What it is in, to be handed over with it. */
  readonly passed: ArrayBuffer[]
}

const STOPPED: FrontWord = {
  found: [],
  packed: 0,
  isLast: true,
  failed: { message: new Stopped().message, code: undefined },
}

/** The thread, for whoever replays. */
export class Front {
  readonly #send: (message: ToFront) => void
  #round = 0
  #heard: (word: FrontWord) => void = () => {}

  constructor(send: (message: ToFront) => void) {
    this.#send = send
  }

  /** What came from the thread; of the file before nobody hears any more. */
  hear({ round, word }: Heard): void {
    if (round === this.#round) this.#heard(word)
  }

  /** @param heard is told what is found; more of it comes when it is asked for */
  begin(file: Blob, order: FrontOrder, heard: (word: FrontWord) => void): { more(): void; stop(): void } {
    const round = ++this.#round
    // Whoever waits for a word of the file before would wait for ever.
    this.#heard(STOPPED)
    this.#heard = heard
    this.#send({ ...order, file, round })
    return {
      more: () => this.#send({ round, more: true }),
      stop: () => this.#send({ round, more: false }),
    }
  }
}

/** The same, in the thread. @returns takes what it is sent */
export function frontThread(say: (heard: Heard) => void): (message: ToFront) => void {
  const under = new Map<number, { words: Words; isStopped: boolean }>()
  return (message) => {
    const { round } = message
    if ('file' in message) {
      const words = new Words(message, (word, passed) => say({ round, word, passed }))
      const work = { words, isStopped: false }
      under.set(round, work)
      void findIn(message.file, work).finally(() => under.delete(round))
      return
    }
    const work = under.get(round)
    if (!work) return
    work.isStopped ||= !message.more
    work.words.answered()
  }
}

async function findIn(file: Blob, work: { readonly words: Words; readonly isStopped: boolean }): Promise<void> {
  const { words } = work
  const { front } = words
  const sink: Sink = {
    push: (bytes) => front.push(bytes),
    get bytes() {
      return front.bytes
    },
    get isCut() {
      return words.isCut
    },
  }
  let packed = 0
  try {
    const torn = await unpack(file, sink, async (read) => {
      packed = read
      await words.keepPace(read)
      if (work.isStopped) throw new Stopped()
    })
    front.end(torn)
    words.end(packed)
  } catch (error) {
    if (!work.isStopped) words.end(packed, { message: messageOf(error), code: undefined })
  }
}
