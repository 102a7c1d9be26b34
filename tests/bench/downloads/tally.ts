/**
 * Files that did not come as they should, over all parts of the benchmark: one of them, and no figure counts, whatever
 * else was kept.
 */

let failed = 0
let different = 0

/**
 * @param failures files that failed, beyond those that were made to
 * @param wrong files that are missing, or are not the source
 */
export function tally(failures: number, wrong: number): void {
  failed += failures
  different += wrong
}

/** So far. */
export const tallied = () => ({ failed, different })

/** Prints both numbers. @throws Error unless both are 0 */
export function closeTally(): void {
  console.log(`failed files ${failed}, missing or different files ${different}`)
  if (failed + different > 0) throw new Error('not every file arrived as it should: the figures above do not count')
}
