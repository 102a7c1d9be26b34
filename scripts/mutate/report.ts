// What `npm run mutate` prints.
import type { Mutant } from './operators.ts'

export interface Outcome {
  /** Under the project's root. */
  readonly file: string
  readonly mutant: Mutant
  /** `untested`: no test comes by it. `late`: the tests did not end, which somebody notices. */
  readonly end: 'killed' | 'late' | 'survived' | 'untested'
}

/** The survivors by file and line, then the figure for each folder and for all. */
export function report(outcomes: readonly Outcome[]): string {
  const lines: string[] = []
  const standing = outcomes.filter(({ end }) => end === 'survived' || end === 'untested')
  for (const { file, mutant, end } of standing)
    lines.push(`${file}:${mutant.line}  ${mutant.operator}${end === 'untested' ? ', untested' : ''}  ${mutant.says}`)
  const folders = new Map<string, Outcome[]>()
  for (const outcome of outcomes) {
    const folder = folderOf(outcome.file)
    folders.set(folder, [...(folders.get(folder) ?? []), outcome])
  }
  if (lines.length > 0) lines.push('')
  for (const [folder, some] of [...folders].sort(([a], [b]) => (a < b ? -1 : 1))) lines.push(figure(folder, some))
  lines.push(figure('all', outcomes))
  return lines.join('\n')
}

/** Killed ones of all, in per cent with one decimal; an endless run counts as killed. */
function figure(name: string, outcomes: readonly Outcome[]): string {
  const count = (end: Outcome['end']) => outcomes.filter((one) => one.end === end).length
  const killed = count('killed') + count('late')
  const share = ((100 * killed) / outcomes.length).toFixed(1)
  const more = `${count('late')} of them endless, ${count('survived')} survived, ${count('untested')} untested`
  return `${name.padEnd(28)} ${share.padStart(5)} %  ${killed} of ${outcomes.length} (${more})`
}

/** The room: two folders deep, or three in the model and under engines. */
function folderOf(file: string): string {
  const folders = file.split('/').slice(0, -1)
  return folders.slice(0, folders[1] === 'core' || folders[1] === 'engines' ? 3 : 2).join('/')
}
