/**
 * Finds what a module exports and nobody imports, from syntax trees. What is asked for as a whole (`import()`,
 * `export *`, a namespace that is handed on) counts as imported, all of it.
 */
import type { Aliases, Tree } from './check.ts'
import { resolve } from './check.ts'
import { lineOf, parseModule, walk } from './imports.ts'

type Node = ReturnType<typeof parseModule>
/** Names that are asked for of a module; null: all of it. */
type Names = readonly string[] | null

interface Wanted {
  readonly specifier: string
  readonly names: Names
}

/** One line for each exported value that no module of the tree imports. @param isHeld which modules are looked at */
export function idleExports(tree: Tree, aliases: Aliases, isHeld: (path: string) => boolean): string[] {
  const wanted = new Map<string, Set<string> | null>()
  const programs = new Map<string, Node>()
  for (const [path, source] of tree) {
    if (source === '') continue
    const program = parseModule(path, source)
    programs.set(path, program)
    for (const { specifier, names } of wantedBy(program)) {
      const to = resolve({ specifier, how: 'import' }, path, tree, aliases)
      if (to === null) continue
      const known = wanted.get(to)
      if (names === null) wanted.set(to, null)
      else if (known !== null) wanted.set(to, new Set([...(known ?? []), ...names]))
    }
  }
  const idle: string[] = []
  for (const [path, program] of programs) {
    const names = wanted.get(path)
    if (!isHeld(path) || names === null) continue
    for (const { name, at } of exportedBy(program))
      if (!names?.has(name)) idle.push(`${path}:${lineOf(tree.get(path) ?? '', at)} ${name}`)
  }
  return idle
}

const bodyOf = (program: Node) => program.body as readonly Node[]
const nameOf = (node: unknown) => String((node as Node).name ?? (node as Node).value)

function wantedBy(program: Node): Wanted[] {
  const wanted: Wanted[] = []
  const add = (source: unknown, names: Names) => wanted.push({ specifier: String((source as Node).value), names })
  const spaces = new Map<string, Node>()
  for (const node of bodyOf(program)) {
    if (node.type === 'ExportAllDeclaration') add(node.source, null)
    if (node.type === 'ExportNamedDeclaration' && node.source)
      add(
        node.source,
        (node.specifiers as Node[]).map(({ local }) => nameOf(local)),
      )
    if (node.type !== 'ImportDeclaration') continue
    for (const one of node.specifiers as Node[]) {
      if (one.type === 'ImportNamespaceSpecifier') spaces.set(nameOf(one.local), node)
      else add(node.source, [one.type === 'ImportSpecifier' ? nameOf(one.imported) : 'default'])
    }
  }
  walk(program, (node) => {
    if (node.type === 'ImportExpression') add(node.source, null)
    if (node.type === 'TSImportType') add(node.source ?? node.argument, null)
  })
  if (spaces.size > 0) addSpaces(program, spaces, add)
  return wanted
}

/** Of a namespace the names that are read; all of it where it stands for itself. */
function addSpaces(program: Node, spaces: ReadonlyMap<string, Node>, add: (source: unknown, names: Names) => void) {
  const times = new Map<string, number>()
  const read = new Map<string, string[]>()
  walk(program, (node) => {
    if (node.type === 'Identifier' || node.type === 'JSXIdentifier')
      times.set(nameOf(node), (times.get(nameOf(node)) ?? 0) + 1)
    const object = node.object as Node | undefined
    if (node.type !== 'MemberExpression' || node.computed || object?.type !== 'Identifier') return
    read.set(nameOf(object), [...(read.get(nameOf(object)) ?? []), nameOf(node.property)])
  })
  for (const [name, { source }] of spaces) {
    const names = read.get(name) ?? []
    // Once it stands where it is imported.
    add(source, times.get(name) === names.length + 1 ? names : null)
  }
}

function exportedBy(program: Node): { name: string; at: number }[] {
  return bodyOf(program).flatMap((node) => {
    if (node.type === 'ExportDefaultDeclaration') return [{ name: 'default', at: node.start }]
    if (node.type !== 'ExportNamedDeclaration' || node.exportKind === 'type') return []
    const made = node.declaration as Node | null
    const at = node.start
    if (!made)
      return (node.specifiers as Node[])
        .filter(({ exportKind }) => exportKind !== 'type')
        .map(({ exported }) => ({ name: nameOf(exported), at }))
    if (made.type === 'VariableDeclaration')
      return (made.declarations as Node[])
        .filter(({ id }) => (id as Node).type === 'Identifier')
        .map(({ id }) => ({ name: nameOf(id), at }))
    return made.id && !made.type.startsWith('TS') ? [{ name: nameOf(made.id), at }] : []
  })
}
