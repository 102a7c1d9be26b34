// `npm run dev`: the client as it is written, changed in the open page as soon as a file is, over the server with its
// demo. Every reducer runs twice there (src/core/log/doubleOrder.ts).
import { createServer as listen } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './run.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const port = Number(process.env.PORT || 5173)
const apiPort = Number(process.env.API_PORT || 4173)
// The address links in mails lead to, and the one the server says it is reached at.
const address = `http://localhost:${port}`

// Before the server is started, which would have to be ended again.
await new Promise((done, fail) => {
  const door = listen().once('error', fail)
  door.listen(port, 'localhost', () => door.close(done))
}).catch(({ message }) => {
  console.error(
    `The page cannot be had at ${address} (${message}). End what uses that port, or choose another: PORT=5174 npm run dev`,
  )
  process.exit(1)
})

const { createServer } = await import('vite')
await run('main', process.argv.slice(2), {
  parts: ['server'],
  env: {
    DEMO: process.env.DEMO || '1',
    DATA_DIR: resolve(process.env.DATA_DIR || join(root, '.data')),
    PORT: String(apiPort),
    PUBLIC_URL: process.env.PUBLIC_URL || address,
  },
})
const target = `http://localhost:${apiPort}`
const vite = await createServer({
  root,
  configFile: join(root, 'vite.config.ts'),
  server: { port, strictPort: true, proxy: { '/api': target, '/dev': target } },
})
await vite.listen()
// What the server says of itself comes first; the address to open stands below it.
while (!(await fetch(`${target}/api/options`).catch(() => null))) await new Promise((next) => setTimeout(next, 250))
console.log(`The page as it is written, every reducer run twice: ${address}`)
