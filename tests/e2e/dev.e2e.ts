/**
 * `npm run dev` as somebody starts it who works on the product: the page as it is written, over the server. Every event
 * is reduced twice there, and a reducer that makes two things of it is named on the page.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#server/demo/people/accounts.ts'
import { expect, test } from './support/fixtures.ts'
import { fillSignIn } from './support/product.ts'

const root = resolve(import.meta.dirname, '../..')
const dataDir = mkdtempSync(join(tmpdir(), 'player-dev-'))
let dev: ChildProcess
let address = ''
let output = ''

async function freePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

// A server and Vite of its own, and every module by itself: `npm run test:all` has the time.
test.skip(!process.env.TEST_ALL, 'in npm run test:all')
test.setTimeout(180_000)

test.beforeAll(async () => {
  test.setTimeout(180_000)
  const [port, apiPort] = [await freePort(), await freePort()]
  const env = { ...process.env, PORT: `${port}`, API_PORT: `${apiPort}`, DATA_DIR: dataDir, COVERS_AHEAD: '0' }
  const args = [join(root, 'scripts/dev.mjs'), '--catalogue', 'small']
  dev = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [dev.stdout, dev.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  await expect(() => {
    expect(dev.exitCode, output).toBe(null)
    expect(output).toContain('every reducer run twice')
  }).toPass({ timeout: 150_000, intervals: [100] })
  address = /run twice: (\S+)/.exec(output)?.[1] ?? ''
})

test.afterAll(async () => {
  const ended = once(dev, 'exit')
  if (dev.kill('SIGTERM')) await ended
  rmSync(dataDir, { recursive: true, force: true })
})

const list = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'List view' })

/** Signs in by hand, and asks for the list. */
async function signInAndList(page: Page): Promise<void> {
  await page.goto(address)
  await fillSignIn(page, 'verified@demo.test', DEMO_PASSWORD)
  // Every module comes by itself, the first time also made out of its source.
  await expect(page).toHaveURL(/\/releases$/, { timeout: 60_000 })
  await expect(page.locator('[data-release-id]').first()).toBeVisible()
  await list(page).click()
}

test('a page as it is written: pure reducers are run twice, and nothing is said', async ({ page }) => {
  await signInAndList(page)
  await expect(list(page)).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(list(page)).toHaveAttribute('aria-pressed', 'true')
})

test('a reducer that is not pure is named there, with the event and the table', async ({ page, context, watch }) => {
  watch.allow(/reduced twice/)
  // The log of such a reducer cannot lead to the same state twice.
  watch.allow(/another state/)
  const pure = /\blistView: event\.payload\.list\b/
  await context.route('**/src/core/reducers/settings.ts*', async (route) => {
    const answer = await route.fetch()
    const code = await answer.text()
    expect(code).toMatch(pure)
    await route.fulfill({ response: answer, body: code.replace(pure, '$&, volume: Math.floor(Math.random() * 1e9)') })
  })
  await signInAndList(page)
  await expect(page.getByText(/setting\.listViewChosen \(event \d+\), reduced twice .*table "setting"/)).toBeVisible()
})
