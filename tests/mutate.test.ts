// The runner of mutants: what it changes, where it looks for it, and that a seed gives the same sample.
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { messagesOf, saidOnce } from '../scripts/mutate/errors.ts'
import { loadsByName, patternOf } from '../scripts/mutate/files.ts'
import { mutantsOf, mutated } from '../scripts/mutate/operators.ts'
import { Record } from '../scripts/mutate/record.ts'
import { progress, report } from '../scripts/mutate/report.ts'
import { sample } from '../scripts/mutate/sample.ts'
import { plans } from '../scripts/mutate/schedule.ts'
import { SWITCH, switched } from '../scripts/mutate/schemata.ts'
import { parse } from '../scripts/mutate/tree.ts'
import { refused } from '../scripts/mutate/types.ts'
import type { Surveyed } from '../scripts/mutate/wire.ts'

/** The sources that the mutants of a source make. */
const made = (source: string) => mutantsOf(source).map((mutant) => mutated(source, mutant))

describe('a mutant', () => {
  it.each([
    ['const a = b < c', ['const a = (b <= c)', 'const a = (b >= c)']],
    ['const a = b === c', ['const a = (b !== c)']],
    ['const a = b + c', ['const a = (b - c)']],
    ['const a = b && c && d', ['const a = (b && c || d)', 'const a = (b || c) && d']],
    ['const a = b ?? c', ['const a = (b)']],
    ['const a = !b', ['const a = (b)']],
    ['const a = b ? c : d', ['const a = !(b) ? c : d']],
    ['let a = 1', ['let a = 2']],
    ['let a = 1_000', ['let a = 2000']],
    ['let a = true', ['let a = false']],
    ["let a = 'x'", ["let a = ''"]],
    ["let a = ''", ["let a = '?'"]],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a source
    ['let a = `x${b}`', ["let a = ''"]],
    ['let a = [b]', ['let a = []']],
    ['a += b', [';', 'void 0, a -= b']],
    ['a++', [';', 'void 0, a--']],
    ['f(a)', [';']],
    ['const a = b.filter(c)', ['const a = b']],
    ['const a = b.some(c)', ['const a = b.every(c)']],
    ['function f(): A | null { return a }', ['function f(): A | null { return null }']],
    ['function f(): A { return a }', []],
    ['function f() { return }', ['function f() { ; }']],
  ])('of %s', (source, mutants) => {
    expect(new Set(made(source))).toEqual(new Set(mutants))
  })

  it('turns a condition round, whatever it is made of', () => {
    expect(made('if (a) b = c')).toContain('if (!(a)) b = c')
  })

  it.each([
    "import a from 'x'",
    "export * from 'x'",
    "type A = 'x' | 1",
    "const a: 'x' | 1 = b as 'y'",
    "interface A { b: 'x' }",
    "const a = { 'x': b }",
    "const a = new Error('x')",
    "const a = new URL('x')",
    'const a = b`x`',
  ])('is not made of a name, a type or a text for developers: %s', (source) => {
    expect(made(source)).toEqual([])
  })

  it('is not made of the message of an error of our own, but of all else that it is told', () => {
    const messages = messagesOf([
      'class Quiet extends Trouble { constructor(who: string) { super(1, who) } }',
      'class Trouble extends Error { constructor(readonly fault: number, message: string, more = 2) { super(message) } }',
      'class Plain extends Trouble {}',
      "class Told extends Error { constructor(told: string) { super(told + '!') } }",
      'class List extends Array {}',
    ])
    expect([...messages].sort()).toEqual([['Plain', 1], ['Quiet', 0], ['Trouble', 1]]) // biome-ignore format: one line
    const said = (source: string) => mutantsOf(source, messages).map(({ says }) => says)
    expect(said("const a = new Trouble('x', 'y', 'z')")).toEqual(["'x' -> ''", "'z' -> ''"])
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a source
    expect(said('const a = [new Quiet(`x${b}`), new Told(`y${b}`)].length')).toHaveLength(2)
  })

  it('stays a program of its own where lines end without a sign', () => {
    const source = 'f()\na && b()\nif (c) d()\nelse e()'
    for (const mutant of made(source)) expect(() => parse(mutant)).not.toThrow()
    expect(made(source)).toContain('f()\nvoid 0, (a || b())\nif (c) d()\nelse e()')
  })

  it('says its line and what it changes', () => {
    expect(mutantsOf('// é →\nconst a = b < c')[0]).toMatchObject({ line: 2, operator: 'comparison', says: 'b < c -> (b <= c)' }) // biome-ignore format: one line
  })
})

