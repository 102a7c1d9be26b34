/** Finds in a view what a person would read and no locale holds. */
import { lineOf, parseModule, walk } from './imports.ts'

/** Attributes and properties that are read out or shown. */
const SHOWN =
  /^(aria-?(label|description|valuetext|roledescription)|alt|title|placeholder|label|textContent|innerText)$/i
/** Names of formats are the same in every language. */
const NAMES = new Set(['WAV', 'MP3'])

type Node = Readonly<Record<string, unknown> & { type: string; start: number }>

/** `path:line text` for each. */
export function literalTexts(path: string, source: string): string[] {
  const found: string[] = []
  /** A text, or what it may be by a condition. */
  const read = (value: unknown) => {
    const node = value as Node | null | undefined
    if (!node) return
    if (node.type === 'JSXExpressionContainer') read(node.expression)
    else if (node.type === 'ConditionalExpression') for (const one of [node.consequent, node.alternate]) read(one)
    else if (node.type === 'LogicalExpression') for (const one of [node.left, node.right]) read(one)
    else if (node.type === 'TemplateLiteral')
      for (const part of node.quasis as { value: { cooked: string } }[]) add(node, part.value.cooked)
    else if (node.type === 'JSXText' || node.type === 'Literal') add(node, node.value)
  }
  const add = ({ start }: Node, value: unknown) => {
    if (typeof value !== 'string') return
    const text = value.trim()
    if (/\p{L}{2}/u.test(text) && !NAMES.has(text)) found.push(`${path}:${lineOf(source, start)} ${text}`)
  }
  walk(parseModule(path, source), (node) => {
    if (node.type === 'JSXElement' || node.type === 'JSXFragment')
      for (const child of node.children as Node[]) read(child)
    if (node.type === 'JSXAttribute' && isShown((node.name as Node).name)) read(node.value)
    if (node.type === 'AssignmentExpression' && isShown(((node.left as Node).property as Node | undefined)?.name))
      read(node.right)
    const [name, value] = (node.type === 'CallExpression' ? node.arguments : []) as (Node | undefined)[]
    const called = ((node.callee as Node | undefined)?.property as Node | undefined)?.name
    if (called === 'setAttribute' && isShown(name?.value)) read(value)
  })
  return found
}

const isShown = (name: unknown): boolean => typeof name === 'string' && SHOWN.test(name)
