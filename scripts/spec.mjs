// `npm run spec`: how many rows of tests/spec/requirements.md are named by the title of a test.
// `npm run spec -- --missing [PREFIX]` also lists those that none names. A title is the first argument
// of an it() or test() call that runs; comments, describe() titles and skipped tests prove nothing.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const ID = /\b[A-Z][A-Z0-9]*(?:-[A-Z]+)?-\d{3}\b/g

/** @returns {Map<string, { title: string, rows: Map<string, string> }>} rows by capability, in the order of the catalogue */
function readCatalogue() {
  const capabilities = new Map()
  let title = ''
  for (const line of readFileSync(join(root, 'tests/spec/requirements.md'), 'utf8').split('\n')) {
    if (line.startsWith('## ')) title = line.slice(3).replace(/^\S+ - /, '')
    const row = /^\| ([A-Z][A-Z0-9]*(?:-[A-Z]+)?)-(\d{3}) \| (.*?) \|/.exec(line)
    if (!row) continue
    const capability = capabilities.get(row[1]) ?? { title, rows: new Map() }
    capability.rows.set(`${row[1]}-${row[2]}`, row[3])
    capabilities.set(row[1], capability)
  }
  return capabilities
}

/** Titles of the tests of one module. */
function titlesOf(path) {
  const { program, errors } = parseSync(path, readFileSync(path, 'utf8'))
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0].message}`)
  const titles = []
  const walk = (node) => {
    if (Array.isArray(node)) return node.forEach(walk)
    if (node === null || typeof node !== 'object') return
    if (node.type === 'CallExpression' && isTest(node.callee)) titles.push(textOf(node.arguments[0]))
    Object.values(node).forEach(walk)
  }
  walk(program)
  return titles
}

/** `it`, `test`, `it.each(…)`, `test.only` and the like; not what is skipped or still to be written, nor `test.describe` and hooks. */
function isTest(callee) {
  if (callee?.type === 'Identifier') return callee.name === 'it' || callee.name === 'test'
  if (callee?.type === 'CallExpression' || callee?.type === 'TaggedTemplateExpression')
    return isTest(callee.callee ?? callee.tag) || isModifier(callee.callee ?? callee.tag)
  return isModifier(callee)
}

function isModifier(callee) {
  const modifiers = ['each', 'for', 'only', 'concurrent', 'sequential', 'fails', 'skipIf', 'runIf', 'extend']
  return callee?.type === 'MemberExpression' && modifiers.includes(callee.property.name) && isTest(callee.object)
}

function textOf(node) {
  if (node?.type === 'Literal') return String(node.value)
  if (node?.type === 'TemplateLiteral') return node.quasis.map((quasi) => quasi.value.cooked).join('…')
  return node?.type === 'BinaryExpression' ? textOf(node.left) + textOf(node.right) : ''
}

/** IDs to the number of tests that name them. */
function namedRows() {
  const named = new Map()
  for (const folder of ['src', 'workers', 'server', 'tests'])
    for (const file of readdirSync(join(root, folder), { recursive: true })) {
      if (!/\.(test|e2e)\.tsx?$/.test(file)) continue
      for (const title of titlesOf(join(root, folder, file)))
        for (const id of new Set(title.match(ID))) named.set(id, (named.get(id) ?? 0) + 1)
    }
  return named
}

const args = process.argv.slice(2)
const missing = args.includes('--missing')
const only = args[args.indexOf('--missing') + 1]?.toUpperCase()
const catalogue = readCatalogue()
if (missing && only && !catalogue.has(only)) {
  console.error(`There is no capability ${only}. There are: ${[...catalogue.keys()].join(', ')}`)
  process.exit(1)
}
const named = namedRows()
let rowsNamed = 0
let rowsTotal = 0
const known = new Set()
for (const [prefix, { title, rows }] of catalogue) {
  const without = [...rows].filter(([id]) => !named.has(id))
  for (const id of rows.keys()) known.add(id)
  rowsNamed += rows.size - without.length
  rowsTotal += rows.size
  if (missing && only && only !== prefix) continue
  console.log(
    `${prefix.padEnd(10)} ${String(rows.size - without.length).padStart(3)} of ${String(rows.size).padStart(3)}  ${title}`,
  )
  if (missing) for (const [id, text] of without) console.log(`    ${id}  ${text}`)
}
const strangers = [...named.keys()].filter((id) => !known.has(id) && catalogue.has(id.replace(/-\d+$/, '')))
if (strangers.length > 0) console.log(`named by a test, but no row: ${strangers.join(', ')}`)
console.log(`rows named by a test title: ${rowsNamed} of ${rowsTotal}`)
