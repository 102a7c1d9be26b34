/**
 * The same history leads to the same state hash in Node, on a page and in a worker, whatever their time zone and
 * language are. A thousand histories here, ten thousand in `npm run test:all`; `HISTORIES` says another number.
 */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import { build } from 'vite'
import { expect, test } from './support/fixtures.ts'

const COUNT = Number(process.env.HISTORIES ?? (process.env.TEST_ALL ? 10_000 : 300))
const SEED = 20_261_124
const root = resolve(import.meta.dirname, '../..')

const PAGE = `<!doctype html><title>hashes</title>
<script type="module">import { stateHashes } from '/hashes.mjs'; Object.assign(window, { stateHashes })</script>`

/** The reducers and the histories as one script for any thread. */
async function bundled(folder: string): Promise<string> {
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'error',
    build: {
      outDir: folder,
      minify: false,
      lib: { entry: join(root, 'tests/support/stateHashes.ts'), formats: ['es'], fileName: () => 'hashes.mjs' },
    },
  })
  return join(folder, 'hashes.mjs')
}

async function pageIn(browser: Browser, script: string, timezoneId: string, locale: string): Promise<Page> {
  const context = await browser.newContext({ timezoneId, locale })
  await context.route('http://hashes.test/**', (route) =>
    route.request().url().endsWith('.mjs')
      ? route.fulfill({ path: script, contentType: 'text/javascript' })
      : route.fulfill({ body: PAGE, contentType: 'text/html' }),
  )
  const page = await context.newPage()
  await page.goto('http://hashes.test/')
  return page
}

test('generated histories lead to the same states in Node, on a page and in a worker', async ({ browser }) => {
  test.setTimeout(60_000 + COUNT * 60)
  const folder = test.info().outputPath('hashes')
  const script = await bundled(folder)
  const asked = JSON.stringify([COUNT, SEED])
  const inNode = (TZ: string, LANG: string): string[] =>
    JSON.parse(
      execFileSync(
        process.execPath,
        [
          '--input-type=module',
          '-e',
          `const { stateHashes } = await import(${JSON.stringify(pathToFileURL(script).href)})
           console.log(JSON.stringify(stateHashes(...${asked})))`,
        ],
        { encoding: 'utf8', env: { ...process.env, TZ, LANG, LC_ALL: LANG }, maxBuffer: 2 ** 28 },
      ),
    )
  const node = inNode('UTC', 'C')
  expect(new Set(node).size).toBeGreaterThan(COUNT / 2)
  expect(inNode('Pacific/Kiritimati', 'ar_EG.UTF-8')).toEqual(node)

  const tokyo = await pageIn(browser, script, 'Asia/Tokyo', 'ja-JP')
  const onPage = await tokyo.evaluate((given) => {
    const { stateHashes } = window as unknown as { stateHashes(...given: unknown[]): string[] }
    return stateHashes(...(JSON.parse(given) as [number, number]))
  }, asked)
  expect(onPage).toEqual(node)

  const apia = await pageIn(browser, script, 'Pacific/Apia', 'tr-TR')
  const inWorker = await apia.evaluate(async (given) => {
    const source = `import { stateHashes } from '${location.origin}/hashes.mjs'; postMessage(stateHashes(...${given}))`
    const worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })), { type: 'module' })
    return new Promise<string[]>((done, failed) => {
      worker.onmessage = ({ data }) => done(data as string[])
      worker.onerror = (error) => failed(new Error(error.message))
    })
  }, asked)
  expect(inWorker).toEqual(node)
  rmSync(folder, { recursive: true, force: true })
})