describe('a source with its mutants behind switches', () => {
  const numbered = (source: string) => mutantsOf(source).map((mutant, at) => ({ ...mutant, id: at + 1 }))

  /** What a program made of its own `a`, `b`, `c` and `f` leaves behind, with one mutant on. */
  const ran = (source: string, on: number): unknown => {
    const program = new Function('a', 'b', 'c', 'f', 'globalThis', `${source}\nreturn { a, b, c, r }`)
    const calls: unknown[] = []
    const f = (value: unknown) => {
      calls.push(value)
      return value
    }
    try {
      const left = program(2, { list: [3, 0, 2], none: null }, 'x y', f, { [SWITCH]: (id: number) => id === on })
      return { left, calls }
    } catch (error) {
      return { error: String(error), calls }
    }
  }

  it.each([
    'let r = a < 2 ? f(1) : f(2)',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a source
    "let r = c === 'x y' && (a > 1 || a < -1) ? `${c}!` : ''",
    'let r = 0\nfor (const i of [1, 2, 3]) { if (i === 2) continue; r += i * 2 }',
    'let r = b.list.filter((n) => n > 0).slice(1).map((n) => n + 1)',
    'let r = b.none?.list.filter((n) => n > 0).slice(1).length ?? 7',
    'let r = b.list?.filter((n) => n > 0).slice(1).length',
    'let r = 1\nf(a)\na && f(3)\nb.none?.list.slice(1).at(0)\nif (a) f(4)\nelse f(5)',
    'let r = (() => { if (a > 1) return; f(a) })()',
    'let r = 0\nswitch (a) { case 2: r = f(1); break\ncase 3: r = f(2) }',
    'let r = [1, 2].some((n) => !(n === a)) ? -a : { a, d: [a++, a] }',
    "let r = 0\ntry { throw new Error('x') } catch { r -= 1 }",
  ])('does what it did, and each mutant what it does by itself: %s', (source) => {
    const mutants = numbered(source)
    const text = switched(source, mutants)
    expect(ran(text, 0)).toEqual(ran(source, 0))
    for (const mutant of mutants) expect([mutant.says, ran(text, mutant.id)]).toEqual([mutant.says, ran(mutated(source, mutant), 0)]) // biome-ignore format: one line
  })

  it('leaves a program, whatever its types, however deep the mutants lie', () => {
    const source = `export class A<T extends { b: 1 }> { c = [1 as const, 2]
      d(e?: T): T | null { const f = e?.b! + 1
        void this.c.filter((g) => g > (f satisfies number)).map(String)
        return e ?? null } }`
    expect(() => parse(switched(source, numbered(source)))).not.toThrow()
  })
})

it('what does not compile is told from what does, each for itself, and a name left unused is no fault', async () => {
  const root = mkdtempSync(join(tmpdir(), 'mutate-'))
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
    return join(root, path)
  }
  put('package.json', '{ "type": "module" }')
  const strict = { strict: true, noEmit: true, noUnusedLocals: true, allowImportingTsExtensions: true, module: 'ESNext', moduleResolution: 'bundler' } // biome-ignore format: one line
  put('tsconfig.base.json', JSON.stringify({ compilerOptions: strict }))
  for (const folder of ['src', 'workers', 'server']) mkdirSync(join(root, folder))
  put('src/core/tsconfig.json', '{ "extends": "../../tsconfig.base.json" }')
  symlinkSync(join(import.meta.dirname, '..', 'node_modules'), join(root, 'node_modules'))
  const kind = put(
    'src/core/kind.ts',
    "export type Kind = 'a' | 'b'\nexport const first: Kind = 'a'\nexport const free = 'x'",
  )
  const use = put('src/core/use.ts', "import { first } from './kind.ts'\nconst log = (text: string) => text\nlog(first)\nexport const wrong: string | number = 1") // biome-ignore format: one line
  const broken = put('src/core/broken.ts', "export const wrong: number = 'text'\nexport const other: 'y' = 'y'")
  const suspects = [kind, use, broken].flatMap((file) => mutantsOf(readFileSync(file, 'utf8')).map((mutant) => ({ file, mutant }))) // biome-ignore format: one line
  const no = await refused(root, suspects.map((one, at) => ({ ...one, id: at + 1 }))) // biome-ignore format: one line
  expect(suspects.filter((_, at) => no.has(at + 1)).map(({ mutant }) => mutant.says)).toEqual(["'a' -> ''"])
  expect(suspects.map(({ mutant }) => mutant.says)).toEqual(["'a' -> ''", "'x' -> ''", 'log(first) -> ;', '1 -> 2', "'text' -> ''", "'y' -> ''"]) // biome-ignore format: one line
  rmSync(root, { recursive: true })
})

