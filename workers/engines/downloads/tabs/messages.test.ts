// What one tab takes from another: of its own build, or of one before or after it.
import { expect, it } from 'vitest'
import { Message } from './messages.ts'

const isTaken = (message: unknown) => Message.safeParse(message).success

it.each([
  { kind: 'hello' },
  { kind: 'lead' },
  { kind: 'ping' },
  { kind: 'wish', id: 'w', draft: {} },
  { kind: 'ack', id: 'w' },
  { kind: 'jobs', jobs: [], order: ['a'] },
  { kind: 'progress', counts: [{ id: 'a', bytes: 0 }] },
  { kind: 'needs', tab: 't', is: true },
  { kind: 'folder' },
  { kind: 'folder', unkept: null },
  { kind: 'server', retryAt: null },
])('$kind is said between tabs', (message) => {
  expect(isTaken(message)).toBe(true)
  expect(isTaken({ ...message, kind: `${message.kind}2` })).toBe(false)
})

it('what is no message is not taken, nor what names more than an id, or counts less than nothing', () => {
  expect([undefined, null, 'hello', {}, { kind: '' }].map(isTaken)).toEqual([false, false, false, false, false])
  expect([128, 129].map((length) => isTaken({ kind: 'ack', id: 'x'.repeat(length) }))).toEqual([true, false])
  expect(isTaken({ kind: 'progress', counts: [{ id: 'a', bytes: -1 }] })).toBe(false)
  expect(isTaken({ kind: 'server', retryAt: -1 })).toBe(false)
  expect(isTaken({ kind: 'folder', unkept: { name: 'copied' } })).toBe(false)
})
