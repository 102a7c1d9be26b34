/**
 * Pages whose process is killed at any moment while files come over a slow line, split between two connections each: the
 * engine as the product runs it, in a browser with a profile on the real disk.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { type BareBrowser, openBareBrowser } from '../bench/downloads/bareBrowser.ts'
import { type FileServer, nameOf, serveFiles } from '../bench/downloads/serve.ts'

const KILLS = process.env.TEST_ALL ? 100 : 3
const FILES = 4
/** Long enough for two halves of which each is long enough to be one. */
const BYTES = 20_000_000
/** So that two files have a second connection, and two have not. */
const CONNECTIONS = 6
const BYTES_PER_S = 6_000_000
/** The first and the last moment after the files began, ms: they take about two seconds. */
const MOMENTS = [250, 2000] as const
const DEADLINE_MS = 30_000

interface Seen {
  readonly shown: Record<string, number>
  readonly begun: Record<string, number>
  readonly saved: string[]
  readonly restored: Record<string, string>
}

let files: FileServer
test.beforeAll(async () => {
  files = await serveFiles(process.cwd(), FILES, BYTES)
  files.limit = BYTES_PER_S
})
test.afterAll(() => files.close())

/** Whole numbers that look like chance and are the same in every run. */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

async function until<T>(what: string, look: () => Promise<T | null>): Promise<T> {
  for (const end = Date.now() + DEADLINE_MS; Date.now() < end; await pause(20)) {
    const found = await look()
    if (found !== null) return found
  }
  throw new Error(`in ${DEADLINE_MS} ms there was no end of it: ${what}`)
}

/** What a job's file is saved as. */
const nameFor = (id: string) => nameOf(Number(/^job(\d+)-/.exec(id)?.[1]))

const seen = (browser: BareBrowser) => browser.evaluate<Seen>('harness.seen()')

/** Names of the files in the folder that are right. A file that is saved twice has a number the second time. */
async function rightIn(folder: string): Promise<Set<string>> {
  const right = new Set<string>()
  for (const file of await readdir(folder)) {
    const name = file.replace(/ \(\d+\)(?=\.wav$)/, '')
    const bytes = await readFile(join(folder, file)).catch(() => null)
    if (bytes && createHash('sha256').update(bytes).digest('hex') === files.digests.get(name)) right.add(name)
  }
  return right
}

test(`P2: ${KILLS} kills of the page's process at any moment lose a second of progress at most, and no finished file`, {
  tag: '@long',
}, async () => {
  test.setTimeout(60_000 + KILLS * 15_000)
  const chance = dice(13)
  const browser = await openBareBrowser(files.url, "'harness' in window")
  const lost = { ms: 0, jobs: 0, finished: 0 }
  let kills = 0
  let goneOn = 0
  try {
    await browser.evaluate(`harness.come(${CONNECTIONS})`)
    for (let round = 1; kills < KILLS; round++) {
      const ids = Array.from({ length: FILES }, (_, n) => `job${n}-${round}`)
      await browser.evaluate(`void harness.engine(${FILES}, ${CONNECTIONS}, { round: ${round} })`)
      const [first, last] = MOMENTS
      let finished: readonly string[] = []
      for (let open = ids; open.length > 0 && kills < KILLS; ) {
        await until('the files begin', async () => {
          const { begun } = await seen(browser)
          return open.every((id) => id in begun) ? true : null
        })
        await pause(first + chance(last - first))
        const before = await seen(browser)
        await browser.crash()
        kills += 1
        finished = [...finished, ...before.saved]
        await browser.evaluate(`harness.come(${CONNECTIONS})`)
        const { restored } = await until('the list is there again', async () => {
          const now = await seen(browser)
          return ids.every((id) => id in now.restored) ? now : null
        }).catch(() => seen(browser))
        lost.jobs += ids.filter((id) => !(id in restored)).length
        // The browser may be copying what it was handed.
        const there = await until('what was finished lies on the disk', async () => {
          const right = await rightIn(browser.folder)
          return finished.every((id) => right.has(nameFor(id))) ? right : null
        }).catch(() => rightIn(browser.folder))
        lost.finished += finished.filter((id) => !there.has(nameFor(id))).length
        open = ids.filter((id) => id in restored && restored[id] !== 'finished')
        if (open.length === 0) break
        await browser.evaluate('harness.retry()')
        const { begun } = await until('the files go on', async () => {
          const now = await seen(browser)
          return open.every((id) => id in now.begun) ? now : null
        })
        for (const id of open) {
          const [bytes, again] = [before.shown[id] ?? 0, begun[id] ?? 0]
          lost.ms = Math.max(lost.ms, (1000 * (bytes - again)) / BYTES_PER_S)
          // Whose row was not written down as finished yet has all its bytes: the last is asked for, to compare.
          if (finished.includes(id) && again < BYTES - 1) lost.finished += 1
          if (bytes > 0) goneOn += 1
        }
      }
      await until('every file is right on the disk', async () =>
        (await rightIn(browser.folder)).size === FILES ? true : null,
      )
      for (const name of await readdir(browser.folder)) await rm(join(browser.folder, name), { force: true })
    }
  } finally {
    await browser.close()
  }
  console.log(
    `${kills} kills, files went on ${goneOn} times: lost at most ${Math.max(0, Math.round(lost.ms))} ms of progress, ${lost.finished} finished files, ${lost.jobs} rows`,
  )
  expect(lost.finished + lost.jobs).toBe(0)
  expect(lost.ms).toBeLessThanOrEqual(1000)
})