describe('the tests of a mutant', () => {
  const test = (at: number, took: number, reached: number[], passed = true) => ({ at, took, reached, passed })
  const asked = (surveyed: Surveyed[], budget = 1000) => {
    const plan = plans([{ id: 1, file: '/a/b.ts' }], surveyed, budget).get(1)
    return { ...plan, asked: plan?.asked.map((one) => `${one.test} ${one.trial.tests}`) }
  }

  it("are the file's own first, then those of its folder, then all others, the quickest first", () => {
    const files = ['/c/slow.test.ts', '/c/quick.test.ts', '/a/d.test.ts', '/a/b.test.ts']
    const surveyed = files.map((file, n) => ({ test: file, loads: 0, loaded: [], tests: [test(0, 40 - n, [1])] }))
    expect(asked(surveyed).asked).toEqual(['/a/b.test.ts 0', '/a/d.test.ts 0', '/c/quick.test.ts 0', '/c/slow.test.ts 0']) // biome-ignore format: one line
  })

  it('are those that come by it, and all of a file that comes by it as it loads; failing ones are left out', () => {
    const tests = [test(0, 1, [1]), test(1, 1, [2]), test(2, 1, [1], false)]
    expect(asked([{ test: '/t.test.ts', loads: 0, loaded: [], tests }]).asked).toEqual(['/t.test.ts 0'])
    expect(asked([{ test: '/t.test.ts', loads: 0, loaded: [1], tests }]).asked).toEqual(['/t.test.ts 0,1'])
    expect(asked([{ test: '/t.test.ts', loads: 0, loaded: [], tests: [test(0, 1, [2])] }]).isReached).toBe(false)
  })

  it('end where the budget ends, and the plan says so', () => {
    const surveyed = [700, 200, 200].map((took, n) => ({ test: `/${n}.test.ts`, loads: 0, loaded: [], tests: [test(0, took, [1])] })) // biome-ignore format: one line
    expect(asked(surveyed, 500)).toMatchObject({ isCut: true, asked: ['/1.test.ts 0', '/2.test.ts 0'] })
    expect(asked(surveyed, 100)).toMatchObject({ isCut: true, asked: ['/1.test.ts 0'] })
    expect(asked(surveyed, 1100)).toMatchObject({ isCut: false })
  })
})

it('a record gives back what a run that was cut short had found, and begins anew when it is not asked for', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mutate-'))
  const path = join(folder, 'deep', 'record.jsonl')
  const [mutant, other] = mutantsOf('const a = b < c')
  if (!mutant || !other) throw new Error('There are two.')
  new Record(path, false).add({ file: 'a.ts', mutant, end: 'killed' })
  appendFileSync(path, '{"file": "a.ts", "mut')
  const found = new Record(path, true)
  expect([found.find('a.ts', mutant)?.end, found.find('a.ts', other), found.find('b.ts', mutant)]).toEqual(['killed', null, null]) // biome-ignore format: one line
  expect(new Record(path, false).find('a.ts', mutant)).toBeNull()
  rmSync(folder, { recursive: true })
})

