/**
 * Which mutants do not compile. They are no mutants, as with other tools of this kind: a change that the type check
 * refuses lands nowhere, and no test has to notice it. Each becomes a file of its own beside the one it changes, so that
 * one run of the compiler judges them all, and what it says of one is due to that one alone. What a mutant does to the
 * types of other files is not looked at, and a name that nothing uses any more is no fault of types.
 */
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { type Mutant, mutated } from './operators.ts'

export interface Suspect {
  readonly id: number
  /** Absolute path. */
  readonly file: string
  readonly mutant: Mutant
}

/** What is compiled together, the innermost first; a file belongs to the first that holds it. */
const PROJECTS = ['src/core', 'src', 'workers', 'server']
const NEEDED = ['src', 'workers', 'server', 'package.json', 'tsconfig.base.json']
const FAULT = /^(.+)\.mutant(\d+)\.ts\(\d+,\d+\): error/gm
/** The number of the copy in which nothing is changed. */
const UNCHANGED = 0

/** @returns the numbers of those that do not compile; none of a file that does not compile as it is when it is copied */
export async function refused(root: string, suspects: readonly Suspect[]): Promise<ReadonlySet<number>> {
  const copy = mkdtempSync(join(tmpdir(), 'mutate-types-'))
  try {
    for (const name of NEEDED) cpSync(join(root, name), join(copy, name), { recursive: true, filter: (path) => !/\.test\.tsx?$/.test(path) }) // biome-ignore format: one line
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
    const files = new Map<string, Suspect[]>()
    for (const one of suspects) files.set(one.file, [...(files.get(one.file) ?? []), one])
    for (const [file, some] of files) {
      const source = readFileSync(file, 'utf8')
      const put = (id: number, text: string) => writeFileSync(join(copy, relative(root, file)).replace(/ts$/, `mutant${id}.ts`), text) // biome-ignore format: one line
      put(UNCHANGED, source)
      // The compiler wants brackets where a condition has nothing left to decide.
      for (const { id, mutant } of some) put(id, mutated(source, mutant.text === ';' ? { ...mutant, text: '{}' } : mutant)) // biome-ignore format: one line
    }
    const faults = new Map<string, Set<number>>()
    for (const project of PROJECTS.filter((one) =>
      suspects.some(({ file }) => projectOf(relative(root, file)) === one),
    ))
      for (const [, file = '', id] of (await compile(root, copy, project)).matchAll(FAULT))
        faults.set(file, (faults.get(file) ?? new Set()).add(Number(id)))
    return new Set([...faults.values()].flatMap((some) => (some.has(UNCHANGED) ? [] : [...some])))
  } finally {
    rmSync(copy, { recursive: true })
  }
}

function projectOf(path: string): string | undefined {
  return PROJECTS.find((project) => path.startsWith(`${project}/`))
}

/** @returns what the compiler finds wrong, with paths from the copy's root */
function compile(root: string, copy: string, project: string): Promise<string> {
  const config = {
    extends: './tsconfig.json',
    compilerOptions: { noUnusedLocals: false, noUnusedParameters: false },
    include: ['**/*.mutant*.ts', '**/*.d.ts'],
  }
  writeFileSync(join(copy, project, 'tsconfig.mutants.json'), JSON.stringify(config))
  const args = [join(root, 'node_modules/typescript/bin/tsc'), '-p', `${project}/tsconfig.mutants.json`, '--pretty', 'false'] // biome-ignore format: one line
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: copy, maxBuffer: 2 ** 28 }, (_, stdout) => resolve(stdout))
  })
}
