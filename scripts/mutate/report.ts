// What `npm run mutate` prints.
import type { Mutant } from './operators.ts'

export interface Outcome {
  /** Under the project's root. */
  readonly file: string
  readonly mutant: Mutant
  /**
   * `untested`: no test comes by it. `late`: the tests ran on and on, which somebody notices. `cut`: it survived those
   * tests for which there was time.
   */
  readonly end: 'killed' | 'late' | 'survived' | 'cut' | 'untested'
}

const KILLED: ReadonlySet<Outcome['end']> = new Set(['killed', 'late'])

export function isStanding({ end }: Outcome): boolean {
  return !KILLED.has(end)
}

/** A survivor in one line. */
export function survivor({ file, mutant, end }: Outcome): string {
  return `${file}:${mutant.line}  ${mutant.operator}${end === 'survived' ? '' : `, ${end}`}  ${mutant.says}`
}

/** The survivors by file and line, then the figure for each folder and for all. */
export function report(outcomes: readonly Outcome[]): string {
  const lines = outcomes.filter(isStanding).map(survivor)
  const folders = new Map<string, Outcome[]>()
  for (const outcome of outcomes) {
    const folder = folderOf(outcome.file)
    folders.set(folder, [...(folders.get(folder) ?? []), outcome])
  }
  if (lines.length > 0) lines.push('')
  for (const [folder, some] of [...folders].sort(([a], [b]) => (a < b ? -1 : 1))) lines.push(figure(folder, some))
  const rooms = outcomes.filter(({ file }) => /^(src\/core|workers\/engines)\//.test(file))
  if (rooms.length > 0) lines.push(figure('core and engines', rooms))
  lines.push(figure('all', outcomes))
  return lines.join('\n')
}

/** Killed ones of all, in per cent with one decimal: at least so many, since some survivors have not met all tests. */
function figure(name: string, outcomes: readonly Outcome[]): string {
  const count = (...ends: Outcome['end'][]) => outcomes.filter(({ end }) => ends.includes(end)).length
  const killed = count('killed', 'late')
  const share = ((100 * killed) / outcomes.length).toFixed(1)
  const more = `${count('late')} of them endless, ${count('survived', 'cut')} survived, ${count('cut')} of them not all tests, ${count('untested')} untested` // biome-ignore format: one line
  return `${name.padEnd(28)} ${share.padStart(5)} %  ${killed} of ${outcomes.length} (${more})`
}

/** How far a run is, in one line. @param seconds it has taken so far */
export function progress(done: number, killed: number, all: number, seconds: number): string {
  const left = Math.round((seconds / Math.max(1, done)) * (all - done))
  return `${done} of ${all}: ${killed} killed in ${Math.round(seconds)} s, about ${left} s left`
}

/** The room: two folders deep, or three in the model and under engines. */
function folderOf(file: string): string {
  const folders = file.split('/').slice(0, -1)
  return folders.slice(0, folders[1] === 'core' || folders[1] === 'engines' ? 3 : 2).join('/')
}
