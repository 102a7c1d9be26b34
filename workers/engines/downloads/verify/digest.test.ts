import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { announcedSha256, createHasher } from './digest.ts'

const base64 = createHash('sha256').update('hello').digest('base64')
const hex = createHash('sha256').update('hello').digest('hex')

it('hashes pieces as the whole', async () => {
  const hasher = await createHasher()
  const bytes = new Uint8Array(3_000_000).map((_, index) => index * 7)
  for (let at = 0; at < bytes.length; at += 70_001) hasher.update(bytes.subarray(at, at + 70_001))
  expect(hasher.digest()).toBe(createHash('sha256').update(bytes).digest('hex'))
})

it('two run side by side', async () => {
  const [a, b] = await Promise.all([createHasher(), createHasher()])
  a.update(new TextEncoder().encode('hel'))
  b.update(new TextEncoder().encode('hello'))
  a.update(new TextEncoder().encode('lo'))
  expect([a.digest(), b.digest()]).toEqual([hex, hex])
})

it('reads the SHA-256 among the digests of a header', () => {
  expect(announcedSha256(`sha-256=:${base64}:`)).toBe(hex)
  expect(announcedSha256(`sha-512=:AAAA:, SHA-256=:${base64}:`)).toBe(hex)
})

it.each([null, '', 'sha-256=abc', `sha-256=${base64}`, `xsha-256=:${base64}:`, 'sha-256=:AAAA:'])(
  'reads nothing from %s',
  (header) => expect(announcedSha256(header)).toBeNull(),
)
