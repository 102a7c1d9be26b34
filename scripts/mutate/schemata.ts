/**
 * All sampled mutants of a file in one source, each behind a switch: nothing is loaded anew for the next mutant, and
 * the switch hears which tests come by.
 */
import type { Mutant } from './operators.ts'
import { isNode, type Node, parse } from './tree.ts'

/** Name of the global function that a switch asks with the mutant's number: whether it is the one that is on. */
export const SWITCH = '__mutant'
/** What `operators` puts before an expression with which a statement begins. */
const FIRST = 'void 0, '

export interface Numbered extends Pick<Mutant, 'start' | 'end' | 'text' | 'operator'> {
  readonly id: number
}

/** A part of the source, and what may stand there; `end` is half-open. */
interface Place {
  readonly start: number
  readonly end: number
  readonly isStatement: boolean
  readonly others: { readonly id: number; readonly text: string }[]
}

/** The source that does what it did while no switch is on, and what the mutant does while its own is. */
export function switched(source: string, mutants: readonly Numbered[]): string {
  const tree = parse(source)
  const places = new Map<string, Place>()
  for (const mutant of mutants) {
    const { start, end, isStatement, text } = placeOf(tree, source, mutant)
    const key = `${start}-${end}-${isStatement}`
    const place = places.get(key) ?? { start, end, isStatement, others: [] }
    places.set(key, place)
    place.others.push({ id: mutant.id, text })
  }
  // Outer before inner; of two with one range the statement is the outer.
  const order = [...places.values()].sort(
    (a, b) => a.start - b.start || b.end - a.end || Number(b.isStatement) - Number(a.isStatement),
  )
  return written(source, 0, source.length, order)
}

/** The part of the source from `from` to `to`, with the places that lie in it, which are taken off the list. */
function written(source: string, from: number, to: number, order: Place[]): string {
  let text = ''
  let at = from
  for (let place = order[0]; place && place.end <= to; place = order[0]) {
    order.shift()
    text += source.slice(at, place.start) + choice(place, written(source, place.start, place.end, order))
    at = place.end
  }
  return text + source.slice(at, to)
}

function choice({ isStatement, others }: Place, unchanged: string): string {
  const asks = (id: number) => `globalThis.${SWITCH}?.(${id})`
  if (isStatement) return `{ ${others.map(({ id, text }) => `if (${asks(id)}) { ${text} } else `).join('')}{ ${unchanged} } }` // biome-ignore format: one line
  const isFirst = others.some(({ text }) => text.startsWith(FIRST))
  const choices = others.map(({ id, text }) => `${asks(id)} ? (${isFirst ? text.replace(FIRST, '') : text}) : `)
  return `${isFirst ? FIRST : ''}(${choices.join('')}(${unchanged}))`
}

/** Where the choice stands: a link of an optional chain cannot be put in brackets without the rest of the chain. */
function placeOf(
  tree: Node,
  source: string,
  { start, end, text, operator }: Numbered,
): Omit<Place, 'others'> & { text: string } {
  // biome-ignore format: one line
  if (operator === 'statement' || operator === 'return') return { start, end, isStatement: true, text }
  const around = pathTo(tree, start, end)
  let chain: Node | null = null
  for (let at = around.length - 2; at >= 0; at--) {
    const node = around[at] as Node
    if (node.type === 'ChainExpression') chain = node
    if (!/^(MemberExpression|CallExpression|TSNonNullExpression)$/.test(node.type) || node.start !== start) break
  }
  if (!chain) return { start, end, isStatement: false, text }
  const isFirst = text.startsWith(FIRST)
  const link = isFirst ? text.slice(FIRST.length) : text
  const whole = `${isFirst ? FIRST : ''}${source.slice(chain.start, start)}${link}${source.slice(end, chain.end)}`
  return { start: chain.start, end: chain.end, isStatement: false, text: whole }
}

/** The nodes around a range, the outermost first, and last the outermost of those that are the range. */
function pathTo(tree: Node, start: number, end: number): Node[] {
  const path: Node[] = []
  for (let node: Node | undefined = tree; node; ) {
    path.push(node)
    if (node.start === start && node.end === end) break
    const inside: Node[] = Object.values(node).flat().filter(isNode)
    node = inside.find((one) => one.start <= start && one.end >= end)
  }
  return path
}
