import { expect, test } from 'vitest'
import { TabMessage } from './tabs.ts'

test.each<[string, TabMessage]>([
  ['its tokens', { kind: 'tokens', access: 'a', refresh: 'r', kept: true, unsaved: 1 }],
  ['that the session is over', { kind: 'ended', expired: true }],
  ['that it looks for the session of a public computer', { kind: 'asked' }],
  ['that it looks for newer tokens', { kind: 'ask', access: 'a' }],
  ['that the server refuses the session', { kind: 'refused' }],
])('a tab that says %s is understood', (_, message) => {
  expect(TabMessage.parse(message)).toEqual(message)
})

test.each([null, 'ended', {}, { kind: 'left' }, { kind: 'tokens', access: 'a' }])('%j says nothing', (message) => {
  expect(TabMessage.safeParse(message).success).toBe(false)
})
