/**
 * Files while every worker's garbage is collected all the time: whatever only waits for itself is gone then. The
 * downloads worker and its thread that hashes as the product runs them, in a browser with a profile on the real disk.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { openBareBrowser } from '../bench/downloads/bareBrowser.ts'
import { type FileServer, serveFiles } from '../bench/downloads/serve.ts'

const ROUNDS = process.env.TEST_ALL ? 100 : 10
const FILES = 6
const BYTES = 3_000_000
/** A worker in which nobody can collect dies at once, and with it the test. */
const COLLECTING = 'setInterval(globalThis.gc.bind(globalThis), 30);\n'
const ARRIVED_MS = 20_000

let files: FileServer
test.beforeAll(async () => {
  files = await serveFiles(process.cwd(), FILES, BYTES)
  files.preamble = COLLECTING
})
test.afterAll(() => files.close())

/** Waits until every file lies in the folder as it should, and takes them away. @returns how many did not come right */
async function wrong(folder: string): Promise<number> {
  const until = Date.now() + ARRIVED_MS
  const right = new Set<string>()
  while (right.size < FILES && Date.now() < until) {
    for (const name of await readdir(folder)) {
      const bytes = right.has(name) ? null : await readFile(join(folder, name)).catch(() => null)
      if (bytes && createHash('sha256').update(bytes).digest('hex') === files.digests.get(name)) right.add(name)
    }
    if (right.size < FILES) await new Promise((resolve) => setTimeout(resolve, 20))
  }
  for (const name of await readdir(folder)) await rm(join(folder, name), { force: true })
  return FILES - right.size
}

for (const way of ['private files', 'a picked folder'] as const)
  test(`P1: ${ROUNDS} rounds of downloads into ${way} with collections forced every 30 ms fail nothing`, async () => {
    test.setTimeout(ROUNDS * 30_000)
    const browser = await openBareBrowser(files.url, "'harness' in window", ['--js-flags=--expose-gc'])
    try {
      if (way === 'a picked folder') await browser.dropFolder()
      await browser.evaluate('new Promise((resolve) => setTimeout(resolve, 500))')
      let failed = 0
      let different = 0
      for (let round = 1; round <= ROUNDS; round++) {
        const { failures } = await browser.evaluate<{ failures: string[] }>(
          `harness.engine(${FILES}, ${FILES}, { round: ${round} })`,
        )
        if (failures.length > 0) console.log(`round ${round}: ${failures}`)
        failed += failures.length
        different += await wrong(browser.folder)
      }
      console.log(`${way}: ${ROUNDS} rounds of ${FILES} files, failed ${failed}, missing or different ${different}`)
      expect({ failed, different }).toEqual({ failed: 0, different: 0 })
    } finally {
      await browser.close()
    }
  })
