import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { messageId, repeatKey } from './repeat.ts'

const keyOf = (key: string | undefined) =>
  repeatKey({ headers: { 'idempotency-key': key } } as unknown as FastifyRequest)

it('any visible signs are a key, in quotes or without', () => {
  expect(['1', '"1"', 'order/7:a', '"', 'k'.repeat(255)].map(keyOf)).toEqual([
    '1',
    '1',
    'order/7:a',
    '"',
    'k'.repeat(255),
  ])
})

it('nothing, a space, other signs and what is endless are none', () => {
  expect([undefined, '', '""', 'a b', 'é', 'k'.repeat(256)].map(keyOf)).toEqual([null, null, null, null, null, null])
})

it('H-045: the same key with the same words is the same message, with others another', () => {
  expect(messageId('k', 'comment', 'a\nb')).toBe(messageId('k', 'comment', 'a\nb'))
  expect(messageId('k', 'comment', 'a\nb')).not.toBe(messageId('k', 'comment\na', 'b'))
  expect(messageId(null, 'comment')).not.toBe(messageId(null, 'comment'))
})
