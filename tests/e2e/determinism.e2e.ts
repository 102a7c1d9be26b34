/**
 * The same history leads to the same state hash in Node, on a page and in a worker, whatever their time zone and
 * language are, and split at any event and resumed from a snapshot as well. A thousand histories here, ten thousand in
 * `npm run test:all`; `HISTORIES` says another number. They are made once, and all threads are given the same text.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Browser, Page } from '@playwright/test'
import fc from 'fast-check'
import { build } from 'vite'
import { history } from '#tests/support/histories.ts'
import { expect, test } from './support/fixtures.ts'

const COUNT = Number(process.env.HISTORIES ?? (process.env.TEST_ALL ? 10_000 : 1000))
/** Events at most: so that a thousand take no longer than three hundred long ones did in each thread by itself. */
const LENGTH = process.env.TEST_ALL ? 120 : 48
const SEED = 20_261_124
/** So many are handed over at once: a browser does not take all of ten thousand as one text. */
const PART = 500
const root = resolve(import.meta.dirname, '../..')

const PAGE = `<!doctype html><title>hashes</title>
<script type="module">import { stateHashes } from '/hashes.mjs'; Object.assign(window, { stateHashes })</script>`

/** The reducers as one script for any thread. */
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

/** A page of its own, in which `stateHashes` waits and the parts of the histories lie at `/histories/0` and so on. */
async function pageIn(
  browser: Browser,
  script: string,
  texts: readonly string[],
  timezoneId: string,
  locale: string,
): Promise<Page> {
  const context = await browser.newContext({ timezoneId, locale })
  await context.route('http://hashes.test/**', (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/hashes.mjs') return route.fulfill({ path: script, contentType: 'text/javascript' })
    const text = texts[Number(/^\/histories\/(\d+)$/.exec(pathname)?.[1] ?? Number.NaN)]
    if (text !== undefined) return route.fulfill({ path: text, contentType: 'application/json' })
    return route.fulfill({ body: PAGE, contentType: 'text/html' })
  })
  const page = await context.newPage()
  await page.goto('http://hashes.test/')
  return page
}

async function inNode(
  script: string,
  texts: readonly string[],
  TZ: string,
  LANG: string,
  resumes: boolean,
): Promise<string[]> {
  const source = `
    import { readFileSync } from 'node:fs'
    const { stateHashes } = await import(${JSON.stringify(pathToFileURL(script).href)})
    const hashes = ${JSON.stringify(texts)}.flatMap((text) => stateHashes(readFileSync(text, 'utf8'), ${resumes}))
    console.log(JSON.stringify(hashes))`
  const env = { ...process.env, TZ, LANG, LC_ALL: LANG }
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', source], { env, maxBuffer: 2 ** 28 })
  return JSON.parse(stdout)
}

function onPage(page: Page, parts: number): Promise<string[]> {
  return page.evaluate(async (parts) => {
    const { stateHashes } = window as unknown as { stateHashes(histories: string): string[] }
    const hashes: string[] = []
    for (let n = 0; n < parts; n++) hashes.push(...stateHashes(await (await fetch(`/histories/${n}`)).text()))
    return hashes
  }, parts)
}

function inWorker(page: Page, parts: number): Promise<string[]> {
  return page.evaluate((parts) => {
    const source = `import { stateHashes } from '${location.origin}/hashes.mjs'
      const hashes = []
      for (let n = 0; n < ${parts}; n++)
        hashes.push(...stateHashes(await (await fetch('${location.origin}/histories/' + n)).text()))
      postMessage(hashes)`
    const worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })), { type: 'module' })
    return new Promise<string[]>((done, failed) => {
      worker.onmessage = ({ data }) => done(data as string[])
      worker.onerror = (error) => failed(new Error(error.message))
    })
  }, parts)
}

test('generated histories lead to the same states in Node, on a page and in a worker', async ({ browser }) => {
  test.setTimeout(60_000 + COUNT * 60)
  const folder = test.info().outputPath('hashes')
  const script = await bundled(folder)
  mkdirSync(folder, { recursive: true })
  const made = fc.sample(history(LENGTH), { numRuns: COUNT, seed: SEED })
  const texts = Array.from({ length: Math.ceil(COUNT / PART) }, (_, n) => {
    const text = join(folder, `histories-${n}.json`)
    writeFileSync(text, JSON.stringify(made.slice(n * PART, (n + 1) * PART)))
    return text
  })
  const [node, kiritimati, tokyo, apia] = await Promise.all([
    inNode(script, texts, 'UTC', 'C', true),
    inNode(script, texts, 'Pacific/Kiritimati', 'ar_EG.UTF-8', false),
    pageIn(browser, script, texts, 'Asia/Tokyo', 'ja-JP').then((page) => onPage(page, texts.length)),
    pageIn(browser, script, texts, 'Pacific/Apia', 'tr-TR').then((page) => inWorker(page, texts.length)),
  ])
  expect(node).toHaveLength(COUNT)
  expect(new Set(node).size).toBeGreaterThan(COUNT / 2)
  expect(kiritimati).toEqual(node)
  expect(tokyo).toEqual(node)
  expect(apia).toEqual(node)
  rmSync(folder, { recursive: true, force: true })
})
