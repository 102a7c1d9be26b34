// The entry of `npm run replay`.
import { replayCommand } from './command.ts'

process.exitCode = replayCommand(process.argv.slice(2), (line) => console.log(line))
