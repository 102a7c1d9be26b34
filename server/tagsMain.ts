// Entry of `npm run tags`.
import { printTables } from './import/tagTable.ts'

printTables(process.argv.slice(2), process.env.INIT_CWD || process.cwd(), (line) => console.log(line)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error)
    process.exit(1)
  },
)
