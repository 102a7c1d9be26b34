// `npm run mutate [-- --sample N --seed S --under GLOB]`: breaks the code on purpose, and says what no test notices.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const part = process.argv[2] === '--runner' ? 'runner' : 'main'
const { module } = await runnerImport(join(root, 'scripts', 'mutate', `${part}.ts`), { configFile: false, root })
if (part === 'runner') await module.serve(root)
else process.exitCode = await module.main(root, process.argv.slice(2))
