// The process in which `npm run replay` works, started by its entry (`main.ts`), which watches it.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { replayCommand } from '../command.ts'
import type { Stop, Told } from './watch.ts'

let stopped = false
// A terminal tells all of them of Ctrl+C, and some pass it on: whoever watches says once that it is to stop.
process.on('SIGINT', () => {})
process.on('message', (message: Stop) => {
  stopped ||= message.stop
})
// Whoever read the first lines may have left, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})
// Nobody is there for whom it would work.
const leave = () => process.exit(1)
process.on('disconnect', leave)

const tell = (told: Told) => void process.send?.(told)

process.exitCode = await replayCommand(process.argv.slice(2), {
  say: (line) => void process.stdout.write(`${line}\n`),
  note: (note) => tell({ note }),
  // Its own goes to whoever watches.
  isTerminal: process.env.REPLAY_TERMINAL === '1',
  isStopped: () => stopped,
  asking: (asking) => tell({ asking }),
  limit: 5000,
  front: new URL('./logFront.worker.js', import.meta.url),
  // It is built into dist/server.
  root: join(dirname(fileURLToPath(import.meta.url)), '..', '..'),
})
process.off('disconnect', leave)
process.disconnect?.()
