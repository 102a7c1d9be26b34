/**
 * Kept logs are read by these declarations (`tests/replay`): one that changes needs a new version and an upcast, or
 * shows here that it needs none. `declared.json` holds them as they stand, each with a digest of what it carries;
 * `DECLARE=1 npx vitest run src/core/events/declared.test.ts` writes it anew, and the difference is what to look at.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import './late.ts'
import type { EventDefinition } from './define.ts'
import { catalogue, Source } from './index.ts'

/** What an event carries, as far as a schema says it: fields, choices and limits. */
const shapeOf = ({ schema }: EventDefinition) => JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' }))
const line = (one: EventDefinition) =>
  [
    one.type,
    `v${one.v}`,
    one.kind,
    one.durable ? 'durable' : 'volatile',
    ...(one.heard ? ['heard'] : []),
    ...one.follows.map((domain) => `follows ${domain}`),
    ...(one.personal ?? []).map((path) => `personal ${path}`),
    createHash('sha256').update(shapeOf(one)).digest('hex').slice(0, 12),
  ].join(' ')

const declared = `${JSON.stringify([...catalogue.values()].map(line).sort(), null, 2)}\n`
const shapes = `// A digest of declared.json, written with it (declared.test.ts): what a log says of the shapes it was written in.
export const SHAPES = '${createHash('sha256').update(declared).digest('hex').slice(0, 12)}'
`

const file = new URL('declared.json', import.meta.url)
const shapesFile = new URL('shapes.ts', import.meta.url)
if (process.env.DECLARE) {
  writeFileSync(file, declared)
  writeFileSync(shapesFile, shapes)
}
const kept: readonly string[] = JSON.parse(readFileSync(file, 'utf8'))

test.each(kept)('an event is declared as logs were written: %s', (wanted) => {
  const one = catalogue.get(wanted.split(' ')[0] ?? '')
  expect(one && line(one)).toBe(wanted)
})

test('every event stands there', () => {
  const names = new Set(kept.map((one) => one.split(' ')[0]))
  expect([...catalogue.keys()].filter((type) => !names.has(type))).toEqual([])
})

test('a log says in which of these shapes it was written', () => {
  expect(readFileSync(shapesFile, 'utf8')).toBe(shapes)
})

test('an event says by whom it was made', () => {
  expect(Source.options).toEqual(['person', 'session', 'releases', 'selection', 'player', 'downloads', 'library', 'decisions', 'playlists', 'search', 'settings', 'signup', 'connections', 'profile', 'sharing', 'changes', 'platform', 'tab']) // biome-ignore format: one line
})
