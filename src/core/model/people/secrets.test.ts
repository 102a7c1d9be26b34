import { expect, test } from 'vitest'
import { isHandleFor, SECRET_PURPOSES } from './secrets.ts'

test('D-152: a handle is for the purpose it begins with, and for no other', () => {
  for (const purpose of SECRET_PURPOSES)
    for (const other of SECRET_PURPOSES) expect(isHandleFor(purpose, `${other}:7:${purpose}:`)).toBe(purpose === other)
  expect([isHandleFor('code', 'code'), isHandleFor('code', '')]).toEqual([false, false])
})

test('D-152: the vault keeps what forms and mails bring, and addresses of media', () => {
  expect(SECRET_PURPOSES).toEqual(['credentials', 'password', 'code', 'link', 'media'])
})
