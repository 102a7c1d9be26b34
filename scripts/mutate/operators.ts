/**
 * What is broken on purpose: each mutant is one change of one file. They are made of the syntax tree and replace whole
 * expressions in brackets of their own, so that a change changes what it names and nothing beside it.
 */
import { type Messages, messageAt } from './errors.ts'
import { type Found, isNode, type Node, parse, walk } from './tree.ts'

export interface Mutant {
  /** The part of the source that is replaced, in UTF-16 units, half-open. */
  readonly start: number
  readonly end: number
  readonly text: string
  /** Counted from 1. */
  readonly line: number
  /** The kind of change. */
  readonly operator: string
  /** Before and after, in one line. */
  readonly says: string
}

type Change = Pick<Mutant, 'operator' | 'text'>

/** What each binary operator becomes, one mutant each. */
const BINARY = new Map<unknown, readonly string[]>(
  Object.entries({
    '<': ['<=', '>='],
    '<=': ['<', '>'],
    '>': ['>=', '<='],
    '>=': ['>', '<'],
    '===': ['!=='],
    '!==': ['==='],
    '+': ['-'],
    '-': ['+'],
    '*': ['/'],
    '/': ['*'],
    '%': ['*'],
    '<<': ['>>'],
    '>>': ['<<'],
    '>>>': ['<<'],
    '&': ['|'],
    '|': ['&'],
    '^': ['&'],
  }),
)
const ASSIGNED = new Map<unknown, string>(
  Object.entries({ '+=': '-=', '-=': '+=', '*=': '/=', '/=': '*=', '|=': '&=' }),
)
/** Calls that give back what they were called on when they are left out. */
const LEFT_OUT = new Set(['filter', 'sort', 'toSorted', 'reverse', 'slice', 'trim', 'toLowerCase', 'flat', 'normalize'])
const OTHER_METHOD = new Map<unknown, string>(
  Object.entries({
    some: 'every',
    every: 'some',
    min: 'max',
    max: 'min',
    floor: 'ceil',
    ceil: 'floor',
    startsWith: 'endsWith',
    endsWith: 'startsWith',
  }),
)
const NOTHING = /(?:\||:\s*)\s*(null|undefined)\b/

/** From here on a number is doubled: nobody could notice one more. */
const LARGE = 1000

/**
 * All mutants of a TypeScript source, in the order of their place.
 * @param messages of the errors it makes
 * @param names of errors that nothing asks for
 * @throws Error when it cannot be parsed
 */
export function mutantsOf(
  source: string,
  messages: Messages = new Map(),
  names: ReadonlySet<string> = new Set(),
): Mutant[] {
  const mutants: Mutant[] = []
  for (const found of walk(parse(source)))
    for (const { operator, text } of changes(found, source, messages)) {
      if (isErrorName(found, names)) continue
      const { start, end } = found.node
      const safe = beginsStatement(found) && text !== ';' ? `void 0, ${text}` : text
      const before = source.slice(start, end)
      if (safe === before) continue
      const line = source.slice(0, start).split('\n').length
      mutants.push({ start, end, text: safe, line, operator, says: `${short(before)} -> ${short(text)}` })
    }
  return mutants.sort((a, b) => a.start - b.start || a.end - b.end)
}

/** The source with the mutant in it. */
export function mutated(source: string, { start, end, text }: Pick<Mutant, 'start' | 'end' | 'text'>): string {
  return source.slice(0, start) + text + source.slice(end)
}

