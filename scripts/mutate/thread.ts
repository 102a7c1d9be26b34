/**
 * Runs one test file in a thread of its own, in vitest's place: once to say what its tests come by, or again and again
 * with one mutant after the other switched on.
 */
import { BroadcastChannel } from 'node:worker_threads'
// biome-ignore lint/correctness/noUndeclaredDependencies: it is a part of vitest, in the version that vitest names.
import { type File, type Suite, startTests, type Task, type Test } from '@vitest/runner'
import { inject, TestRunner, vi } from 'vitest'
import { SWITCH } from './schemata.ts'
import { CHANNEL, type News, type Order, type SurveyedTest, TEST_TIMEOUT_MS, type Trial, type Verdict } from './wire.ts'

/** The mutant that is on; 0 for none. */
let on = 0
/** Where the mutants that are come by are written down, in a survey. */
let heard: Set<number> | null = null
/** Whether an error was thrown that nobody waited for. */
let isLost = false

Object.assign(globalThis, {
  [SWITCH]: (id: number) => {
    heard?.add(id)
    return id === on
  },
})
const lose = () => {
  isLost = true
}
process.on('unhandledRejection', lose)
process.on('uncaughtException', lose)

/** A test that fails because it did not end must end this many times sooner with nothing broken. */
const SOONER = 4
/** Tests that make time their own do not touch it. */
const soon = setImmediate
const channel = new BroadcastChannel(CHANNEL)
const say = (news: News) => channel.postMessage(news)
const order = JSON.parse(inject('mutateOrder')) as Order
const isSurvey = order.kind === 'survey'

/** What vitest runs the file with. */
export default class Surveyor extends TestRunner {
  readonly #loaded = new Set<number>()
  /** What is come by between tests. */
  readonly #between = new Set<number>()
  readonly #reached = new Map<Task, Set<number>>()
  /** When a test began and, after it, what it took, on the processor. */
  readonly #took = new Map<Task, number>()
  #loads = 0
  #tests: readonly Test[] = []

  onBeforeCollect(): void {
    this.#loads = used()
    if (isSurvey) heard = this.#loaded
  }

  onBeforeRunFiles([file]: File[]): void {
    this.#loads = used() - this.#loads
    heard = isSurvey ? this.#between : null
    this.#tests = testsOf(file)
    if (!isSurvey && file) file.mode = 'skip'
  }

  override async onBeforeRunTask(test: Task): Promise<void> {
    await super.onBeforeRunTask(test)
    if (!isSurvey) return
    heard = new Set()
    this.#reached.set(test, heard)
    this.#took.set(test, used())
  }

  override onAfterRunTask(test: Task): void {
    super.onAfterRunTask(test)
    if (isSurvey) heard = this.#between
    this.#took.set(test, used() - (this.#took.get(test) ?? 0))
  }

  override async onAfterRunFiles(files?: File[]): Promise<void> {
    super.onAfterRunFiles()
    const file = files?.[0]
    if (!file) return
    if (order.kind === 'try') await tryAll(this, file.filepath, order.trials)
    if (order.kind !== 'survey') return
    const tests = this.#tests.flatMap((test, at): SurveyedTest[] => {
      const reached = [...(this.#reached.get(test) ?? []), ...this.#between]
      const state = test.result?.state
      if (state !== 'pass' && state !== 'fail') return []
      return [{ at, took: this.#took.get(test) ?? 0, passed: state === 'pass', reached: [...new Set(reached)] }]
    })
    say({ kind: 'surveyed', surveyed: { test: file.filepath, loads: this.#loads, loaded: [...this.#loaded], tests } })
  }
}

/** Runs some tests of the file, up to the first that fails, and tells vitest's other side nothing. */
class Attempt extends TestRunner {
  readonly #chosen: ReadonlySet<number>
  tests: readonly Test[] = []
  #hasFailed = false

  constructor(outer: TestRunner, chosen: readonly number[]) {
    super({ ...outer.config, testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })
    const { moduleRunner, _otel } = outer as unknown as { readonly moduleRunner: unknown; readonly _otel: unknown }
    Object.assign(this, { moduleRunner, _otel })
    this.#chosen = new Set(chosen)
  }

  onBeforeRunFiles([file]: File[]): void {
    this.tests = testsOf(file)
    for (const [at, test] of this.tests.entries()) if (!this.#chosen.has(at)) test.mode = 'skip'
    if (file) skipEmpty(file)
  }

  override async onBeforeRunTask(test: Task): Promise<void> {
    if (this.#hasFailed) test.mode = 'skip'
    await super.onBeforeRunTask(test)
  }

  override onAfterRunTask(test: Task): void {
    super.onAfterRunTask(test)
    if (test.result?.state === 'fail') this.#hasFailed = true
  }

  override async onAfterRunSuite(): Promise<void> {}
}

/** Time of the process on the processor, ms: a busy machine makes no test slower. Nothing else runs meanwhile. */
function used(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function testsOf(suite: Suite | undefined): Test[] {
  return (suite?.tasks ?? []).flatMap((task) => (task.type === 'test' ? [task] : testsOf(task)))
}

/** What is made ready for tests of which none is to run is not made ready. */
function skipEmpty(suite: Suite): boolean {
  const isEmpty = suite.tasks.filter((task) => (task.type === 'test' ? task.mode !== 'skip' : !skipEmpty(task))).length === 0 // biome-ignore format: one line
  if (isEmpty && !('filepath' in suite)) suite.mode = 'skip'
  return isEmpty
}

/** One mutant after the other, up to one whose verdict may be due to those before it: that is for a fresh thread. */
async function tryAll(outer: TestRunner, path: string, trials: readonly Trial[]): Promise<void> {
  for (const [at, trial] of trials.entries()) {
    say({ kind: 'began', id: trial.id, takes: trial.takes })
    const verdict = await verdictOf(outer, path, trial)
    if (verdict !== 'unsteady' || at === 0) say({ kind: 'judged', id: trial.id, verdict })
    if (verdict === 'unsteady') return
  }
}

/** A test that fails has to pass with nothing broken, and soon, or its failure says nothing. */
async function verdictOf(outer: TestRunner, path: string, { id, tests }: Trial): Promise<Verdict> {
  const broken = await attempt(outer, path, id, tests)
  if (broken.passed) return 'survived'
  const whole = await attempt(outer, path, 0, broken.failed.length > 0 ? broken.failed : tests)
  const isLoad = broken.slowest >= TEST_TIMEOUT_MS && whole.slowest * SOONER > broken.slowest
  return whole.passed && !isLoad ? 'killed' : 'unsteady'
}

interface Attempted {
  readonly passed: boolean
  /** The places of the tests that failed, none when something else did. */
  readonly failed: readonly number[]
  /** ms */
  readonly slowest: number
}

async function attempt(outer: TestRunner, path: string, id: number, chosen: readonly number[]): Promise<Attempted> {
  on = id
  isLost = false
  vi.useRealTimers()
  vi.resetModules()
  const runner = new Attempt(outer, chosen)
  const [file] = await startTests([path], runner)
  await new Promise((resolve) => soon(resolve))
  on = 0
  const ran = runner.tests.filter(({ result }) => result?.state === 'pass' || result?.state === 'fail')
  return {
    passed: file?.result?.state !== 'fail' && !isLost,
    failed: [...runner.tests.keys()].filter((at) => runner.tests[at]?.result?.state === 'fail'),
    slowest: Math.max(0, ...ran.map(({ result }) => result?.duration ?? 0)),
  }
}
