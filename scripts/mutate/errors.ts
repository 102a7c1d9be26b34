// What of an error is for developers: the argument that is its message, and a name that nothing asks for.
import { isNode, type Node, parse, walk } from './tree.ts'

/** By the name of the class, the place of the argument that is its message. */
export type Messages = ReadonlyMap<string, number>

/** What the language's own errors take: every class whose name ends so, and `URL`, whose text is a script's address. */
const OWN = /(Error|URL)$/

/** The place of a new object's argument that is for developers alone; null: none is. */
export function messageAt(name: string, messages: Messages): number | null {
  return messages.get(name) ?? (OWN.test(name) ? 0 : null)
}

/** The classes of these sources that hand one argument of their own on as the message of an error. */
export function messagesOf(sources: readonly string[]): Messages {
  const classes = sources.flatMap((source) => (/ extends /.test(source) ? [...walk(parse(source))] : []))
  const messages = new Map<string, number>()
  // A class may stand before the one it extends.
  for (let before = -1; before < messages.size; ) {
    before = messages.size
    for (const { node } of classes) {
      const name = nameOf(node.id)
      if (node.type !== 'ClassDeclaration' || name === null) continue
      const at = messageOf(node, messages)
      if (at !== null) messages.set(name, at)
    }
  }
  return messages
}

/** The names of errors that no source says a second time: nothing but their class's own field holds them. */
export function saidOnce(sources: readonly string[]): ReadonlySet<string> {
  const named = sources.flatMap((source) => [...source.matchAll(NAMED)].map(([, name = '']) => name))
  const counts = new Map(named.map((name) => [name, 0]))
  for (const source of sources)
    for (const [, text = ''] of source.matchAll(/['"`](\w+)['"`]/g)) {
      const count = counts.get(text)
      if (count !== undefined) counts.set(text, count + 1)
    }
  return new Set([...counts].flatMap(([name, count]) => (count === 1 ? [name] : [])))
}

/** `override name = 'Stopped'` */
const NAMED = /\boverride (?:readonly )?name = '(\w+)'/g

/** The place of the argument that a class hands on; null where it makes the message itself, or of more than one. */
function messageOf(made: Node, messages: Messages): number | null {
  const above = messageAt(nameOf(made.superClass) ?? '', messages)
  if (above === null) return null
  const members = nodes(isNode(made.body) ? made.body.body : [])
  const maker = members.find(({ kind }) => kind === 'constructor')?.value
  if (!isNode(maker)) return above
  const params = nodes(maker.params).map(paramName)
  const call = [...walk(maker)].find(({ node }) => node.type === 'CallExpression' && isNode(node.callee) && node.callee.type === 'Super') // biome-ignore format: one line
  const handed = nameOf(nodes(call?.node.arguments)[above])
  const at = handed === null ? -1 : params.indexOf(handed)
  return at < 0 ? null : at
}

const nodes = (list: unknown): Node[] => (Array.isArray(list) ? list.filter(isNode) : [])

const nameOf = (node: unknown): string | null => (isNode(node) && node.type === 'Identifier' ? String(node.name) : null)

/** `readonly fault: Fault`, `message: string`, `message = ''`. */
function paramName(param: Node): string | null {
  const inner = param.type === 'TSParameterProperty' ? param.parameter : param
  return nameOf(isNode(inner) && inner.type === 'AssignmentPattern' ? inner.left : inner)
}
