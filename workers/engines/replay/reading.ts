/** Reads a picked file and has it replayed meanwhile: all of it in this thread, or with a front in another. */
import { LogReader } from '#core/log/read.ts'
import type { Follower, ReadLog } from '#core/log/reading/log.ts'
import { MAX_BYTES } from '#core/log/reading/waiting.ts'
import { type FrontWord, hand } from '#core/log/reading/words.ts'
import { schemasDigest } from '#core/log/upcast.ts'
import type { Front } from './front.ts'
import { Stopped, TOLD_MS, TURN_MS, type Turns } from './turns.ts'
import { type Pace, unpack } from './unpacking.ts'

export interface Reading {
  readonly turns: Turns
  /** Whether it shall stop. */
  isOver(): boolean
  /** Now and then. @param share of the file that is read, 0 to 1. @param events found */
  told(share: number, events: number): void
  /** Are told what is read. */
  readonly followers: readonly Follower[]
}

/**
 * @param front reads, unpacks and verifies in a thread of its own. Default: all is done in this one
 * @throws EventError that names the line when it is no log; Stopped
 */
export async function readFile(file: Blob, reading: Reading, front: Front | null = null): Promise<ReadLog> {
  const reader = new LogReader({}, ...reading.followers)
  const pace = paceOf(file, reader, reading)
  if (!front) return reader.end(await unpack(file, reader, pace))
  await readBeside(front, file, reader, pace)
  return reader.log()
}

async function readBeside(front: Front, file: Blob, reader: LogReader, pace: Pace): Promise<void> {
  const words: FrontWord[] = []
  let wake = () => {}
  const work = front.begin(file, { schemas: schemasDigest(), maxBytes: MAX_BYTES }, (word) => {
    words.push(word)
    wake()
  })
  try {
    for (;;) {
      if (words.length === 0)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      const { found, packed, isLast, failed } = words.shift() as FrontWord
      if (failed) throw new Error(failed.message)
      for (const one of found) {
        hand(one, reader)
        const rest = pace(packed)
        if (rest) await rest
      }
      if (isLast || reader.isCut) return
      work.more()
    }
  } finally {
    work.stop()
  }
}

/** Rests when a turn was long, says how far it is, and ends it when it shall stop. */
function paceOf(file: Blob, reader: LogReader, { turns, isOver, told }: Reading): Pace {
  let began = turns.now()
  let toldAt = began
  const stopWhenOver = () => {
    if (isOver()) throw new Stopped()
  }
  const rest = async () => {
    await turns.rest()
    stopWhenOver()
    began = turns.now()
  }
  return (read) => {
    stopWhenOver()
    const now = turns.now()
    if (now - toldAt > TOLD_MS) {
      toldAt = now
      told(Math.min(1, read / file.size), reader.events)
    }
    return now - began > TURN_MS ? rest() : undefined
  }
}
