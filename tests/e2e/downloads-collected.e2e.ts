/**
 * Files while every worker's garbage is collected all the time: whatever only waits for itself is gone then. The
 * downloads worker and its thread that hashes as the product runs them, in a browser with a profile on the real disk.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { openBareBrowser } from '../bench/downloads/bareBrowser.ts'
import { type FileServer, serveFiles } from '../bench/downloads/serve.ts'

const ROUNDS = process.env.TEST_ALL ? 100 : 4
const FILES = 6
const BYTES = 3_000_000
/** Long enough that two connections bring the halves of each. */
const LONG_BYTES = 24_000_000
/** A worker in which nobody can collect dies at once, and with it the test. */
const COLLECTING = 'setInterval(globalThis.gc.bind(globalThis), 30);\n'
const ARRIVED_MS = 60_000

let files: FileServer
test.afterEach(() => files.close())

const isRight = async (folder: string, name: string) => {
  const bytes = await readFile(join(folder, name)).catch(() => null)
  return bytes !== null && createHash('sha256').update(bytes).digest('hex') === files.digests.get(name)
}

/** Looks into the folder until every file lies there as it should and nothing else, and takes them away. */
async function arrived(folder: string, isOurs: boolean): Promise<{ missing: number; early: number }> {
  const until = Date.now() + ARRIVED_MS
  const right = new Set<string>()
  const early = new Set<string>()
  for (let others = true; (right.size < FILES || others) && Date.now() < until; ) {
    const names = await readdir(folder)
    others = names.some((name) => !files.digests.has(name))
    for (const name of names) {
      if (right.has(name) || !files.digests.has(name)) continue
      if (await isRight(folder, name)) right.add(name)
      // Whoever sees it under its own name may take it. (Chromium's own saving begins with an empty file.)
      else if (isOurs) early.add(name)
    }
    await pause(20)
  }
  for (const name of await readdir(folder)) await rm(join(folder, name), { force: true })
  return { missing: FILES - right.size, early: early.size }
}

const FOLDER = 'a picked folder'
for (const { way, bytes, parallel } of [
  { way: 'private files', bytes: BYTES, parallel: FILES },
  { way: FOLDER, bytes: BYTES, parallel: FILES },
  { way: FOLDER, bytes: LONG_BYTES, parallel: FILES / 2 },
])
  test(`P1: ${ROUNDS} rounds of ${bytes / 1e6} MB files into ${way} with collections forced every 30 ms fail nothing`, {
    tag: '@long',
  }, async () => {
    test.setTimeout(ROUNDS * 90_000)
    files = await serveFiles(process.cwd(), FILES, bytes)
    files.preamble = COLLECTING
    const browser = await openBareBrowser(files.url, "'harness' in window", ['--js-flags=--expose-gc'])
    const found = { failed: 0, missing: 0, early: 0 }
    try {
      if (way === FOLDER) await browser.dropFolder()
      await pause(500)
      for (let round = 1; round <= ROUNDS; round++) {
        const [{ failures }, { missing, early }] = await Promise.all([
          browser.evaluate<{ failures: string[] }>(
            `harness.engine(${FILES}, ${parallel}, { round: ${round}, lends: ${parallel < FILES} })`,
          ),
          arrived(browser.folder, way === FOLDER),
        ])
        if (failures.length > 0) console.log(`round ${round}: ${failures}`)
        found.failed += failures.length
        found.missing += missing
        found.early += early
      }
    } finally {
      await browser.close()
    }
    const { failed, missing, early } = found
    console.log(
      `${ROUNDS} rounds of ${FILES} files into ${way}: failed ${failed}, missing or different ${missing}, under its name before it was right ${early}`,
    )
    expect(found).toEqual({ failed: 0, missing: 0, early: 0 })
  })
