// The entry of `npm run replay`.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { replayCommand } from './command.ts'

let stopped = false
// The second time the system ends it, as any process.
process.once('SIGINT', () => {
  stopped = true
})
// Whoever read the first lines may have left, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

process.exitCode = await replayCommand(process.argv.slice(2), {
  say: (line) => void process.stdout.write(`${line}\n`),
  note: (text) => void process.stderr.write(text),
  isTerminal: process.stderr.isTTY === true,
  isStopped: () => stopped,
  limit: 5000,
  front: new URL('./logFront.worker.js', import.meta.url),
  // It is built into dist/server.
  root: join(dirname(fileURLToPath(import.meta.url)), '..', '..'),
})