function* changes(found: Found, source: string, messages: Messages): Generator<Change> {
  const { node, field } = found
  const of = (part: unknown) => (isNode(part) ? source.slice(part.start, part.end) : '')
  // What a condition decides is turned round, whatever else is changed inside it.
  if (field === 'test' && node.type !== 'Literal' && found.around[0]?.type !== 'SwitchCase')
    yield { operator: 'condition', text: `!(${of(node)})` }
  switch (node.type) {
    case 'BinaryExpression':
      for (const other of BINARY.get(node.operator) ?? [])
        yield {
          operator: /[<>=]/.test(other) && !/<<|>>/.test(other) ? 'comparison' : 'arithmetic',
          text: `(${of(node.left)} ${other} ${of(node.right)})`,
        }
      return
    case 'LogicalExpression': {
      if (node.operator === '??') return yield { operator: 'fallback', text: `(${of(node.left)})` }
      const other = node.operator === '&&' ? '||' : '&&'
      return yield { operator: 'logic', text: `(${of(node.left)} ${other} ${of(node.right)})` }
    }
    case 'UnaryExpression':
      if (node.operator === '!') yield { operator: 'logic', text: `(${of(node.argument)})` }
      if (node.operator === '-') yield { operator: 'arithmetic', text: `(${of(node.argument)})` }
      return
    case 'UpdateExpression': {
      const other = node.operator === '++' ? '--' : '++'
      return yield { operator: 'arithmetic', text: node.prefix ? `${other}${of(node.argument)}` : `${of(node.argument)}${other}` } // biome-ignore format: both sides in one line
    }
    case 'AssignmentExpression': {
      const other = ASSIGNED.get(node.operator)
      if (other) yield { operator: 'arithmetic', text: `${of(node.left)} ${other} ${of(node.right)}` }
      return
    }
    case 'ExpressionStatement':
      if (node.directive || isSuper(node.expression)) return
      return yield { operator: 'statement', text: ';' }
    case 'ThrowStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
      return yield { operator: 'statement', text: ';' }
    case 'ReturnStatement':
      return yield* returned(found, of(node.argument), source)
    case 'ArrayExpression':
      if (Array.isArray(node.elements) && node.elements.length > 0) yield { operator: 'array', text: '[]' }
      return
    case 'CallExpression':
      return yield* called(node, source)
    case 'TemplateLiteral':
      if (isShown(found, messages) && found.around[0]?.type !== 'TaggedTemplateExpression' && node.end - node.start > 2)
        yield { operator: 'text', text: "''" }
      return
    case 'Literal':
      return yield* literal(found, messages)
  }
}

function* returned(found: Found, value: string, source: string): Generator<Change> {
  if (value === '') return yield { operator: 'statement', text: ';' }
  const owner = found.around.find((one) => isFunction(one))
  const type = isNode(owner?.returnType) ? source.slice(owner.returnType.start, owner.returnType.end) : ''
  const none = NOTHING.exec(type)?.[1]
  if (none && value !== none) yield { operator: 'return', text: `return ${none}` }
}

function* called(node: Node, source: string): Generator<Change> {
  const { callee } = node
  if (!isNode(callee) || callee.type !== 'MemberExpression' || callee.computed || callee.optional) return
  const { object, property } = callee
  if (!isNode(object) || !isNode(property)) return
  const name = property.name as string
  if (LEFT_OUT.has(name)) yield { operator: 'call', text: source.slice(object.start, object.end) }
  const other = OTHER_METHOD.get(name)
  if (!other) return
  const text = source.slice(node.start, property.start) + other + source.slice(property.end, node.end)
  yield { operator: 'call', text }
}

function* literal(found: Found, messages: Messages): Generator<Change> {
  const { value, bigint } = found.node
  if (isName(found) || bigint) return
  if (typeof value === 'boolean') yield { operator: 'literal', text: String(!value) }
  if (typeof value === 'number') yield { operator: 'literal', text: String(value < LARGE ? value + 1 : value * 2) }
  if (typeof value === 'string' && isShown(found, messages))
    yield { operator: 'text', text: value === '' ? "'?'" : "''" }
}

/** A literal that names a property or a module. */
function isName({ field, around }: Found): boolean {
  const type = around[0]?.type ?? ''
  return (field === 'key' && around[0]?.computed !== true) || /^(Import|Export)/.test(type)
}

/** False for a text that no behaviour depends on: what a thrown error says to developers, and the address of a script. */
function isShown({ node, around }: Found, messages: Messages): boolean {
  const [inner, outer] = around
  const [said, call] = inner?.type === 'TemplateLiteral' ? [inner, outer] : [node, inner]
  if (call?.type !== 'NewExpression' || !isNode(call.callee) || !Array.isArray(call.arguments)) return true
  const at = messageAt(String(call.callee.name), messages)
  return at === null || call.arguments[at] !== said
}

/** The name that a class of errors gives itself, where no other source says it: it is read in consoles alone. */
function isErrorName({ node, around, field }: Found, names: ReadonlySet<string>): boolean {
  const [owner] = around
  if (field !== 'value' || owner?.type !== 'PropertyDefinition' || owner.override !== true) return false
  return isNode(owner.key) && owner.key.name === 'name' && names.has(String(node.value))
}

/** Whether a statement begins with it: what replaces it must not go on the line before, which ends without a sign. */
function beginsStatement({ node, around }: Found): boolean {
  return around.some((one) => one.type === 'ExpressionStatement' && one.start === node.start)
}

export function isFunction({ type }: Node): boolean {
  return type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression'
}

function isSuper(node: unknown): boolean {
  return isNode(node) && node.type === 'CallExpression' && isNode(node.callee) && node.callee.type === 'Super'
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 70 ? `${line.slice(0, 69)}…` : line
}
