// `npm run replay -- FILE …`: replays an exported log in Node; `--help` says what else it does.
import { run } from './run.mjs'

await run('replay', process.argv.slice(2), { parts: ['server'] })
