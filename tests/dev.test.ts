import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

it('`npm run dev` at a port that is taken says so in one sentence, and starts nothing', async () => {
  const taken = createServer().listen(0, 'localhost')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const script = resolve(import.meta.dirname, '../scripts/dev.mjs')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
    encoding: 'utf8',
    env: { ...process.env, PORT: String(port), API_PORT: '0', DATA_DIR: '/dev/null/none' },
    timeout: 60_000,
  })
  taken.close()
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(
    /^The page cannot be had at http:\/\/localhost:\d+ \(.*EADDRINUSE.*\)\. End what uses that port.*\n$/,
  )
}, 70_000)
