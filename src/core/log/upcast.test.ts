// Every event that has changed its version has a way up from each version it had.
import { describe, expect, test } from 'vitest'
import { catalogue, parseDraft } from '../events/index.ts'
import { SHAPES } from '../events/shapes.ts'
import { HASH_VERSION } from './hash.ts'
import { hashText } from './textHash.ts'
import { headerOf, schemasDigest, UPCASTS, upcast } from './upcast.ts'

/** What earlier versions carried, by type and version: whoever changes one writes down what it was. */
const EARLIER: Readonly<Record<string, readonly unknown[]>> = {
  'release.optionsReceived': [{ download: true }],
}
const changed = [...catalogue.values()].filter(({ v }) => v > 1)

describe.each(changed.map((one) => [one.type, one] as const))('%s', (type, { v }) => {
  test('has a step up from every version before', () => {
    expect(UPCASTS.get(type)?.length).toBe(v - 1)
    expect(EARLIER[type]).toHaveLength(v - 1)
  })
  test.each((EARLIER[type] ?? []).map((payload, at) => [at + 1, payload] as const))(
    'of version %i is read as one of today',
    (from, payload) => {
      const before = structuredClone(payload)
      expect(() => parseDraft({ type, v, payload: upcast(type, from, payload, v) })).not.toThrow()
      expect(payload).toEqual(before)
    },
  )
})

test('steps follow each other, and what has no way up is null', () => {
  const steps = [(one: object) => ({ ...one, b: 1 }), (one: object) => ({ ...one, c: 2 })]
  expect(upcast('x.y', 1, { a: 0 }, 3, steps)).toEqual({ a: 0, b: 1, c: 2 })
  expect(upcast('x.y', 2, { a: 0 }, 3, steps)).toEqual({ a: 0, c: 2 })
  expect(upcast('x.y', 3, { a: 0 }, 4, steps)).toBeNull()
  expect(upcast('x.y', 1, 'text', 2, steps)).toBeNull()
  expect(upcast('x.y', 1, {}, 2, undefined)).toBeNull()
})

test('a log says with which words it was written', () => {
  const header = headerOf('l', 'b', 5)
  expect(header).toMatchObject({ version: 2, schemas: schemasDigest(), versions: { 'release.optionsReceived': 2 } })
  expect(header.schemas).toMatch(/^[0-9a-f]{16}$/)
  expect(Object.keys(header.versions ?? {})).toEqual(changed.map(({ type }) => type))
})

test('its digest is over every type with its version, in one order, over their shapes and over how a state is hashed', () => {
  const words = [...catalogue.values()].map(({ type, v }) => `${type} ${v}`).sort((a, b) => (a < b ? -1 : 1))
  expect(schemasDigest()).toBe(hashText([...words, `shapes ${SHAPES}`, `state hash ${HASH_VERSION}`].join('\n')))
})
