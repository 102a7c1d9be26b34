/** What a benchmark does with its figures at its end. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isKept, Report } from './figure.ts'
import { besideOf, tableOf } from './print.ts'

/** Names the file that the run of all benchmarks reads the report from. */
export const REPORT_FILE = 'BENCH_FIGURES'

/**
 * Prints the table of a benchmark and what stands beside it, and hands it to the run of all where there is one. A figure
 * that is missed or void, or a table without any, makes the process end with an error.
 */
export function report(it: Report): void {
  const rows = it.figures.map((figure) => ({ bench: it.bench, figure }))
  console.log(`\n${it.bench}, commit ${commit()}\n${tableOf(rows, false)}`)
  const beside = besideOf(it)
  if (beside !== '') console.log(beside)
  if (it.figures.length === 0 || !it.figures.every(isKept)) process.exitCode = 1
  const file = process.env[REPORT_FILE]
  if (file) writeFileSync(file, JSON.stringify(it))
}

/** @throws Error when there is no report, or what is there is none */
export const readReport = (file: string): Report => Report.parse(JSON.parse(readFileSync(file, 'utf8')))

/** The short name of the commit that is measured, with `+changes` where files differ from it; `unknown` without git. */
export function commit(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') === '' ? '' : '+changes'}`
  } catch {
    return 'unknown'
  }
}

/** A package that is compared with, and the version that is installed. @throws Error when it is not there */
export function packageWithVersion(name: string): string {
  const file = join(process.cwd(), 'node_modules', name, 'package.json')
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string }
  return `${name} ${version}`
}
