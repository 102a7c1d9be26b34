/**
 * The process that runs tests: one vitest instance stays warm, and loads the sources with all mutants in them; nothing
 * is ever written. It answers orders one after the other.
 */
import { readFileSync } from 'node:fs'
import { BroadcastChannel } from 'node:worker_threads'
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node'
import { loadsByName } from './files.ts'
import { switched } from './schemata.ts'
import { type Answer, type Begin, CHANNEL, type News, type Order } from './wire.ts'

/** A mutant runs on and on when it has used this much of the processor, ms, and this many times what it should. */
const ENDLESS_MS = 10_000
const TIMES_LONGER = 8
/** Or when it has done nothing for this long, ms: longer than any test may wait. */
const IDLE_MS = 180_000
const LOOK_MS = 500

/** @param root absolute path of the project */
export async function serve(root: string): Promise<void> {
  let last: Promise<unknown> = Promise.resolve()
  let files: readonly string[] = []
  let vitest: Vitest | null = null
  let all = new Map<string, TestSpecification>()
  const say = (said: Answer | News) => process.send?.(said)
  const carryOut = async (order: Order): Promise<Answer> => {
    if (order.kind === 'begin') {
      files = order.mutants.map(([file]) => file)
      vitest = await begin(root, order)
      all = new Map((await vitest.globTestSpecifications()).map((one) => [one.moduleId, one]))
      return { kind: 'ready', used: used() }
    }
    if (!vitest) throw new Error('No order has begun it.')
    if (order.kind === 'related') {
      vitest.config.related = [...files]
      const related = new Set((await vitest.getRelevantTestSpecifications()).map(({ moduleId }) => moduleId))
      for (const file of all.keys()) if (loadsByName(readFileSync(file, 'utf8'))) related.add(file)
      return { kind: 'files', files: [...related], used: used() }
    }
    vitest.provide('mutateOrder', JSON.stringify(order))
    await vitest.runTestSpecifications([all.get(order.test)].filter((one) => one !== undefined))
    return { kind: 'done', used: used() }
  }
  watch(say)
  process.on('message', (order: Order) => {
    last = last.then(async () => say(await carryOut(order)))
  })
  process.on('disconnect', () => process.exit())
}

function begin(root: string, { mutants }: Begin): Promise<Vitest> {
  const byFile = new Map(mutants)
  const transform = (source: string, id: string) => {
    const some = byFile.get(id)
    return some ? switched(source, some) : null
  }
  return createVitest(
    'test',
    {
      root,
      watch: false,
      pool: 'threads',
      maxWorkers: 1,
      silent: true,
      reporters: [{}],
      includeTaskLocation: false,
      runner: `${root}/scripts/mutate/thread.ts`,
    },
    { plugins: [{ name: 'mutate', enforce: 'pre' as const, transform }], logLevel: 'silent' },
  )
}

/**
 * Passes on what the threads say, and ends the process when a mutant does not end: judged by the time it has had on the
 * processor, so that a busy machine kills nothing.
 */
function watch(say: (news: News) => void): void {
  const channel = new BroadcastChannel(CHANNEL)
  let running: { readonly id: number; readonly most: number; readonly since: number; readonly used: number } | null =
    null
  channel.onmessage = (message: unknown) => {
    const news = (message as { readonly data: News }).data
    if (news.kind === 'began')
      running = { id: news.id, most: Math.max(ENDLESS_MS, TIMES_LONGER * news.takes), since: Date.now(), used: used() }
    else running = null
    say(news)
  }
  setInterval(() => {
    if (!running || (used() - running.used < running.most && Date.now() - running.since < IDLE_MS)) return
    process.send?.({ kind: 'judged', id: running.id, verdict: 'late' } satisfies News, () => process.exit(1))
    running = null
  }, LOOK_MS)
}

/** Time of this process and its threads on the processor, ms. */
function used(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

declare module 'vitest' {
  interface ProvidedContext {
    /** An order, in JSON. */
    mutateOrder: string
  }
}
