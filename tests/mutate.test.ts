// The runner of mutants: what it changes, where it looks for it, and that a seed gives the same sample.
import { describe, expect, it } from 'vitest'
import { patternOf } from '../scripts/mutate/files.ts'
import { mutantsOf, mutated } from '../scripts/mutate/operators.ts'
import { probed } from '../scripts/mutate/probes.ts'
import { report } from '../scripts/mutate/report.ts'
import { sample } from '../scripts/mutate/sample.ts'
import { parse } from '../scripts/mutate/tree.ts'

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

  it('stays a program of its own where lines end without a sign', () => {
    const source = 'f()\na && b()\nif (c) d()\nelse e()'
    for (const mutant of made(source)) expect(() => parse(mutant)).not.toThrow()
    expect(made(source)).toContain('f()\nvoid 0, (a || b())\nif (c) d()\nelse e()')
  })

  it('says its line and what it changes', () => {
    expect(mutantsOf('// é →\nconst a = b < c')[0]).toMatchObject({ line: 2, operator: 'comparison', says: 'b < c -> (b <= c)' }) // biome-ignore format: one line
  })
})

describe('a probe', () => {
  const run = (source: string, ids: string[]): string => {
    const offsets = ids.map((id) => source.indexOf(id))
    return probed(source, offsets, (offset) => ids[offsets.indexOf(offset)] ?? '')
  }

  it('stands before the statement of a list that holds the place', () => {
    expect(run('a()\nif (b) c()', ['b', 'c'])).toBe('a()\n;globalThis.__mutateReached?.(["b","c"]);if (b) c()')
  })

  it('stands inside a short function, which may never be called', () => {
    expect(run('const f = () => a + 1', ['a'])).toBe('const f = () => (globalThis.__mutateReached?.(["a"]), a + 1)')
  })

  it('leaves a program, however deep the places lie', () => {
    const source = 'const f = (a) => a.map((b) => ({ c: b + 1, d: () => { switch (b) { case 1: return [2] } } }))'
    const offsets = mutantsOf(source).map(({ start }) => start)
    expect(() => parse(probed(source, offsets, String))).not.toThrow()
  })
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
  ])
  expect(text.split('\n').map((line) => line.replace(/ +/g, ' '))).toEqual([
    'src/core/log/b.ts:7 literal 1 -> 2',
    'server/auth/c.ts:7 literal, untested 1 -> 2',
    '',
    'server/auth 50.0 % 1 of 2 (1 of them endless, 0 survived, 1 untested)',
    'src/core/log 50.0 % 1 of 2 (0 of them endless, 1 survived, 0 untested)',
    'all 50.0 % 2 of 4 (1 of them endless, 1 survived, 1 untested)',
  ])
})

it('a glob holds a folder with all in it, and a star ends at a slash', () => {
  const fits = (glob: string, ...paths: string[]) => paths.filter((path) => patternOf(glob).test(path))
  expect(fits('src/core', 'src/core/a.ts', 'src/core/b/c.ts', 'src/cores.ts')).toEqual(['src/core/a.ts', 'src/core/b/c.ts']) // biome-ignore format: one line
  expect(fits('src/*/a.ts', 'src/b/a.ts', 'src/b/c/a.ts')).toEqual(['src/b/a.ts'])
  expect(fits('src/**/a.ts', 'src/a.ts', 'src/b/c/a.ts')).toEqual(['src/a.ts', 'src/b/c/a.ts'])
})
