/**
 * `npm run bench -- all [--quick]`: every benchmark, one after the other, each in a process of its own, and one table at
 * the end. Ends with an error when a figure is missed or void or a benchmark failed; one that fails does not hold up the
 * others. `--quick` is for under ten minutes on a machine of ordinary speed and marks what was shortened.
 * Ctrl-C ends what runs, and prints the table of what has run.
 */
import { type Outcome, runChild } from './all/child.ts'
import { PATIENCE_MS, PLAN } from './all/plan.ts'
import { summaryOf } from './all/summary.ts'
import { BUILT, buildProduct } from './press/product.ts'
import { commit } from './table/report.ts'

export async function run(args: readonly string[]): Promise<void> {
  const unknown = args.filter((arg) => arg !== '--quick')
  if (unknown.length > 0) throw new Error(`all takes --quick alone, not ${unknown.join(' ')}`)
  const isQuick = args.includes('--quick')
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort())
  const outcomes = new Map<string, Outcome>()
  const begun = commit()
  // Ten of them need it, half a minute each.
  buildProduct(process.cwd())
  process.env[BUILT] = '1'
  for (const bench of PLAN) {
    console.log(`\n=== ${bench}`)
    const patience = isQuick ? PATIENCE_MS.quick : PATIENCE_MS.full
    const outcome = await runChild(bench, ['scripts/bench.mjs', bench, ...args], patience, stop.signal)
    if (stop.signal.aborted) break
    outcomes.set(bench, outcome)
    console.log(
      `${bench}: ${outcome.seconds.toFixed(0)} s${outcome.failed === null ? '' : `, FAILED: ${outcome.failed}`}`,
    )
  }
  // Somebody may have worked on meanwhile: then it is not one commit that was measured.
  const ended = commit()
  const { text, isKept } = summaryOf(outcomes, begun === ended ? begun : `${begun}, later ${ended}`)
  console.log(`\n=== all${isQuick ? ', SHORTENED' : ''}, ${text}`)
  if (stop.signal.aborted) console.log(`stopped: ${PLAN.length - outcomes.size} benchmarks are missing`)
  if (stop.signal.aborted) process.exitCode = 130
  else if (!isKept) process.exitCode = 1
}
