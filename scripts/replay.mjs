// `npm run replay -- FILE …`: replays an exported log in Node; `--help` says what else it does.
import { run } from './run.mjs'

// What is read is let go again at once: with more room for what is young, less of it is looked through.
const flags = ['--max-semi-space-size=128']
await run('replay', process.argv.slice(2), { parts: ['server'], flags })
