// The syntax tree of a TypeScript source, as plain nodes, and a walk over what of it runs.
import { parseSync } from 'vite'

/** A node in the ESTree form; offsets count UTF-16 units. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

/** A node, and those around it, the innermost first. */
export interface Found {
  readonly node: Node
  readonly around: readonly Node[]
  /** The field of the innermost node around it in which it stands. */
  readonly field: string
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string'
}

/** @throws Error when the source cannot be parsed */
export function parse(source: string): Node {
  const { program, errors } = parseSync('source.ts', source, { lang: 'ts', sourceType: 'module' })
  if (errors[0]) throw new Error(errors[0].message)
  return program as unknown as Node
}

/** These hold an expression in a type's clothes: the expression runs. */
const CLOTHED = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'])

/** Everything that runs, outer before inner; types are left out. */
export function* walk(node: Node, around: readonly Node[] = [], field = ''): Generator<Found> {
  const isType = node.type.startsWith('TS')
  if (isType && !CLOTHED.has(node.type)) return
  yield { node, around, field }
  const inside = [node, ...around]
  for (const [name, value] of Object.entries(node)) {
    if (isType && name !== 'expression') continue
    for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) yield* walk(one, inside, name)
  }
}
