/**
 * Which test reaches which change: before the mutants are run, the places where they will be are made to say when they
 * are come by. A probe stands before the statement, or inside the short function, around a place; whatever runs the
 * place has come by it.
 */
import { REACHED } from './reached.ts'
import { isNode, type Node, parse } from './tree.ts'

interface Insertion {
  readonly at: number
  readonly text: string
  /** Of two at one place the outer goes first; for closing ones, last. */
  readonly rank: number
}

/**
 * The source with a probe for each place.
 * @param offsets of the places, in UTF-16 units
 * @param idOf what the probe of the place at an offset says
 */
export function probed(source: string, offsets: readonly number[], idOf: (offset: number) => string): string {
  const insertions = new Map<string, Insertion & { ids: string[] }>()
  const tree = parse(source)
  for (const offset of offsets) {
    const { node, isBody } = spotOf(tree, offset)
    const key = `${node.start}-${isBody}`
    const known = insertions.get(key)
    if (known) known.ids.push(idOf(offset))
    else
      insertions.set(key, { at: node.start, text: isBody ? `${node.end}` : '', rank: -node.end, ids: [idOf(offset)] })
  }
  const edits: Insertion[] = []
  for (const { at, text, rank, ids } of insertions.values()) {
    const calls = `globalThis.${REACHED}?.(${JSON.stringify(ids)})`
    if (text === '') edits.push({ at, text: `;${calls};`, rank })
    else edits.push({ at, text: `(${calls}, `, rank }, { at: Number(text), text: ')', rank: Number.POSITIVE_INFINITY })
  }
  edits.sort((a, b) => b.at - a.at || b.rank - a.rank)
  let probing = source
  for (const { at, text } of edits) probing = probing.slice(0, at) + text + probing.slice(at)
  return probing
}

/** The innermost statement of a list, or the body of an arrow function, around an offset. */
function spotOf(tree: Node, offset: number): { node: Node; isBody: boolean } {
  let spot = { node: tree, isBody: false }
  const down = (node: Node): void => {
    for (const [field, value] of Object.entries(node)) {
      const inList = Array.isArray(value)
      for (const one of inList ? value : [value]) {
        if (!isNode(one) || offset < one.start || offset >= one.end) continue
        if (inList && isList(node, field)) spot = { node: one, isBody: false }
        else if (field === 'body' && node.type === 'ArrowFunctionExpression' && one.type !== 'BlockStatement')
          spot = { node: one, isBody: true }
        down(one)
      }
    }
  }
  down(tree)
  return spot
}

function isList({ type }: Node, field: string): boolean {
  return (
    (field === 'body' && (type === 'Program' || type === 'BlockStatement' || type === 'StaticBlock')) ||
    (field === 'consequent' && type === 'SwitchCase')
  )
}
