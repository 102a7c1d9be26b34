import { expect, test } from 'vitest'
import { readLastChanges } from './lastChanges.ts'

test('what was left is read as it was written', () => {
  const waiting = [
    { kind: 'next', releaseid: 'r1', itemId: 'i1' },
    { kind: 'bottom', releaseid: 'r2', itemId: 'i2', trackid: 'r2.a' },
  ]
  for (const left of [{}, { settings: { volume: 3 } }, { queue: { playerid: 'p1', kept: null, waiting } }])
    expect(readLastChanges(JSON.stringify(left))).toEqual(left)
})

test.each([
  null,
  '',
  '{',
  '7',
  '{"queue":{"playerid":"p1","kept":null}}',
  '{"queue":{"playerid":"p1","kept":null,"waiting":[{"kind":"play","releaseid":"r1","itemId":"i1"}]}}',
])('what cannot be read is nothing: %s', (text) => {
  expect(readLastChanges(text)).toEqual({})
})
