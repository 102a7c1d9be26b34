// The entry of `npm run replay`.
import { fileURLToPath } from 'node:url'
import { watch } from './watched/watch.ts'

process.exitCode = await watch({
  entry: fileURLToPath(new URL('./replaying.js', import.meta.url)),
  args: process.argv.slice(2),
  // Above what a slice of work gives itself (`watched/replaying.ts`): it ends what that does not reach.
  limit: 7000,
  say: (line) => void process.stdout.write(`${line}\n`),
  note: (text) => void process.stderr.write(text),
})
