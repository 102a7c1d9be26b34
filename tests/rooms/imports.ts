/**
 * Reads what a module asks for, from its syntax tree: imports, re-exports, `import()`, import types
 * and `new URL('…', import.meta.url)`, by which workers are started.
 */
import { parseSync } from 'vite'

export interface Asked {
  readonly specifier: string
  /** Nothing of it is there at run time. */
  readonly typeOnly: boolean
  readonly how: 'import' | 'url'
  /** By `import()`: loaded when the line is reached, not before. */
  readonly late: boolean
  readonly line: number
}

interface Node {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

/** @throws Error naming the file when it does not parse */
export function parseModule(path: string, source: string): Node {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`)
  return program as unknown as Node
}

/** Calls `visit` for every node of the tree, parents first. */
export function walk(node: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(node)) {
    for (const one of node) walk(one, visit)
    return
  }
  if (node === null || typeof node !== 'object') return
  if (isNode(node)) visit(node)
  for (const value of Object.values(node)) if (value !== null && typeof value === 'object') walk(value, visit)
}

/** What this module asks for, in the order of its text. */
export function importsOf(path: string, source: string): Asked[] {
  const asked: Asked[] = []
  const add = (at: Node, specifier: string | null, typeOnly: boolean, how: Asked['how'] = 'import', late = false) => {
    if (specifier === null) throw new Error(`${path}:${lineOf(source, at.start)}: an import whose name is computed`)
    asked.push({ specifier, typeOnly, how, late, line: lineOf(source, at.start) })
  }
  walk(parseModule(path, source), (node) => {
    switch (node.type) {
      case 'ImportDeclaration':
        return add(node, textOf(node.source), node.importKind === 'type' || onlyTypes(node.specifiers))
      case 'ExportAllDeclaration':
      case 'ExportNamedDeclaration':
        if (node.source) add(node, textOf(node.source), node.exportKind === 'type')
        return
      case 'ImportExpression':
        return add(node, textOf(node.source), false, 'import', true)
      case 'TSImportType':
        return add(node, textOf(node.source ?? node.argument), true)
      case 'NewExpression': {
        const [first, second] = node.arguments as unknown[]
        const callee = node.callee as Node
        if (callee.name === 'URL' && textOf(first) !== null && isMetaUrl(second)) add(node, textOf(first), false, 'url')
      }
    }
  })
  return asked
}

/** Line of an offset, from 1. */
export function lineOf(source: string, offset: number): number {
  return source.slice(0, offset).split('\n').length
}

function onlyTypes(specifiers: unknown): boolean {
  const list = Array.isArray(specifiers) ? (specifiers as Node[]) : []
  return list.length > 0 && list.every((one) => one.importKind === 'type')
}

function textOf(node: unknown): string | null {
  if (!isNode(node)) return null
  if (node.type === 'TSLiteralType') return textOf(node.literal)
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : null
}

function isMetaUrl(node: unknown): boolean {
  if (!isNode(node) || node.type !== 'MemberExpression') return false
  const object = node.object as Node
  return object.type === 'MetaProperty' && (node.property as Node).name === 'url'
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
}