describe('a sample', () => {
  const files = new Map(
    ['a', 'b', 'c'].map((name, n) => [name, Array.from({ length: 3 + 20 * n }, (_, i) => name + i)]),
  )
  const sizes = (taken: Map<string, string[]>) => [...taken.values()].map((some) => some.length)

  it('is the same for the same seed, and another for another', () => {
    expect([...sample(files, 20, 1)]).toEqual([...sample(files, 20, 1)])
    expect([...sample(files, 20, 1)]).not.toEqual([...sample(files, 20, 2)])
  })

  it('is spread evenly by file, and a file that has no more leaves its share to the others', () => {
    expect(sizes(sample(files, 9, 1))).toEqual([3, 3, 3])
    expect(sizes(sample(files, 23, 1))).toEqual([3, 10, 10])
  })

  it('takes each once, and all when it is to take more than there are', () => {
    const all = [...sample(files, 1000, 1).values()].flat()
    expect(new Set(all).size).toBe(all.length)
    expect(all).toHaveLength(3 + 23 + 43)
  })

  it('passes over what it is told to, and takes the next of the same file in its stead', () => {
    const [first = ''] = sample(files, 3, 1).get('c') ?? []
    const [, next] = sample(files, 6, 1).get('c') ?? []
    expect(sample(files, 3, 1, (one) => one === first).get('c')).toEqual([next])
  })

  it('takes the same of a file whatever other files hold', () => {
    const more = new Map([...files, ['b', ['other', 'ones', 'here']]])
    expect(sample(more, 9, 1).get('c')).toEqual(sample(files, 9, 1).get('c'))
  })
})

it('the report names survivors with line and change, and the figure by folder and in all', () => {
  const mutant = { start: 0, end: 1, text: '2', line: 7, operator: 'literal', says: '1 -> 2' }
  const text = report([
    { file: 'src/core/log/a.ts', mutant, end: 'killed' },
    { file: 'src/core/log/b.ts', mutant, end: 'survived' },
    { file: 'server/auth/c.ts', mutant, end: 'untested' },
    { file: 'server/auth/c.ts', mutant, end: 'late' },
    { file: 'server/auth/c.ts', mutant, end: 'cut' },
  ])
  expect(text.split('\n').map((line) => line.replace(/ +/g, ' '))).toEqual([
    'src/core/log/b.ts:7 literal 1 -> 2',
    'server/auth/c.ts:7 literal, untested 1 -> 2',
    'server/auth/c.ts:7 literal, cut 1 -> 2',
    '',
    'server/auth 33.3 % 1 of 3 (1 of them endless, 1 survived, 1 of them not all tests, 1 untested)',
    'src/core/log 50.0 % 1 of 2 (0 of them endless, 1 survived, 0 of them not all tests, 0 untested)',
    'core and engines 50.0 % 1 of 2 (0 of them endless, 1 survived, 0 of them not all tests, 0 untested)',
    'all 40.0 % 2 of 5 (1 of them endless, 2 survived, 1 of them not all tests, 1 untested)',
  ])
})

it('the time left follows from what was taken so far', () => {
  expect(progress(20, 15, 50, 40)).toBe('20 of 50: 15 killed in 40 s, about 60 s left')
})

it('the name of an error is left as it is while nothing else says it', () => {
  const sources = [
    "class Stopped extends Error { override name = 'Stopped' }",
    "class Told extends Error { override name = 'Told' }",
    "if (error.name === 'Told') stop('now')",
  ]
  const names = saidOnce(sources)
  expect([...names]).toEqual(['Stopped'])
  const made = sources.flatMap((source) => mutantsOf(source, new Map(), names)).map(({ says }) => says)
  expect(made).toContain("'Told' -> ''")
  expect(made).not.toContain("'Stopped' -> ''")
  expect(mutantsOf("class A { name = 'Stopped' }", new Map(), names)).toHaveLength(1)
})

it('a test that makes the names of what it loads is asked about everything', () => {
  expect(["vi.importActual(a)", "import.meta.glob('./*.ts')", 'await import(path)'].map(loadsByName)).toEqual([true, true, true]) // biome-ignore format: one line
  expect(["import { a } from './a.ts'", "await import('./a.ts')", 'import.meta.url'].map(loadsByName)).toEqual([false, false, false]) // biome-ignore format: one line
})

it('a glob holds a folder with all in it, and a star ends at a slash', () => {
  const fits = (glob: string, ...paths: string[]) => paths.filter((path) => patternOf(glob).test(path))
  expect(fits('src/core', 'src/core/a.ts', 'src/core/b/c.ts', 'src/cores.ts')).toEqual(['src/core/a.ts', 'src/core/b/c.ts']) // biome-ignore format: one line
  expect(fits('src/*/a.ts', 'src/b/a.ts', 'src/b/c/a.ts')).toEqual(['src/b/a.ts'])
  expect(fits('src/**/a.ts', 'src/a.ts', 'src/b/c/a.ts')).toEqual(['src/a.ts', 'src/b/c/a.ts'])
})
