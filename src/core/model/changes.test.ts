import { expect, test } from 'vitest'
import { movedSince, tagOf, versionsOf } from './changes.ts'

const versions = { shares: 3, connections: 12, profile: 0 }

test('who sends back a validator says which versions they know, also where a proxy made it a weak one', () => {
  expect(versionsOf(tagOf(versions))).toEqual(versions)
  expect(versionsOf(` W/${tagOf(versions)} `)).toEqual(versions)
})

test.each([undefined, '', '"3.12"', '3.12.0', '"3.12.0", "4.12.0"', '"3.12.-1"', '"1234567890.0.0"'])(
  'a validator of another kind says nothing: %s',
  (tag) => expect(versionsOf(tag)).toBeNull(),
)

test('what moved is what stands at another version, be it a lower one', () => {
  expect(movedSince(versions, versions)).toEqual([])
  expect(movedSince(versions, { shares: 4, connections: 12, profile: 1 })).toEqual(['shares', 'profile'])
  expect(movedSince(versions, { ...versions, connections: 0 })).toEqual(['connections'])
})
