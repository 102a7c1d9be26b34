// A test that fails while an expression comes true in a log, and the log as its fixture.
import { access, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { firstBad } from '#core/log/finding/bisect.ts'
import { readLog } from '#core/log/read.ts'
import type { ReadLog } from '#core/log/reading/log.ts'
import { Timeline } from '#core/log/timeline.ts'
import { type Options, UsageError } from './arguments.ts'
import { Expression } from './expression.ts'
import { linesOf, writeLog } from './writeLog.ts'

/** Where such tests stand, from the project's folder on. */
const FOLDER = join('tests', 'replay')
/** Characters of a line, as the formatter has them. */
const LINE = 120

/**
 * @param isPersonal keeps what names people
 * @returns lines that say what was written
 * @throws UsageError when the log no longer shows it as it would be written
 * @throws Error of the file system, also when there is such a test
 */
export async function writeTest(
  root: string,
  name: string,
  log: ReadLog,
  expression: string,
  isPersonal: boolean,
): Promise<string[]> {
  const [test, fixture] = testFiles(root, name)
  const why = whyNotTrue(log, expression, !isPersonal)
  if (why !== null) throw new UsageError(why)
  await writeLog(fixture, log, !isPersonal)
  await writeFile(test, textOf(name, log, expression), { flag: 'wx' })
  return [`written     ${test}`, `            ${fixture}`]
}

const testFiles = (root: string, name: string): [test: string, fixture: string] => [
  join(root, FOLDER, `${name}.test.ts`),
  join(root, FOLDER, `${name}.jsonl.gz`),
]

/**
 * Looks whether what is to be written can be, before anything is done for it that takes long.
 * @throws UsageError when a file is there, or the folder it is to stand in is not
 */
export async function mayWrite(root: string, { out, test }: Pick<Options, 'out' | 'test'>): Promise<void> {
  for (const file of test === null ? [] : testFiles(root, test))
    if (await isThere(file)) throw new UsageError(`${file} is there already: another NAME, please`)
  if (out === null) return
  if (await isThere(out)) throw new UsageError(`${out} is there already: another FILE for --out, please`)
  if (!(await isThere(dirname(out)))) throw new UsageError(`there is no folder ${dirname(out)} to write ${out} into`)
}

/** Why an expression is true nowhere in a log that is written so; null: it is. */
export function whyNotTrue(log: ReadLog, expression: string, isMasked: boolean): string | null {
  if (isTrueIn(log, expression, isMasked)) return null
  return isMasked && isTrueIn(log, expression, false)
    ? 'with people masked it is not true any more; --personal keeps them'
    : 'it is not true any more in the shorter log, whose events have other numbers'
}

function isTrueIn(log: ReadLog, expression: string, isMasked: boolean): boolean {
  const timeline = new Timeline(readLog(linesOf(log, isMasked).join('\n')))
  const { isTrue } = new Expression(expression)
  for (const steps = firstBad(timeline, isTrue); ; ) {
    const step = steps.next()
    if (step.done) return step.value.seq !== null
  }
}

function textOf(name: string, { header, events }: ReadLog, expression: string): string {
  const wrong = quoted(expression)
  const said = header.build.replace(/[^\w.+-]/g, '')
  return `// Recorded by ${said || 'another build'} and cut to ${events.length} event${events.length === 1 ? '' : 's'} by \`npm run replay\`.
import { expect, test } from 'vitest'
import { firstTrue, opened } from './opened.ts'

/** What must not come true. */
const WRONG =${wrong.length > LINE - 'const WRONG = '.length ? '\n ' : ''} ${wrong}

test('${name}: it does not come true after any event', () => {
  expect(firstTrue(opened(new URL('./${name}.jsonl.gz', import.meta.url)), WRONG)).toBeNull()
})
`
}

/** A text as the linter wants it: in the quotes of which fewer are in it. */
function quoted(text: string): string {
  const json = JSON.stringify(text)
  const singles = text.split("'").length
  const doubles = text.split('"').length
  if (singles > doubles) return json
  return `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
