/**
 * The process that runs tests: one vitest instance stays warm, a change is put into the file as it is loaded, and
 * nothing is ever written. It answers orders one after the other.
 */
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node'
import { mutated } from './operators.ts'
import { probed } from './probes.ts'
import type { Answer, Job, Order, Survey, Tested } from './wire.ts'

/** A test that hangs on a mutant is ended after this long, ms. */
const TEST_TIMEOUT_MS = 8000

/** What is loaded in place of a file. */
let inPlace = new Map<string, (source: string) => string>()

/** @param root absolute path of the project */
export async function serve(root: string, isSurvey: boolean): Promise<void> {
  const vitest = await createVitest(
    'test',
    {
      root,
      watch: false,
      pool: 'threads',
      maxWorkers: 1,
      bail: isSurvey ? 0 : 1,
      silent: true,
      reporters: [{}],
      includeTaskLocation: false,
      ...(isSurvey ? {} : { testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS }),
      sequence: { sequencer: InOrder },
    },
    // The project's own settings are kept, so this one is added to its setup files.
    { plugins: [changing], logLevel: 'silent', test: { setupFiles: isSurvey ? ['scripts/mutate/reach.ts'] : [] } },
  )
  const all = new Map((await vitest.globTestSpecifications()).map((one) => [one.moduleId, one]))
  let last: Promise<unknown> = Promise.resolve()
  process.on('message', (order: Order) => {
    last = last.then(async () => {
      const answer = order.kind === 'survey' ? await survey(vitest, order.survey) : await run(vitest, all, order.job)
      process.send?.(answer)
    })
  })
  process.on('disconnect', () => process.exit())
  process.send?.({ kind: 'ready' } satisfies Answer)
}

/** Runs the tests in the order they are given in. */
class InOrder {
  async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files
  }
  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files
  }
}

const changing = {
  name: 'mutate',
  enforce: 'pre' as const,
  transform: (source: string, id: string) => inPlace.get(id)?.(source) ?? null,
}

/** Loads these files anew, changed as told; those before as they are. */
function put(vitest: Vitest, next: Map<string, (source: string) => string>): void {
  for (const file of new Set([...inPlace.keys(), ...next.keys()])) vitest.invalidateFile(file)
  inPlace = next
}

async function survey(vitest: Vitest, { places, tests, share, of }: Survey): Promise<Answer> {
  const probes = places.map(({ file, offsets }) => {
    const probe = (source: string) => probed(source, offsets, (offset) => `${file}:${offset}`)
    return [file, probe] as const
  })
  put(vitest, new Map(probes))
  vitest.config.related = places.map(({ file }) => file)
  const related = (await vitest.getRelevantTestSpecifications())
    .filter(({ moduleId }) => tests.some((test) => moduleId.startsWith(test)))
    .filter((_, at) => at % of === share)
  const { testModules } = await vitest.runTestSpecifications(related)
  const tested = testModules.map((one): Tested => {
    const { duration, collectDuration, setupDuration, prepareDuration, environmentSetupDuration } = one.diagnostic()
    return {
      test: one.moduleId,
      took: duration + collectDuration + setupDuration + prepareDuration + environmentSetupDuration,
      passed: one.ok(),
      reached: (one.meta() as { reached?: string[] }).reached ?? [],
    }
  })
  return { kind: 'surveyed', tested }
}

async function run(vitest: Vitest, all: Map<string, TestSpecification>, job: Job): Promise<Answer> {
  put(vitest, new Map([[job.file, (source: string) => mutated(source, job)]]))
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    job.tests.flatMap((test) => all.get(test) ?? []),
  )
  return { kind: 'ran', killed: unhandledErrors.length > 0 || testModules.some((one) => one.state() === 'failed') }
}
