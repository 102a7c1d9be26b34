/**
 * What becomes of files when things go wrong: 500 jobs under every fault of the reference server's switch, ten cuts
 * of one long file, and jobs that are removed while they load.
 */

import { readdir } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Figure } from '../table/figure.ts'
import { openBrowser } from './browser.ts'
import { digests } from './digests.ts'
import { type FaultyServer, pathOf, serveFaulty } from './faulty.ts'
import { figure, PARALLEL } from './figure.ts'
import { MEANT, PROGRAMS } from './programs.ts'
import { nameOf } from './serve.ts'
import { tally } from './tally.ts'

const MB = 1e6
const JOBS = 500
/** Of a check. */
const CHECKED = 6
/** Of a shortened run. */
const FEW = 25
/** Jobs at a time: the switch holds so many faults. */
const BATCH = 100
/** Every so manieth file is long enough to be split or written in several pieces. */
const LONG_EVERY = 25
const LONG_BYTES = 20 * MB
const CUTS = 10
const CUT_BYTES = 200 * MB
/** Of a shortened run. */
const SHORT_BYTES = 50 * MB
const CUT_MUST = 10 * MB

type Way = 'private' | 'folder'

/** @param root the project's folder @param quick 25 jobs in place of 500, and a file of 50 MB cut in place of 200 MB */
export async function trouble(root: string, quick: boolean): Promise<Figure[]> {
  const server = await serveFaulty(root, CUT_BYTES)
  const figures: Figure[] = []
  try {
    for (const way of ['private', 'folder'] as const) {
      figures.push(await everyFault(server, way, quick ? FEW : JOBS))
      figures.push(await cuts(server, way, quick ? SHORT_BYTES : CUT_BYTES))
      figures.push(...(await cancelled(server, way)))
    }
  } finally {
    await server.close()
  }
  return figures
}

/** A handful of files under the first of the faults, for a check of the benchmark. */
export async function someFaults(root: string): Promise<Figure> {
  const server = await serveFaulty(root, LONG_BYTES)
  try {
    return await everyFault(server, 'private', CHECKED)
  } finally {
    await server.close()
  }
}

async function everyFault(server: FaultyServer, way: Way, jobs: number): Promise<Figure> {
  const failures = new Map<string, number>()
  let unmeant = 0
  let different = 0
  let finished = 0
  for (let from = 0; from < jobs; from += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, jobs - from) }, (_, place) => from + place)
    server.lengths.clear()
    for (const n of numbers) if (n % LONG_EVERY === 0) server.lengths.set(n, LONG_BYTES)
    await server.arm(
      numbers.flatMap((n) =>
        (PROGRAMS[n % PROGRAMS.length] ?? []).map(({ times = 1, program }) => ({
          match: { path: pathOf(n) },
          times,
          program: [...program, { step: 'seed' as const, seed: n }],
        })),
      ),
    )
    await withPage(server, way, async (page, folder) => {
      const told = await page.evaluate(
        ([count, parallel, first]) => window.harness.engine(count, parallel, { from: first }),
        [numbers.length, PARALLEL, from] as const,
      )
      const failed = new Set(told.failures.map((failure) => Number(/^job(\d+)/.exec(failure)?.[1])))
      for (const failure of told.failures) {
        const reason = failure.split(': ')[1] ?? ''
        failures.set(reason, (failures.get(reason) ?? 0) + 1)
      }
      const reasons = new Map(told.failures.map((failure) => [failure.split(': ')[0], failure.split(': ')[1]]))
      for (const n of numbers) {
        const meant = MEANT.get(PROGRAMS[n % PROGRAMS.length] ?? [])
        const reason = reasons.get(`job${n}`)
        if (reason === meant) continue
        unmeant += 1
        console.log(`    file ${n}: ${reason ?? 'finished'}, should be ${meant ?? 'finished'}`)
      }
      const should = new Map(numbers.filter((n) => !failed.has(n)).map((n) => [nameOf(n), server.sha256(n)]))
      const found = await digests(folder, should.size)
      for (const [name, sha256] of should) if (found.get(name) === sha256) finished += 1
      // A name nobody finished is as wrong as other bytes.
      for (const name of new Set([...should.keys(), ...found.keys()]))
        if (should.get(name) !== found.get(name)) different += 1
    })
  }
  tally(unmeant, different)
  const named = [...failures].map(([reason, count]) => `${count} ${reason}`).join(', ')
  return figure(
    `files different from the source after ${jobs} jobs under every fault, ${way}`,
    different,
    0,
    jobs < JOBS,
    `${finished} right; failed by name: ${named || 'none'}`,
  )
}

async function cuts(server: FaultyServer, way: Way, bytes: number): Promise<Figure> {
  server.lengths.clear()
  server.lengths.set(0, bytes)
  // Each connection brings another tenth at most.
  const step = bytes / (CUTS + 1)
  await server.arm([
    { match: { path: pathOf(0) }, times: CUTS, program: [{ step: 'cut', afterBytes: Math.floor(step), how: 'reset' }] },
  ])
  return withPage(server, way, async (page, folder) => {
    const before = server.sent()
    const told = await page.evaluate((parallel) => window.harness.engine(1, parallel), PARALLEL)
    if (told.failures.length > 0) console.log(`    the file that was cut failed: ${told.failures}`)
    const found = await digests(folder, 1)
    tally(told.failures.length, found.get(nameOf(0)) === server.sha256(0) ? 0 : 1)
    const again = (server.sent() - before - bytes) / MB
    const what = `MB sent beyond the ${bytes / MB} MB of a file cut ${CUTS} times, ${way}`
    return figure(what, again, CUT_MUST / MB, bytes < CUT_BYTES)
  })
}

async function cancelled(server: FaultyServer, way: Way): Promise<Figure[]> {
  server.lengths.clear()
  for (let n = 0; n < PARALLEL; n++) {
    server.lengths.set(n, CUT_BYTES)
    // Nothing comes while the server hashes so long a file for its first answer.
    server.sha256(n)
  }
  const slow = { step: 'bandwidth' as const, bytesPerSecond: 20 * MB }
  await server.arm(
    Array.from({ length: PARALLEL }, (_, n) => ({ match: { path: pathOf(n) }, times: 1, program: [slow] })),
  )
  const before = server.sent()
  return withPage(server, way, async (page, folder) => {
    await page.evaluate(
      (parallel) => window.harness.engine(parallel, parallel, { removeAfter: 1500 }).then(() => {}),
      PARALLEL,
    )
    const atOnce = server.sent()
    await pause(100)
    const soon = server.sent()
    await pause(2000)
    const later = server.sent()
    const left = (await page.evaluate(() => window.harness.left())) + (await readdir(folder)).length
    const loaded = atOnce - before
    if (loaded < PARALLEL * MB) throw new Error(`only ${loaded} bytes were on their way before the jobs were removed`)
    return [
      figure(`bytes sent later than 100 ms after ${PARALLEL} jobs were removed, ${way}`, later - soon, 0, false),
      figure(`files left of them, ${way}`, left, 0, false),
    ]
  })
}

async function withPage<T>(
  server: FaultyServer,
  way: Way,
  work: (page: Awaited<ReturnType<typeof openBrowser>>['page'], folder: string) => Promise<T>,
): Promise<T> {
  const browser = await openBrowser(server.url)
  try {
    await browser.page.goto(server.url)
    if (way === 'folder') await browser.dropFolder()
    await pause(500)
    return await work(browser.page, browser.folder)
  } finally {
    await browser.close()
  }
}
