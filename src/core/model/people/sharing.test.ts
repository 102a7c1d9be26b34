import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { CONTACT_TYPES, CommentRequest, ShareRequest } from './sharing.ts'

const comment = { player_email: 'ana@example.org', comment_type_id: 1, comment_type: 'Other', comment_text: 'Hello' }
const faults = (given: unknown) => z.safeParse(CommentRequest, given).error?.issues.map(({ path, message }) => [path.join('.'), message]) // biome-ignore format: one line

test('D-121: a message to the owner has one of eight types, numbered from one', () => {
  expect(CONTACT_TYPES.map((type, n) => `${n + 1} ${type}`)).toEqual([
    '1 feedback to artist',
    '2 additional promo',
    '3 additional music',
    '4 schedule interview',
    '5 file format',
    '6 song version',
    '7 artist liner',
    '8 other',
  ])
  for (const id of [1, 8]) expect(faults({ ...comment, comment_type_id: id })).toBeUndefined()
  expect(faults({ ...comment, comment_type_id: 0 })).toHaveLength(1)
  for (const comment_type of ['x', ' ', ''])
    expect(faults({ ...comment, comment_type })).toEqual([['comment_type', 'unknown request type']])
  expect(faults({ ...comment, comment_type_id: 9 })).toEqual([['comment_type_id', 'unknown request type']])
})

test('what is missing in a message is told in the words of its field', () => {
  for (const player_email of ['', 'ana'])
    expect(faults({ ...comment, player_email })).toEqual([['player_email', 'Email is required']])
  expect(faults({ ...comment, comment_text: ' ' })).toEqual([['comment_text', 'Message is required']])
})

test('a share goes to one receiver or more, and to a hundred at most', () => {
  const faultsOf = (count: number) => {
    const given = {
      release_id: 'r1',
      players_id: Array.from({ length: count }, (_, n) => `p${n}`),
      message: 'Hear this',
    }
    return z.safeParse(ShareRequest, given).error?.issues.map(({ message }) => message)
  }
  expect([faultsOf(1), faultsOf(100), faultsOf(101)?.length]).toEqual([undefined, undefined, 1])
  expect(faultsOf(0)).toEqual(['Please select at least one connection to share this release'])
})
