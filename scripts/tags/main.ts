// Entry of `npm run tags`.
import { printTables } from '#server/import/tagTable.ts'
import { stationReady } from './stationReady.ts'

printTables(
  process.argv.slice(2),
  process.env.INIT_CWD || process.cwd(),
  (line) => console.log(line),
  stationReady,
).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error)
    process.exit(1)
  },
)
