// Which test files are asked about a mutant, and in which order.
import { dirname } from 'node:path'
import type { Surveyed, Trial } from './wire.ts'

/** A mutant's place in the sources. */
export interface Placed {
  readonly id: number
  /** Absolute path. */
  readonly file: string
}

export interface Asked {
  /** Absolute path of the test file. */
  readonly test: string
  readonly trial: Trial
}

export interface Plan {
  /** Whether any test comes by it. */
  readonly isReached: boolean
  /** Whether tests that come by it are left out for want of time. */
  readonly isCut: boolean
  /** In the order in which they are asked. */
  readonly asked: readonly Asked[]
}

/** Loading a file's modules anew takes this part of loading them for the first time. */
const ANEW = 0.15

/**
 * The tests that come by each mutant: its file's own before those of its folder, and both before all others, the
 * quickest first.
 * @param budget ms that the tests of one mutant may take in all with nothing broken; the first file is always asked
 */
export function plans(mutants: readonly Placed[], surveyed: readonly Surveyed[], budget: number): Map<number, Plan> {
  const asked = new Map<number, Asked[]>()
  for (const file of surveyed)
    for (const trial of trialsOf(file)) {
      const some = asked.get(trial.id) ?? []
      some.push({ test: file.test, trial })
      asked.set(trial.id, some)
    }
  return new Map(
    mutants.map(({ id, file }) => {
      const all = inOrder(file, asked.get(id) ?? [])
      let spent = 0
      const within = all.filter(({ trial }, at) => {
        spent += trial.takes
        return at === 0 || spent <= budget
      })
      return [id, { isReached: all.length > 0, isCut: within.length < all.length, asked: within }]
    }),
  )
}

/** What a test file is asked about each mutant that it comes by; tests that fail with nothing broken are not asked. */
function trialsOf({ loads, loaded, tests }: Surveyed): Trial[] {
  const good = tests.filter(({ passed }) => passed)
  const isLoaded = new Set(loaded)
  const reaching = new Map(loaded.map((id) => [id, good]))
  for (const test of good)
    for (const id of test.reached) if (!isLoaded.has(id)) reaching.set(id, [...(reaching.get(id) ?? []), test])
  return [...reaching]
    .filter(([, some]) => some.length > 0)
    .map(([id, some]) => ({
      id,
      tests: some.map(({ at }) => at),
      takes: loads * ANEW + some.reduce((sum, { took }) => sum + took, 0),
    }))
}

function inOrder(file: string, asked: readonly Asked[]): Asked[] {
  const own = file.replace(/\.ts$/, '.test.ts')
  const folder = dirname(file)
  const far = ({ test }: Asked) => (test === own ? 0 : dirname(test) === folder ? 1 : 2)
  return [...asked].sort((a, b) => far(a) - far(b) || a.trial.takes - b.trial.takes)
}
