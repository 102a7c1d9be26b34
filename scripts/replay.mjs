// `npm run replay -- FILE [--to N] [--verify] [--print]`: replays an exported log in Node.
import { run } from './run.mjs'

await run('replay', process.argv.slice(2), { parts: ['server'] })
