/**
 * A page and a server may be of different builds, and what a device keeps is of the build before: all of them meet in
 * these shapes. `shapes.json` holds a digest of each as it stands (fields, choices, limits), and of each number, text and
 * list that both ends know by the same name (limits, keys, codes, headers), so that none changes unseen; `DECLARE=1 npx vitest run src/core/model/shapes.test.ts` writes it anew.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'

const root = new URL('.', import.meta.url)
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .sort()

const isSchema = (value: unknown): value is z.ZodMiniType => value instanceof z.ZodMiniType
const digest = (value: unknown) => {
  const shown = isSchema(value) ? z.toJSONSchema(value, { unrepresentable: 'any', io: 'input' }) : value
  return createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 12)
}
/** Whether it is made of nothing but what JSON has, so that its text says all of it. */
const isPlain = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value)) && Object.values(value).every(isPlain)
    : value === null || ['number', 'string', 'boolean'].includes(typeof value)

const shapes: Record<string, string> = {}
for (const path of sources) {
  const exported = await vi.importActual<Record<string, unknown>>(fileURLToPath(new URL(path, root)))
  for (const [name, value] of Object.entries(exported))
    if (isSchema(value) || isPlain(value)) shapes[`${path} ${name}`] = digest(value)
}

const file = new URL('shapes.json', root)
if (process.env.DECLARE) writeFileSync(file, `${JSON.stringify(shapes, null, 2)}\n`)
const kept: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'))

test('what server, page and device tell each other has the shape it had', () => {
  expect(shapes).toEqual(kept)
})
