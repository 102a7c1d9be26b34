// The thread that reads a log's file, unpacks it, cuts it and verifies its chain, beside the one that replays it.
import { parentPort, workerData } from 'node:worker_threads'
import { type FrontOrder, Words } from '#core/log/reading/words.ts'
import { readChunks } from './chunks.ts'

/** What the thread is to read. */
export interface FileOrder extends FrontOrder {
  readonly file: string
}

const port = parentPort
if (!port) throw new Error('this is a thread')
const { file, ...order } = workerData as FileOrder

// Between threads of Node a text passes in less time than it is made in.
const words = new Words(order, (word, passed) => port.postMessage(word, passed), true)
port.on('message', () => words.answered())

let packedSoFar = 0
try {
  const torn = await readChunks(file, async (bytes, packed) => {
    packedSoFar = packed
    words.front.push(bytes)
    await words.keepPace(packed)
    return !words.isCut
  })
  words.front.end(torn)
  words.end(packedSoFar)
} catch (error) {
  const { message, code } = error as NodeJS.ErrnoException
  words.end(packedSoFar, { message, code })
}
port.close()
