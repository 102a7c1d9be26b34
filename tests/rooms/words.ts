/** Finds in a module what core must not touch: clocks, chance and the network, whatever the type-checker says. */
import { lineOf, parseModule, walk } from './imports.ts'

/** Members that read a clock or chance. */
const MEMBERS = new Set(['Date.now', 'Math.random'])
/** Globals of which nothing may be used. */
const GLOBALS = new Set(['crypto', 'performance', 'globalThis', 'self', 'window', 'navigator'])
const CALLS = new Set(['fetch', 'setTimeout', 'setInterval', 'queueMicrotask'])

/** `path:line word` for each. */
export function forbiddenWords(path: string, source: string): string[] {
  const found: string[] = []
  walk(parseModule(path, source), (node) => {
    const add = (word: string) => found.push(`${path}:${lineOf(source, node.start)} ${word}`)
    const object = named(node.object)
    if (node.type === 'MemberExpression' && object !== null) {
      const word = `${object}.${named(node.property)}`
      if (MEMBERS.has(word)) add(word)
      else if (GLOBALS.has(object)) add(word)
    }
    const callee = named(node.callee)
    if (node.type === 'CallExpression' && callee !== null && CALLS.has(callee)) add(`${callee}()`)
    if (callee === 'Date' && (node.type === 'CallExpression' || (node.arguments as unknown[]).length === 0))
      add(node.type === 'CallExpression' ? 'Date()' : 'new Date()')
  })
  return found
}

function named(node: unknown): string | null {
  const { type, name } = (node ?? {}) as { type?: unknown; name?: unknown }
  return type === 'Identifier' && typeof name === 'string' ? name : null
}
